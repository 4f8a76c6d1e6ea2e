// The assertions of the hazards. They cannot use `node:assert`, because they also run in browsers.

/** Throws unless the value is true. */
export function claim(isTrue, what) {
  if (isTrue !== true) throw new Error(`not so: ${what}`);
}

/** Throws unless both values have the same JSON text. */
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

/** Makes a conversation of `turns` questions and answers, of 50 words each. */
export function filled({ ConversationManager }, turns = 1, options = {}) {
  const conversation = new ConversationManager(options);
  for (let turn = 1; turn <= turns; turn += 1) {
    conversation.addMessage("user", `Question ${turn}. ${"word ".repeat(50)}`);
    conversation.addMessage("assistant", `Answer ${turn}. ${"word ".repeat(50)}`);
  }
  return conversation;
}

/** Makes a conversation that waits for a person's decision on a call, and its checkpoint. */
export function waiting(face) {
  const conversation = filled(face);
  conversation.addMessage("user", "Do it.");
  conversation.addMessage("assistant", null, { toolCalls: [{ id: "c", name: "act", arguments: "{}" }] });
  return { conversation, checkpoint: conversation.suspend() };
}

/** Fails unless an engine works: it adds, counts, writes and reduces messages. */
export async function works(face) {
  const conversation = filled(face, 8, { systemPrompt: "s", tokenLimit: 300 });
  conversation.addMessage("user", "Go on.");
  const { body, reduction } = await conversation.prepare("anthropic", { model: "m", max_tokens: 1 });
  same([body.system, body.messages.at(-1).content.at(-1).text, reduction.removed.length > 0], ["s", "Go on.", true], "a request that fits");
  await refused(face, () => conversation.addMessage("bot", "x"), "invalid-role");
  conversation.dispose();
}
