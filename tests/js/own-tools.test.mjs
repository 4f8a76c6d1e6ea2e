// Tools that OpenAI defines and the host runs: a computer, a shell, patches, searches and approvals, through the public face.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, resume, trim, validate } from "backscroll";
import { objection } from "../support/judges.mjs";
import { refusal } from "./face-support.mjs";

const target = "openai-responses";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const PICTURE = { type: "image", mediaType: "image/png", data: PNG };

const clicks = (id) => ({ type: "computer_call", id: `cu_${id}`, call_id: id, action: { type: "screenshot" }, pending_safety_checks: [], status: "completed" });
const shown = (id) => ({ type: "computer_call_output", call_id: id, output: { type: "computer_screenshot", image_url: `data:image/png;base64,${PNG}` } });
const runs = (id) => ({ type: "shell_call", id: `sh_${id}`, call_id: id, action: { commands: ["date"] }, status: "completed" });
const ASKS = { type: "mcp_approval_request", id: "mcpr_1", server_label: "clock", name: "set_time", arguments: "{}" };

/** A conversation whose newest answer holds these items. */
function answered(...output) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "What time is it?");
  const message = conversation.addResponse(target, { id: "resp_1", model: "computer-use-preview", output });
  return { conversation, message };
}

/** The items that a request would send behind the question, and what was done for it. */
function sent(conversation) {
  const { body, repairs } = conversation.toRequest(target, { model: "computer-use-preview" });
  assert.equal(objection(target, body), null);
  return { items: body.input.slice(1), repairs };
}

describe("what a host adds as the result of such a call", () => {
  const RESULTS = [
    ["a picture of a computer", clicks("c1"), "computer", { content: [PICTURE] }, shown("c1")],
    ["what a shell printed", runs("c1"), "shell", { content: "noon" }, { type: "shell_call_output", call_id: "c1", output: [{ stdout: "noon", stderr: "", outcome: { type: "exit", exit_code: 0 } }] }],
    ["a shell that failed", runs("c1"), "shell", { content: "no", isError: true }, { type: "shell_call_output", call_id: "c1", output: [{ stdout: "", stderr: "no", outcome: { type: "exit", exit_code: 1 } }] }],
    ["a decision", ASKS, "mcp_approval", { content: '{"approve":true}' }, { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true }],
    ["a failure to decide, which allows nothing", ASKS, "mcp_approval", { content: "nobody there", isError: true }, { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: false, reason: "nobody there" }],
  ];
  for (const [name, call, kind, result, output] of RESULTS) {
    test(name, () => {
      const { conversation, message } = answered(call);
      const [{ id, kind: found }] = message.toolCalls;
      assert.equal(found, kind);
      conversation.addMessage({ role: "tool", toolCallId: id, ...result });
      assert.deepEqual(sent(conversation), { items: [call, output], repairs: [] });
    });
  }

  test("words are refused where a picture is wanted, and so are those that decide nothing; the call still waits", () => {
    for (const [call, wanted] of [[clicks("c1"), /wants a picture/], [ASKS, /wants a decision/]]) {
      const { conversation, message } = answered(call);
      const error = refusal(() => conversation.addMessage("tool", "done", { toolCallId: message.toolCalls[0].id }), "invalid-message");
      assert.match(error.message, wanted);
      assert.equal(conversation.messageCount, 2);
      assert.equal(conversation.busy, true);
    }
  });
});

describe("a request for an approval waits for a person", () => {
  const calls = { type: "function_call", id: "fc_1", call_id: "c1", name: "clock", arguments: "{}" };
  const DECISIONS = [
    ["approved", { mcpr_1: true }, { approve: true }],
    ["denied", { mcpr_1: { approved: false, reason: "Not on a Friday." } }, { approve: false, reason: "Not on a Friday." }],
    ["denied without a word", false, { approve: false }],
  ];
  for (const [name, decisions, said] of DECISIONS) {
    test(`${name}: no tool runs, and the provider is told`, async () => {
      const { conversation } = answered(ASKS);
      const checkpoint = conversation.suspend();
      const resumed = await resume(checkpoint, { decisions, tools: { set_time: () => assert.fail("it is the provider's") }, conversation });
      const { items, repairs } = sent(resumed);
      assert.deepEqual([items[1], repairs], [{ type: "mcp_approval_response", approval_request_id: "mcpr_1", ...said }, []]);
    });
  }

  test("what nobody was asked for is not approved", async () => {
    const { conversation } = answered(ASKS, calls);
    const checkpoint = conversation.suspend({ needsApproval: ({ name }) => name === "clock" });
    const resumed = await resume(checkpoint, { decisions: true, tools: { clock: () => "noon" }, conversation });
    const { items } = sent(resumed);
    assert.deepEqual(items.find(({ type }) => type === "mcp_approval_response").approve, false);
  });

  test("its arguments are the provider's, and cannot be edited", async () => {
    const { conversation } = answered(ASKS);
    const decisions = { mcpr_1: { approved: true, args: { time: "noon" } } };
    await assert.rejects(resume(conversation.suspend(), { decisions, tools: {}, conversation }), { code: "invalid-argument", message: /approve it as it is/ });
  });
});

describe("what the provider answered itself", () => {
  test("commands that ran in its own container are no calls of the host's, and go back as they came", () => {
    const output = [runs("c1"), { type: "shell_call_output", id: "sho_1", call_id: "c1", status: "completed", max_output_length: null, output: [] }];
    const { conversation, message } = answered(...output);
    assert.equal(message.toolCalls, undefined);
    conversation.addMessage("user", "Well?");
    assert.deepEqual(sent(conversation).items.slice(0, 2), output);
  });
});

describe("a body of such calls", () => {
  const rounds = Array.from({ length: 12 }, (_, round) => [
    { role: "user", content: `Look at page ${round}.` },
    clicks(`c${round}`),
    shown(`c${round}`),
    { role: "assistant", content: `Page ${round} is blank. `.repeat(20) },
  ]);
  const body = { model: "computer-use-preview", input: [...rounds.flat(), { role: "user", content: "And now?" }] };

  test("is made to fit without a half of a pair", () => {
    for (const maxTokens of [200, 500, 1_000, 2_000, 5_000]) {
      const { body: fitting, reduction } = trim(target, body, { maxTokens });
      assert.equal(reduction.reduced, true);
      assert.equal(objection(target, fitting), null);
      assert.deepEqual(validate(target, fitting), []);
    }
  });

  test("that lacks a half is told as the rule that it breaks", () => {
    const without = (type) => ({ ...body, input: body.input.filter((item) => item.type !== type) });
    assert.deepEqual(new Set(validate(target, without("computer_call_output")).map(({ rule }) => rule)), new Set(["OR1"]));
    assert.deepEqual(new Set(validate(target, without("computer_call")).map(({ rule }) => rule)), new Set(["OR2"]));
  });
});
