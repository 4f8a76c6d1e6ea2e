// The material of the benchmarks: conversations of a given size, the same in every run.

const WORDS = (
  "the request reached service at about same time and queue grew until worker gave up so retry with backoff was added then test " +
  "passed on second run because cache had been warm config says timeout of 30 seconds while client waits only ten which explains it"
).split(" ");

/** Returns a generator of small whole numbers in a fixed order (a linear congruential generator is enough here). */
function* numbers(seed) {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state >>> 8;
  }
}

/** Returns English words with occasional line breaks, exactly `length` characters. Another `seed` gives another text. */
export function prose(length, seed = 1) {
  const random = numbers(seed);
  let text = "";
  while (text.length < length) {
    const number = random.next().value;
    text += `${WORDS[number % WORDS.length]}${number % 17 === 0 ? ".\n" : " "}`;
  }
  // Goes through bytes, so that V8 stores the text as one piece, like text from a socket.
  return Buffer.from(text.slice(0, length), "latin1").toString("latin1");
}

/** Korean syllables and spaces. */
export function korean(length, seed = 1) {
  const random = numbers(seed);
  const syllable = () => {
    const number = random.next().value;
    return number % 4 === 0 ? " " : String.fromCharCode(0xac00 + (number % 11_172));
  };
  return Array.from({ length }, syllable).join("");
}

/**
 * Returns the history of an agent: every four messages are a question, an answer with a tool call, its result, and a text answer. Each
 * message has about `characters` characters of text.
 *
 * @returns {Record<"openai-chat" | "anthropic", object>[]} each message in the formats of both providers
 */
export function agentMessages(count, characters, from = 0) {
  return Array.from({ length: count }, (_, index) => {
    const place = from + index;
    const text = prose(characters, place + 1);
    const id = `call_${place - (place % 4)}`;
    switch (place % 4) {
      case 0:
        return same({ role: "user", content: text }, { role: "user", content: [{ type: "text", text }] });
      case 1: {
        const input = { path: `src/module-${place}.ts`, text };
        const call = { id: `call_${place - 1}`, type: "function", function: { name: "write_file", arguments: JSON.stringify(input) } };
        const block = { type: "tool_use", id: `call_${place - 1}`, name: "write_file", input };
        return same({ role: "assistant", content: null, tool_calls: [call] }, { role: "assistant", content: [block] });
      }
      case 2: {
        const block = { type: "tool_result", tool_use_id: id, content: text };
        return same({ role: "tool", content: text, tool_call_id: id }, { role: "user", content: [block] });
      }
      default:
        return same({ role: "assistant", content: text }, { role: "assistant", content: [{ type: "text", text }] });
    }
  });
}

const same = (openai, anthropic) => ({ "openai-chat": openai, anthropic });
