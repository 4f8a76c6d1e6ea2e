// Plants words of the user and of the assistant: rules, facts, a decision, a question, a proposal with its reply, the first request.

/** @typedef {import("./planting.mjs").Planting} Planting */

const RULES = 4;
const FACTS = 2;
/** The share of a longer text that must survive. */
const LEAST = 0.6;

const [EARLY, LATE, ANYWHERE] = [
  [0.04, 0.4],
  [0.45, 0.8],
  [0.06, 0.75],
];

const user = (content) => ({ role: "user", content });
const assistant = (content) => ({ role: "assistant", content });

/**
 * @param {Planting} planting
 * @param {import("./sentences.mjs").Sentences} sentences
 * @param {boolean} isListed true if the package has lists of words of the language
 */
export function plantWords(planting, sentences, isListed) {
  const { chance } = planting;
  const exchange = (text, answer = chance.pick(sentences.answers)) => [user(text), assistant(answer)];
  for (const [index, template] of planting.some(sentences.rules, RULES).entries()) {
    const { text, parts } = planting.sentence(template);
    const asides = planting.some(sentences.asides, index);
    planting.put(ANYWHERE, exchange([...asides.slice(1), text, ...asides.slice(0, 1)].join(" ")));
    planting.expect("rule", parts, isListed ? {} : { also: ["unlisted"] });
  }
  for (const templates of planting.some(sentences.facts, FACTS)) {
    const [before, after] = planting.sentences(templates);
    planting.put(EARLY, exchange(before.text));
    planting.put(LATE, exchange(after.text));
    planting.expect("fact", after.parts, { old: before.parts });
  }
  const decision = planting.sentence(chance.pick(sentences.decisions));
  planting.put(ANYWHERE, exchange(sentences.on, decision.text));
  planting.expect("decision", decision.parts);
  const question = planting.sentence(chance.pick(sentences.questions));
  planting.put(ANYWHERE, exchange(question.text, sentences.later));
  planting.expect("question", question.parts);
  planting.put(ANYWHERE, exchange(chance.pick(sentences.chat)));
}

/** Puts the goal in front of the first request. @param {Planting} planting @param {string} template */
export function plantGoal(planting, template) {
  const { text, parts } = planting.sentence(template);
  const first = planting.messages.findIndex(({ role }) => role === "user");
  planting.messages[first] = user(`${text} ${planting.messages[first].content}`);
  planting.expect("goal", parts, { least: LEAST });
}

/**
 * Returns the current request: that the assistant may go on, or a short reply to a proposal, which stands before it.
 *
 * @param {Planting} planting
 * @param {import("./sentences.mjs").Sentences} sentences
 * @param {boolean} isReply
 */
export function requestOf(planting, { on, proposal: [proposal, reply] }, isReply) {
  if (!isReply) return [user(on)];
  const { text, parts } = planting.sentence(proposal);
  planting.expect("reply", parts, { least: LEAST });
  return [user(on), assistant(text), user(reply)];
}
