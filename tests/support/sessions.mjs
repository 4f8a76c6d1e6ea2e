// Sessions of coding agents, as their programs write them. Their shapes are those of public files and of the programs' own types:
// `chatRecordingTypes.ts` of google-gemini/gemini-cli, `docs/session.md` of badlogic/pi-mono with the types of `@earendil-works/pi-ai`, the
// notes on Codex of ryoppippi/ccusage, and the notes on Claude Code of microsoft/amplifier.

const at = (second) => new Date(Date.UTC(2026, 10, 30, 10, 0, second)).toISOString();
const lines = (...values) => values.map((value) => JSON.stringify(value)).join("\n");

// Claude Code.

const about = { sessionId: "s-1", cwd: "/projects/app", version: "2.4.1", userType: "external", gitBranch: "main" };
const entry = (type, uuid, parentUuid, second, message, more) => ({ parentUuid, isSidechain: false, ...about, type, message, uuid, timestamp: at(second), ...more });
const asks = (uuid, parent, second, content, more) => entry("user", uuid, parent, second, { role: "user", content }, more);
const CLAUDE_USAGE = { input_tokens: 4, cache_creation_input_tokens: 100, cache_read_input_tokens: 1_000, output_tokens: 20, cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 0 } };
const says = (uuid, parent, second, id, content, usage = CLAUDE_USAGE, more = {}) => entry("assistant", uuid, parent, second, { id, type: "message", role: "assistant", model: "claude-sonnet-5-5", content: [content], usage }, more);
const use = (id) => ({ type: "tool_use", id, name: "Read", input: { file: id } });
const result = (id) => [{ type: "tool_result", tool_use_id: id, content: `file ${id}` }];
const text = (words) => ({ type: "text", text: words });

/** Two parallel calls, whose results hang on their own lines; a rewind; a subagent. */
export const CLAUDE = lines(
  { type: "file-history-snapshot", messageId: "m", snapshot: {}, isSnapshotUpdate: false },
  asks("u0", null, 0, "Caveat: local commands", { isMeta: true }),
  asks("u1", "u0", 1, "Read both files."),
  says("a1", "u1", 2, "msg_1", use("t1"), { ...CLAUDE_USAGE, output_tokens: 1 }),
  says("a2", "a1", 3, "msg_1", use("t2")),
  asks("r1", "a1", 4, result("t1")),
  asks("r2", "a2", 5, result("t2")),
  says("b1", "r2", 6, "msg_2", text("An older answer.")),
  asks("v1", "b1", 7, "An older question."),
  says("v2", "v1", 8, "msg_3", text("A left answer.")),
  asks("x1", null, 9, "Search.", { isSidechain: true, agentId: "ag1" }),
  says("x2", "x1", 10, "msg_4", text("Found."), CLAUDE_USAGE, { isSidechain: true, agentId: "ag1" }),
  asks("w1", "b1", 11, "A newer question."),
  says("w2", "w1", 12, "msg_5", text("A newer answer.")),
  entry("assistant", "w3", "w2", 13, { id: "msg_6", role: "assistant", model: "<synthetic>", content: [text("API Error")], usage: { input_tokens: 0, output_tokens: 0 } }),
);

/** A compaction, which begins a new root. */
export const CLAUDE_COMPACTED = lines(
  asks("u1", null, 1, "Hello."),
  says("a1", "u1", 2, "msg_1", text("Hi.")),
  { parentUuid: null, logicalParentUuid: "a1", isSidechain: false, ...about, type: "system", subtype: "compact_boundary", content: "Conversation compacted", uuid: "k1", timestamp: at(3) },
  asks("c1", "k1", 4, "They greeted.", { isCompactSummary: true, isVisibleInTranscriptOnly: true }),
  asks("u2", "c1", 5, "Go on."),
  says("a2", "u2", 6, "msg_2", text("Yes.")),
);

// Codex.

const rollout = (second, type, payload) => ({ timestamp: at(second), type, payload });
const item = (second, payload) => rollout(second, "response_item", payload);
const message = (role, words) => ({ type: "message", role, content: [{ type: role === "assistant" ? "output_text" : "input_text", text: words }] });
const counted = (second, input, cached, total) =>
  rollout(second, "event_msg", { type: "token_count", info: { total_token_usage: { input_tokens: total, total_tokens: total }, last_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: 30, reasoning_output_tokens: 10, total_tokens: input + 30 }, model_context_window: 272_000 }, rate_limits: null });

export const CODEX = lines(
  rollout(0, "session_meta", { id: "cx-1", timestamp: at(0), cwd: "/projects/app", originator: "codex_cli_rs", cli_version: "0.98.0", instructions: null }),
  rollout(1, "turn_context", { cwd: "/projects/app", approval_policy: "on-request", model: "gpt-5.1-codex", effort: "medium" }),
  item(2, message("user", "List the files.")),
  rollout(2, "event_msg", { type: "user_message", message: "List the files." }),
  item(3, { type: "reasoning", summary: [], encrypted_content: "gAAA" }),
  item(4, { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "call_1" }),
  counted(5, 1_000, 0, 1_030),
  item(6, { type: "function_call_output", call_id: "call_1", output: "a.txt" }),
  item(7, { type: "ghost_snapshot", ghost_commit: {} }),
  item(8, message("assistant", "There is a.txt.")),
  counted(9, 1_100, 1_024, 2_160),
  counted(9, 1_100, 1_024, 2_160),
);

// Gemini CLI.

const TOKENS = { input: 900, output: 40, cached: 600, thoughts: 12, tool: 5, total: 957 };
const GEMINI_MESSAGES = [
  { id: "1", timestamp: at(1), type: "user", content: [{ text: "Look." }] },
  { id: "2", timestamp: at(2), type: "gemini", content: "", model: "gemini-3-pro", thoughts: [{ subject: "Plan", description: "Look first", timestamp: at(2) }], tokens: TOKENS, toolCalls: [{ id: "c", name: "look", args: { at: 1 }, result: [{ functionResponse: { id: "c", name: "look", response: { output: "rain" } } }], status: "success", timestamp: at(2) }] },
  { id: "3", timestamp: at(3), type: "info", content: "saved" },
  { id: "4", timestamp: at(4), type: "gemini", content: "Rain.", model: "gemini-3-pro", tokens: TOKENS },
];
const GEMINI_ABOUT = { sessionId: "g-1", projectHash: "abc", startTime: at(0), lastUpdated: at(4) };

export const GEMINI = JSON.stringify({ ...GEMINI_ABOUT, directories: ["/projects/app"], messages: GEMINI_MESSAGES }, null, 2);

/** The newer form: records a line, of which one replaces another, and a rewind. */
export const GEMINI_LINES = lines(
  { ...GEMINI_ABOUT, kind: "main" },
  GEMINI_MESSAGES[0],
  { ...GEMINI_MESSAGES[1], tokens: null, toolCalls: [] },
  GEMINI_MESSAGES[1],
  { id: "4", timestamp: at(4), type: "gemini", content: "A left answer.", model: "gemini-3-pro", tokens: TOKENS },
  { $rewindTo: "4" },
  { $set: { lastUpdated: at(9), directories: ["/projects/app"] } },
  { id: "5", timestamp: at(5), type: "gemini", content: "Rain.", model: "gemini-3-pro", tokens: TOKENS },
);

// pi.

/** @type {import("@earendil-works/pi-ai").Usage} */
const PI_USAGE = { input: 10, output: 30, cacheRead: 500, cacheWrite: 90, totalTokens: 630, cost: { input: 0.1, output: 0.2, cacheRead: 0.01, cacheWrite: 0.02, total: 0.33 } };
const piEntry = (id, parentId, second, message) => ({ type: "message", id, parentId, timestamp: at(second), message });
/** @returns {import("@earendil-works/pi-ai").UserMessage} */
const piUser = (content) => ({ role: "user", content, timestamp: 0 });
/** @returns {import("@earendil-works/pi-ai").AssistantMessage} */
const piAnswer = (...content) => ({ role: "assistant", content, api: "anthropic-messages", provider: "anthropic", model: "claude-sonnet-4-5", usage: PI_USAGE, stopReason: "stop", timestamp: 0 });
const piText = (words) => ({ type: "text", text: words });

export const PI = lines(
  { type: "session", version: 3, id: "p-1", timestamp: at(0), cwd: "/projects/app" },
  { type: "model_change", id: "m", parentId: null, timestamp: at(0), provider: "anthropic", modelId: "claude-sonnet-4-5" },
  piEntry("a", "m", 1, piUser("Look.")),
  piEntry("b", "a", 2, piAnswer({ type: "thinking", thinking: "hm" }, { type: "toolCall", id: "c1", name: "look", arguments: { at: 1 } })),
  piEntry("c", "b", 3, { role: "toolResult", toolCallId: "c1", toolName: "look", content: [piText("rain"), { type: "image", data: "AAAA", mimeType: "image/png" }], isError: false, timestamp: 0 }),
  piEntry("x", "c", 4, piAnswer(piText("A left answer."))),
  piEntry("d", "c", 5, piAnswer(piText("Rain."))),
);

/** A compaction that kept the newest entries before it. */
export const PI_COMPACTED = lines(
  { type: "session", version: 3, id: "p-2", timestamp: at(0), cwd: "/projects/app" },
  piEntry("a", null, 1, piUser("First.")),
  piEntry("b", "a", 2, piAnswer(piText("One."))),
  piEntry("c", "b", 3, piUser("Second.")),
  piEntry("d", "c", 4, piAnswer(piText("Two."))),
  { type: "compaction", id: "k", parentId: "d", timestamp: at(5), summary: "They counted.", firstKeptEntryId: "c", tokensBefore: 100 },
  piEntry("e", "k", 6, piUser("Third.")),
);
