// Calls of OpenAI's built-in tools that the host runs survive the way through LangChain.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { convert } from "backscroll";
import "backscroll/langchain";

const PNG = "data:image/png;base64,iVBORw0KGgo=";
const printed = [{ stdout: "12:00", stderr: "", outcome: { type: "exit", exit_code: 0 } }];

/** A call of each tool, and its output. */
const PAIRS = [
  ["computer", { type: "computer_call", call_id: "c1", action: { type: "click", x: 1, y: 2, button: "left" }, id: "cu_1", pending_safety_checks: [], status: "completed" }, { type: "computer_call_output", call_id: "c1", output: { type: "computer_screenshot", image_url: PNG }, acknowledged_safety_checks: [{ id: "s1" }] }],
  ["computer", { type: "computer_call", call_id: "c1", actions: [{ type: "wait" }, { type: "screenshot" }], id: "cu_1", pending_safety_checks: [], status: "completed" }, { type: "computer_call_output", call_id: "c1", output: { type: "computer_screenshot", file_id: "file-1", detail: "original" } }],
  ["shell", { type: "shell_call", call_id: "c1", action: { commands: ["date"], timeout_ms: 10 }, id: "sh_1", status: "completed", environment: null }, { type: "shell_call_output", call_id: "c1", output: printed, max_output_length: 100 }],
  ["local_shell", { type: "local_shell_call", call_id: "c1", action: { type: "exec", command: ["date"], env: {} }, id: "lsh_1", status: "completed" }, { type: "local_shell_call_output", call_id: "c1", output: "12:00", id: "c1" }],
  ["apply_patch", { type: "apply_patch_call", call_id: "c1", operation: { type: "delete_file", path: "a" }, status: "completed" }, { type: "apply_patch_call_output", call_id: "c1", status: "failed", output: "no such file" }],
  ["tool_search", { type: "tool_search_call", call_id: "c1", arguments: { query: "clock" }, execution: "client", status: "completed" }, { type: "tool_search_output", call_id: "c1", tools: [], execution: "client", status: "completed" }],
  ["set.time", { type: "mcp_approval_request", id: "mcpr_1", name: "set.time", arguments: '{"hour": 12}', server_label: "clock" }, { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: false, reason: "not now" }],
];

describe("a call and its output survive a round trip", () => {
  for (const [name, call, output] of PAIRS) {
    test(`${name} ${call.actions ? "with several actions" : ""}`, () => {
      const given = { input: [{ role: "user", content: "Time?" }, call, output, { role: "user", content: "Well?" }] };
      const chain = convert("openai-responses", "langchain", given).body;
      const [, homeCall, homeOutput] = convert("langchain", "openai-responses", chain).body.input;
      assert.deepEqual(homeCall, call, JSON.stringify(chain));
      assert.equal(homeOutput.type, output.type);
      const holder = ["output", "tools", "approve"].find((field) => output[field] !== undefined);
      // A picture without its bytes is an id that only OpenAI knows.
      if (name !== "computer" || output.output.image_url !== undefined) assert.deepEqual(homeOutput[holder], output[holder], JSON.stringify(chain));
    });
  }
});
