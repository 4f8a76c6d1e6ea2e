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
const MARK = /\[… (\d+) chars\]/;

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

/** Returns the faults of a result with stretches left out: marks and stretches together have as many characters as the original, in its order. */
export function markProblems(content, original) {
  const problems = [];
  let at = 0;
  for (const [place, piece] of content.split(MARK).entries()) {
    if (place % 2 === 1) {
      at += Number(piece);
      continue;
    }
    // Behind a mark that stands for whole lines, a new line begins.
    const stretch = place > 0 && original[at - 1] === "\n" ? piece.replace(/^\n/, "") : piece;
    if (original.slice(at, at + stretch.length) !== stretch) problems.push(`at ${at}: ${JSON.stringify(stretch.slice(0, 60))}`);
    at += stretch.length;
  }
  if (at !== original.length) problems.push(`${at} characters of ${original.length}`);
  return problems;
}
