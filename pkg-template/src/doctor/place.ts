// Finds the place in a body that a refusal names.

const ROOT =
  "messages|input|contents|tools|system|systemInstruction|tool_config|toolConfig|generation_config|generationConfig|response_format";

/** Places as paths: `messages.3.content.0`, `messages[3].content`, `messages.[3].role`. */
const PATH = new RegExp(`\\b(${ROOT})((?:\\.?\\[\\d{1,9}\\]|\\.\\d{1,9}|\\.[a-zA-Z_]\\w{0,60})+)`);
/** Places as lists of steps: `('body', 'messages', 3, 'content')`, `["messages", 3]`. */
const LIST = new RegExp(`["'](${ROOT})\\\\?["']((?:,\\s{0,9}(?:\\d{1,9}|\\\\?["'][\\w-]{1,60}\\\\?["']))+)`);
/** Places as arrows: `body -> input -> 0 -> content`. */
const ARROWS = new RegExp(`\\b(${ROOT})((?:\\s{0,3}(?:->|→)\\s{0,3}\\w{1,60})+)`);
/** Places in words: `message at position 307`, `message[855].role`, `assistant message at index 19`, `message index 2`. */
const WORDS = /\bmessages? ?(?:at (?:message )?(?:position|index) |(?:index|number|#) ?|\[)(\d{1,9})\]?(\.[a-zA-Z_]\w{0,60})?/i;

/** A block of Gemini, counted from one: `in the 2. content block`. */
const BLOCK = /\bin the ([1-9]\d{0,8})\. content block/;
/** A property of a schema, after the place of the schema: `properties 'a.b'`. */
const PROPERTY = /^ ['"`]([\w.]{1,120})['"`]/;

/** The first place in a body that a text names, as a path of this package, such as `messages[3].content`; null if it names none. */
export function placeIn(text: string): string | null {
  const found = [PATH.exec(text), LIST.exec(text), ARROWS.exec(text)].filter((match) => match !== null);
  const [first] = found.sort((one, other) => one.index - other.index);
  if (first !== undefined) {
    const path = `${first[1]}${stepsOf(first[2] as string)}`;
    const property = path.endsWith(".properties") ? PROPERTY.exec(text.slice(first.index + first[0].length))?.[1] : undefined;
    return property === undefined ? path : `${path}.${property}`;
  }
  const inWords = WORDS.exec(text);
  if (inWords !== null) return `messages[${inWords[1]}]${inWords[2] ?? ""}`;
  const block = BLOCK.exec(text)?.[1];
  return block === undefined ? null : `contents[${Number(block) - 1}]`;
}

/** The steps of a place: a number is a place in a list, a name a field. */
const stepsOf = (steps: string): string =>
  (steps.match(/\w+/g) ?? []).map((step) => (/^\d+$/.test(step) ? `[${step}]` : `.${step}`)).join("");
