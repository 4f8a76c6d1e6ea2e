// Messages for reductions by need, and checks of their notes and marks.

/** Returns a message with a call, and its result. */
export function callOf(name, args, content, more, isError = false) {
  const call = { id: `call_${more.id}`, name, arguments: args };
  return [
    { role: "assistant", content: null, toolCalls: [call], ...more },
    { role: "tool", toolCallId: call.id, content, id: `${more.id}:result`, ...(isError && { isError }) },
  ];
}

/** Returns a result with this many lines about parcels, one of which is W4471902. */
export function longResult(lines, place) {
  const line = (at) => (at === place ? "The parcel W4471902 left with TRK998817 for the depot\n" : `The parcel of a neighbour left with TRK${100_000 + at} for the depot\n`);
  return Array.from({ length: lines }, (_, at) => line(at)).join("");
}

const NOTE = /^\[(\d+) messages? left out(?:: [^\]]*)?\]$/;
const MARK = "[…]";

/** Reports whether the message is a note of what was left out. */
export const isNote = ({ isSummary, content }) => isSummary === true && NOTE.test(content);

const countOf = ({ content }) => Number(NOTE.exec(content)[1]);

/** Returns the numbers of messages that the notes tell. */
export const gapsOf = (conversation) => conversation.messages.filter(isNote).map(countOf);

/** Returns the faults of the notes: one for each run of messages that are gone, with their number. */
export function noteProblems(conversation, all) {
  const places = new Map(all.map(({ id }, place) => [id, place]));
  const problems = [];
  let next = 0;
  let told = null;
  for (const message of [...conversation.messages, null]) {
    if (message !== null && isNote(message)) {
      if (told !== null) problems.push(`${message.id} stands behind another note`);
      told = countOf(message);
      continue;
    }
    const place = message === null ? all.length : places.get(message.id);
    if (place === undefined) {
      problems.push(`${message.id} is new`);
      continue;
    }
    if ((told ?? 0) !== place - next) problems.push(`before ${message?.id}: ${told} told, ${place - next} gone`);
    next = place + 1;
    told = null;
  }
  return problems;
}

/** Returns the faults of a result with stretches left out: what stands between the marks is in the original, in its order. */
export function markProblems(content, original) {
  let at = 0;
  for (const piece of content.split(MARK).map((part) => part.trim())) {
    const found = original.indexOf(piece, at);
    if (found === -1) return [`behind ${at}: ${JSON.stringify(piece.slice(0, 60))}`];
    at = found + piece.length;
  }
  return [];
}
