// Tools that OpenAI defines and the host runs: a computer, a shell, patches, searches and approvals, through the public API.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { ConversationManager, convert, resume, trim, validate } from "backscroll";
import { objection } from "../../support/judges.mjs";
import { refusal } from "../../support/basics.mjs";

const target = "openai-responses";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const PICTURE = { type: "image", mediaType: "image/png", data: PNG };

const clicks = (id) => ({ type: "computer_call", id: `cu_${id}`, call_id: id, action: { type: "screenshot" }, pending_safety_checks: [], status: "completed" });
const shown = (id) => ({ type: "computer_call_output", call_id: id, output: { type: "computer_screenshot", image_url: `data:image/png;base64,${PNG}` } });
const runs = (id) => ({ type: "shell_call", id: `sh_${id}`, call_id: id, action: { commands: ["date"] }, status: "completed" });
const printed = (id) => ({ type: "shell_call_output", call_id: id, output: [{ stdout: "noon", stderr: "", outcome: { type: "exit", exit_code: 0 } }] });
const ASKS = { type: "mcp_approval_request", id: "mcpr_1", server_label: "clock", name: "set_time", arguments: "{}" };

/** Makes a conversation whose newest answer holds these items. */
function answered(...output) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "What time is it?");
  const message = conversation.addResponse(target, { id: "resp_1", model: "computer-use-preview", output });
  return { conversation, message };
}

/** Returns the items that a request sends behind the question, and its repairs. */
function sent(conversation) {
  const { body, repairs } = conversation.toRequest(target, { model: "computer-use-preview" });
  assert.equal(objection(target, body), null);
  return { items: body.input.slice(1), repairs };
}

describe("results that a host adds", () => {
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

  test("text is refused where a picture is required or a decision, and the call stays open", () => {
    for (const [call, wanted] of [[clicks("c1"), /must be a picture/], [ASKS, /must be a decision/]]) {
      const { conversation, message } = answered(call);
      const error = refusal(() => conversation.addMessage("tool", "done", { toolCallId: message.toolCalls[0].id }), "invalid-message");
      assert.match(error.message, wanted);
      assert.equal(conversation.messageCount, 2);
      assert.equal(conversation.busy, true);
    }
  });

  test("sound and documents are refused as pictures", () => {
    for (const part of [{ type: "audio", mediaType: "audio/wav", data: PNG }, { type: "file", mediaType: "application/pdf", data: PNG }]) {
      const { conversation, message } = answered(clicks("c1"));
      refusal(() => conversation.addMessage({ role: "tool", toolCallId: message.toolCalls[0].id, content: [part] }), "invalid-message");
    }
  });

  test("a text without a decision, read from another format, is reported as a denial", () => {
    const messages = [
      { role: "user", content: "hi" },
      { role: "assistant", toolCalls: [{ id: "mcpr_1", name: "set_time", arguments: "{}", kind: "mcp_approval" }] },
      { role: "tool", toolCallId: "mcpr_1", content: "yes" },
    ];
    const { body, losses } = convert("backscroll", target, messages);
    assert.deepEqual([body.input[2].approve, body.input[2].reason], [false, "yes"]);
    assert.deepEqual(losses.map(({ code, rule }) => [code, rule]), [["written-as-text", "OR8"]]);
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
    test(`${name}: no tool runs, and the provider gets the decision`, async () => {
      const { conversation } = answered(ASKS);
      const checkpoint = conversation.suspend();
      const resumed = await resume(checkpoint, { decisions, tools: { set_time: () => assert.fail("it is the provider's") }, conversation });
      const { items, repairs } = sent(resumed);
      assert.deepEqual([items[1], repairs], [{ type: "mcp_approval_response", approval_request_id: "mcpr_1", ...said }, []]);
    });
  }

  test("an approval without a decision is denied", async () => {
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

describe("resume", () => {
  const patches = { type: "apply_patch_call", id: "apc_1", call_id: "c1", status: "completed", operation: { type: "delete_file", path: "a.py" } };
  const many = { type: "computer_call", id: "cu_1", call_id: "c1", actions: [{ type: "screenshot" }], pending_safety_checks: [], status: "completed" };

  test("passes a computer's actions to needsApproval and to the tool", async () => {
    const { conversation } = answered(many);
    const checkpoint = conversation.suspend();
    assert.deepEqual(checkpoint.pendingToolArgs, { actions: many.actions });
    const seen = [];
    const computer = (args) => (seen.push(args), [PICTURE]);
    await resume(checkpoint, { decisions: true, tools: { computer }, conversation });
    assert.deepEqual(seen, [{ actions: many.actions }]);
    assert.deepEqual(sent(conversation), { items: [many, shown("c1")], repairs: [] });
  });

  test("edits a computer's actions as a list", async () => {
    const { conversation } = answered(many);
    const actions = [{ type: "wait" }];
    await resume(conversation.suspend(), { decisions: { c1: { approved: true, args: { actions } } }, tools: { computer: () => [PICTURE] }, conversation });
    assert.deepEqual(sent(conversation).items[0].actions, actions);
  });

  test("acknowledges the safety checks of an approved call", async () => {
    const checks = [{ id: "cu_sc_1", code: "malicious_instructions", message: "Are you sure?" }];
    const { conversation } = answered({ ...clicks("c1"), pending_safety_checks: checks });
    await resume(conversation.suspend(), { decisions: true, tools: { computer: () => [PICTURE] }, conversation });
    assert.deepEqual(sent(conversation).items[1].acknowledged_safety_checks, checks);
  });

  const DENIED = [
    ["a command", runs("c1"), ({ output }) => [output[0].stderr, output[0].outcome.exit_code]],
    ["a patch", patches, ({ output, status }) => [output, status === "failed" ? 1 : 0]],
  ];
  for (const [name, call, told] of DENIED) {
    test(`${name} that was denied did not succeed`, async () => {
      const { conversation } = answered(call);
      await resume(conversation.suspend(), { decisions: { c1: { approved: false, reason: "No." } }, tools: {}, conversation });
      const { items, repairs } = sent(conversation);
      assert.deepEqual([told(items[1]), repairs], [["Tool execution denied. No.", 1], []]);
    });
  }
});

describe("calls that the provider answered", () => {
  test("commands that ran in the provider's container are not the host's, and go back unchanged", () => {
    const output = [runs("c1"), { type: "shell_call_output", id: "sho_1", call_id: "c1", status: "completed", max_output_length: null, output: [] }];
    const { conversation, message } = answered(...output);
    assert.equal(message.toolCalls, undefined);
    conversation.addMessage("user", "Well?");
    assert.deepEqual(sent(conversation).items.slice(0, 2), output);
  });
});

describe("a body with such calls", () => {
  const rounds = Array.from({ length: 12 }, (_, round) => [
    { role: "user", content: `Look at page ${round}.` },
    clicks(`c${round}`),
    shown(`c${round}`),
    { role: "assistant", content: `Page ${round} is blank. `.repeat(20) },
  ]);
  const body = { model: "computer-use-preview", input: [...rounds.flat(), { role: "user", content: "And now?" }] };

  test("is made to fit without splitting a pair", () => {
    const { tokensBefore } = trim(target, body, { maxTokens: 1_000_000 }).reduction;
    for (const share of [0.05, 0.1, 0.2, 0.5, 0.9]) {
      const { body: fitting, reduction } = trim(target, body, { maxTokens: Math.floor(share * tokensBefore) });
      assert.equal(reduction.reduced, true);
      assert.equal(objection(target, fitting), null);
      assert.deepEqual(validate(target, fitting), []);
    }
  });

  test("whose commands failed still says so when their output is cleared", () => {
    const failed = (id) => ({ ...printed(id), output: [{ stdout: "x ".repeat(900), stderr: "fatal", outcome: { type: "exit", exit_code: 2 } }] });
    const input = Array.from({ length: 6 }, (_, at) => [runs(`c${at}`), failed(`c${at}`)]).flat();
    const { body: fitting } = trim(target, { model: "m", input: [{ role: "user", content: "hi" }, ...input] }, { maxTokens: 2_000 });
    const outcomes = fitting.input.filter(({ output }) => output).map(({ output }) => output[0].outcome.exit_code);
    assert.ok(outcomes.length > 0 && outcomes.every((code) => code !== 0), `${outcomes}`);
    assert.equal(objection(target, fitting), null);
  });

  test("gets the same cleared text for searches as for functions", () => {
    const searches = (id) => ({ type: "tool_search_call", call_id: id, execution: "client", status: "completed", arguments: {} });
    const found = (id) => ({ type: "tool_search_output", call_id: id, execution: "client", status: "completed", tools: [{ type: "function", name: `f${id}`, description: "d ".repeat(500), parameters: {} }] });
    const input = Array.from({ length: 6 }, (_, at) => [searches(`t${at}`), found(`t${at}`)]).flat();
    const { body: fitting } = trim(target, { model: "m", input: [{ role: "user", content: "hi" }, ...input] }, { maxTokens: 1_500 });
    const cleared = fitting.input.filter(({ type }) => type === "function_call_output");
    assert.ok(cleared.length > 0);
    assert.ok(cleared.every((item) => !("execution" in item)), JSON.stringify(cleared[0]));
  });

  test("without one half of a pair breaks the rule", () => {
    const without = (type) => ({ ...body, input: body.input.filter((item) => item.type !== type) });
    assert.deepEqual(new Set(validate(target, without("computer_call_output")).map(({ rule }) => rule)), new Set(["OR1"]));
    assert.deepEqual(new Set(validate(target, without("computer_call")).map(({ rule }) => rule)), new Set(["OR2"]));
  });
});
