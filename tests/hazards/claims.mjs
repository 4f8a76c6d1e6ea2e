// What the hazards assert with: no `node:assert`, for they run in browsers too.

/** Throws unless it is true. */
export function claim(isTrue, what) {
  if (isTrue !== true) throw new Error(`not so: ${what}`);
}

/** Throws unless both have one JSON text. */
export function same(found, expected, what) {
  const [left, right] = [JSON.stringify(found), JSON.stringify(expected)];
  claim(left === right, `${what}: found ${left}, and expected ${right}`);
}

/** Runs `run`, which must throw or reject with an error of this code, of a class of `face`. Returns the error. */
export async function refused({ ConversationError }, run, code) {
  let error;
  try {
    await run();
  } catch (thrown) {
    error = thrown;
  }
  claim(error !== undefined, `\`${code}\` is thrown; nothing was`);
  claim(error instanceof ConversationError, `a ConversationError is thrown; ${error?.stack ?? error} was`);
  same(error.code, code, error.message);
  return error;
}

/** A conversation of `turns` questions and answers, of 50 words each. */
export function filled({ ConversationManager }, turns = 1, options = {}) {
  const conversation = new ConversationManager(options);
  for (let turn = 1; turn <= turns; turn += 1) {
    conversation.addMessage("user", `Question ${turn}. ${"word ".repeat(50)}`);
    conversation.addMessage("assistant", `Answer ${turn}. ${"word ".repeat(50)}`);
  }
  return conversation;
}

/** A conversation that waits for a person's decision on a call, and its checkpoint. */
export function waiting(face) {
  const conversation = filled(face);
  conversation.addMessage("user", "Do it.");
  conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "act", arguments: "{}" }] });
  return { conversation, checkpoint: conversation.suspend() };
}

/** That an engine does all of its work: takes in, counts, writes, shortens. */
export async function works(face) {
  const conversation = filled(face, 8, { systemPrompt: "s", tokenLimit: 300 });
  conversation.addMessage("user", "Go on.");
  const { body, reduction } = await conversation.prepare("anthropic", { model: "m", max_tokens: 1 });
  same([body.system, body.messages.at(-1).content.at(-1).text, reduction.removed.length > 0], ["s", "Go on.", true], "a request that fits");
  await refused(face, () => conversation.addMessage("bot", "x"), "invalid-role");
  conversation.dispose();
}
