// The loop of an application with a conversation, round after round. The reporter only observes.

/** The maximum number of requests in a round, in case a model never stops calling tools. */
const MAX_STEPS = 8;

/**
 * Asks a question and works until the model has answered it without calling a tool.
 *
 * @param {import("backscroll").ConversationManager} conversation
 * @param {import("./targets.mjs").Target} target
 * @param {string} question
 * @param {{ runTool: (call: import("backscroll").ToolCall) => string, reporter: import("./reporter.mjs").Reporter }} more
 */
export async function round(conversation, target, question, { runTool, reporter }) {
  conversation.addMessage("user", question);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const response = await ask(conversation, target, reporter);
    const message = conversation.addResponse(target.name, response);
    const calls = message.toolCalls ?? [];
    if (calls.length === 0) return reporter.answered(message);
    for (const call of calls) {
      const result = resultOf(call, runTool);
      conversation.addMessage(result);
      reporter.ran(call, result);
    }
  }
  throw new Error(`the model still calls tools after ${MAX_STEPS} steps`);
}

/**
 * Sends the next request. When the provider refuses it as too long, reduces the conversation, and sends the request again.
 *
 * @returns {Promise<object>} the provider's response
 * @throws the client's error, if it is no overflow or nothing more can be removed
 */
async function ask(conversation, target, reporter) {
  for (;;) {
    const request = await conversation.prepare(target.name, target.params);
    reporter.prepared(request);
    try {
      const response = await target.send(request.body);
      reporter.accepted(target, request);
      return response;
    } catch (error) {
      reporter.refused(target, request, error);
      // Calls `reduce`, and stops after a few attempts. Returns false at once for an error that is no overflow.
      if (!(await conversation.recover(error))) throw error;
    }
  }
}

/** A tool that fails also has a result, so that the model sees the error. */
function resultOf(call, runTool) {
  const result = { role: "tool", toolCallId: call.id, toolName: call.name };
  try {
    return { ...result, content: runTool(call) };
  } catch (error) {
    return { ...result, content: error.message, isError: true };
  }
}
