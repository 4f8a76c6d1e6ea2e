// The texts of random transcripts.

/** @typedef {import("../random.mjs").Random} Random */

const ENGLISH = (
  "the order was late because our partner changed address so please look again at what happened before lunch and tell me whether " +
  "a refund is possible or we should rather send another one which costs more but arrives sooner than anybody expects in this weather"
).split(" ");

const SENTENCES = [
  "请检查订单的状态，然后告诉我什么时候可以送到。",
  "서울에서 오슬로까지 가는 가장 빠른 방법을 알려 주세요. ",
  "明日の会議の前に資料をまとめておいてください。",
  "Grüße aus Köln: die Straße war gesperrt, naïve Pläne halfen nicht. ",
  "Привет, заказ пришёл вчера вечером, спасибо. ",
  "👩‍💻 shipped it 🚀🚀 — all green ✅, one flaky 🤷🏽‍♀️. ",
  "मौसम कैसा है? हवा तेज़ है। ",
];

const CODE = [
  "export const area = (width, height) => width * height;\n",
  "for (const [name, count] of tally) {\n  if (count > 3) console.log(`${name}\\t${count}`);\n}\n",
  '\tif err != nil {\n\t\treturn fmt.Errorf("read %q: %w", path, err)\n\t}\n',
];

/**
 * Returns English words, sometimes a sentence in another script, or code.
 *
 * @param {Random} chance
 * @param {number} count the approximate number of words
 */
export function prose(chance, count) {
  const pieces = [];
  for (let words = 0; words < count; words += 8) {
    if (chance.chance(0.15)) pieces.push(chance.pick(SENTENCES));
    else if (chance.chance(0.05)) pieces.push(chance.pick(CODE));
    else pieces.push(`${Array.from({ length: Math.min(8, count - words) }, () => chance.pick(ENGLISH)).join(" ")} `);
  }
  return pieces.join("").trimEnd();
}

/** Returns a table as a tool returns it: rows of JSON. */
export function json(chance, rows) {
  const row = (id) => ({ id, name: prose(chance, 2), price: chance.below(100_000) / 100, tags: [chance.pick(ENGLISH), null] });
  return JSON.stringify({ ok: true, rows: Array.from({ length: rows }, (_, index) => row(index + 1)) }, null, chance.chance(0.3) ? 2 : 0);
}

/** Returns lines of a log: mostly digits and punctuation. */
export function log(chance, lines) {
  const two = (limit) => String(chance.below(limit)).padStart(2, "0");
  const time = () => `2031-05-${two(28)}T${two(24)}:${two(60)}:${two(60)}Z`;
  const word = () => `${chance.pick(ENGLISH)}=${chance.below(10_000)}`;
  return Array.from({ length: lines }, () => `${time()} WARN pool[${chance.below(9)}] ${word()} took ${chance.below(900)}ms`).join("\n");
}
