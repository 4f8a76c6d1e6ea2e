// The command `backscroll`, as npm installs it.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { neutral } from "../../../scripts/keep/load.mjs";
import { cutAt } from "../../../scripts/keep/recall.mjs";
import { at, toolsFolder } from "../../../scripts/lib/paths.mjs";
import { runs, spread } from "../../support/runs.mjs";
import { PLANTED } from "../../support/reduce/planted.mjs";

const PROGRAM = join(toolsFolder, "consumer", "node_modules", ".bin", "backscroll");
const folder = mkdtempSync(join(tmpdir(), "backscroll-cli-"));
after(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

/** Runs the command. @returns {{ status: number, out: string, err: string }} */
function run(args, input = "") {
  const { status, stdout, stderr, error } = spawnSync(process.platform === "win32" ? `${PROGRAM}.cmd` : PROGRAM, args, { cwd: folder, input, encoding: "utf8", shell: process.platform === "win32", maxBuffer: 1 << 28 });
  assert.equal(error, undefined);
  return { status, out: stdout, err: stderr };
}

function file(name, content) {
  writeFileSync(join(folder, name), typeof content === "string" ? content : JSON.stringify(content));
  return name;
}

const call = { id: "a", type: "function", function: { name: "look", arguments: "{}" } };
const sound = { model: "gpt-5", messages: [{ role: "user", content: "Hi." }] };
const broken = { model: "gpt-5", messages: [{ role: "user", content: "Hi." }, { role: "assistant", content: null, tool_calls: [call] }, { role: "user", content: "So?" }] };
const long = { model: "gpt-5", messages: Array.from({ length: 40 }, (_, turn) => ({ role: turn % 2 === 0 ? "user" : "assistant", content: `Turn ${turn}: ${"and why is that so? ".repeat(20)}` })).slice(0, -1) };
const claude = { model: "claude-sonnet-5-5", max_tokens: 100, system: "Be brief.", messages: [{ role: "user", content: "Hi." }, { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "look", input: {} }] }, { role: "user", content: "So?" }] };

file("sound.json", sound);
file("broken.json", broken);
file("long.json", long);
file("claude.json", claude);
file("thinking.json", { model: "claude-sonnet-5-5", max_tokens: 4_000, thinking: { type: "adaptive" }, messages: [{ role: "user", content: "Hi." }, { role: "assistant", content: [{ type: "thinking", thinking: "Hm.", signature: "EqQBCkYIBxgC" }, { type: "text", text: "Hello." }] }, { role: "user", content: "So?" }] });
file("parameters.json", { ...sound, max_tokens: 9, temperature: 0.5, stop: ["END"] });
file("planted.json", PLANTED);
const rules = "You are a travel assistant who answers in one sentence. ".repeat(200);
const dialogue = (system, ...more) => ({ model: "gpt-5", messages: [{ role: "system", content: system }, { role: "user", content: "Hi." }, ...more] });
const answered = [{ role: "assistant", content: "Hello." }, { role: "user", content: "So?" }];
file("first.json", dialogue(rules));
file("second.json", dialogue(rules, ...answered));
file("third.json", dialogue(`Be brief. ${rules}`, ...answered));
file("dialogue.jsonl", [dialogue(rules), dialogue(rules, ...answered), dialogue(`Be brief. ${rules}`, ...answered)].map((body) => JSON.stringify(body)).join("\n"));
const answer = (cached) => ({ id: "c", object: "chat.completion", model: "gpt-5", choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hello." } }], usage: { prompt_tokens: 2000, completion_tokens: 3, total_tokens: 2003, prompt_tokens_details: { cached_tokens: cached } } });
const logged = [
  { time: "2026-11-30T10:00:00Z", request: dialogue(rules), response: answer(0) },
  { time: "2026-11-30T10:01:00Z", request: dialogue(rules, ...answered), response: answer(1920) },
  { time: "2026-12-02T10:01:00Z", request: dialogue(rules, ...answered, ...answered), response: answer(0) },
];
const text = JSON.stringify(broken);
const words = { error: { message: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.", type: "invalid_request_error" } };
const curl = `curl https://api.openai.com/v1/chat/completions \\\n  -H "Authorization: Bearer $KEY" \\\n  -d '${text}'\n`;
file("request.sh", curl);
file("pretty.json", `${JSON.stringify(broken, null, 4)}\n`);
file("both.txt", `${text}\n\nopenai.BadRequestError: Error code: 400 - ${JSON.stringify(words)}\n`);
file("batch.jsonl", [1, 2].map((id) => JSON.stringify({ custom_id: `r-${id}`, method: "POST", url: "/v1/chat/completions", body: broken })).join("\n"));
file("list.json", claude.messages);
file("session.jsonl", claude.messages.map((message, at) => JSON.stringify({ type: message.role, sessionId: "s", uuid: String(at), parentUuid: null, message })).join("\n"));
file("mystery.json", { jsonrpc: "2.0", method: "tools/call" });
file("unclear.txt", `${JSON.stringify(sound)}\n\n400 Bad Request`);
file("ui.json", [{ id: "1", role: "user", parts: [{ type: "text", text: "Hi" }] }, { id: "2", role: "assistant", parts: [{ type: "tool-look", toolCallId: "a", state: "input-available", input: {} }] }, { id: "3", role: "user", parts: [{ type: "text", text: "So?" }] }]);
file("cut.json", text.slice(0, -20));
const lines = (records) => records.map((record) => JSON.stringify(record)).join("\n");
file("logged.jsonl", lines(logged));
file("seconds.jsonl", lines(logged.map(({ time, request }) => ({ at: Date.parse(time) / 1_000, body: request }))));
file("http.jsonl", lines(logged.map(({ time, request, response }) => ({ timestamp: time, request: { url: "/v1/chat/completions", body: JSON.stringify(request) }, response: { status: 200, body: JSON.stringify(response) } }))));
file("unread.jsonl", lines(logged.map(({ request }) => ({ request, response: { error: "down" } })).slice(0, 2)));
file("empty.jsonl", lines([{ time: 1, request: null }, { time: 2, request: null }]));
file("snapshot.json", { version: 1, settings: {}, messages: [{ id: "m", role: "user", content: "Hi.", createdAt: 0 }] });
const thinking = (text, missed) => ({ at: 1_764_500_000, request: { model: "claude-sonnet-4-5", max_tokens: 9, system: [{ type: "text", text, cache_control: { type: "ephemeral" } }], messages: [{ role: "user", content: "Hi." }] }, response: { type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [{ type: "text", text: "Hello." }], usage: { input_tokens: 9, cache_read_input_tokens: 0, output_tokens: 4 }, ...(missed && { diagnostics: { cache_miss_reason: { type: missed, cache_missed_input_tokens: 1500 } } }) } });
file("noticed.jsonl", lines([thinking(rules), thinking(`Be kind. ${rules}`, "system_changed")]));
file("other.jsonl", lines([thinking(rules), thinking(`Be kind. ${rules}`, "tools_changed")]));
file("many.jsonl", [sound, broken, sound].map((body) => JSON.stringify(body)).join("\n"));
file("rows.jsonl", [sound, broken].map((request) => JSON.stringify({ id: 7, request })).join("\n"));
file("wrong.jsonl", `${JSON.stringify(sound)}\n{"messages": [}\n${JSON.stringify(broken)}\n`);
file("wrong.json", '{\n  "messages": [\n    { "role": "user" ]\n  ]\n}');
file("named.json", { ...sound, messages: [{ role: "user", name: "bob", content: "Hi." }] });
file("refusal.json", { type: "error", error: { type: "invalid_request_error", message: "messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message." } });

describe("the command", () => {
  /** Each case: arguments, exit code, what standard output and standard error must match, and standard input. */
  const CASES = [
    ["a sound request breaks none of the rules that are checked", ["check", "sound.json"], 0, /^sound\.json: breaks none of the \d+ rules of OpenAI Chat that we check\n$/, /^$/],
    ["a broken rule is found, with its place", ["check", "broken.json"], 1, /^broken\.json: OC2 messages\[1\]\.tool_calls\[0\]\.id: .*\n {4}The provider answers: An assistant message/, /^$/],
    ["several files are checked", ["check", "sound.json", "broken.json"], 1, /^sound\.json: breaks none of .*\nbroken\.json: OC2/, /^2 values: 1 with findings, 0 unreadable\.$/m],
    ["lines are checked one by one", ["check", "many.jsonl"], 1, /^many\.jsonl:2: OC2/, /^3 values: 1 with findings/],
    ["standard input is read", ["check"], 1, /^standard input: OC2/, /^$/, JSON.stringify(broken)],
    ["lines of standard input are recognised", ["check", "-", "--quiet"], 1, /^standard input:2: OC2/, /^$/, `${JSON.stringify(sound)}\n${JSON.stringify(broken)}\n`],
    ["a request in a field is checked", ["check", "rows.jsonl", "--field", "request", "--quiet"], 1, /^rows\.jsonl:2: OC2/, /^$/],
    ["a missing field is said", ["check", "rows.jsonl", "--field", "body", "--quiet"], 2, /^$/, /rows\.jsonl:1: There is no field "body"\./],
    ["another format may be forced", ["check", "broken.json", "--format", "mistral", "--quiet"], 1, /^broken\.json: MI\d+ /, /^$/],
    ["JSON comes with --json", ["check", "broken.json", "--json"], 1, /^\{"place":"broken\.json","format":"openai-chat","violations":\[\{"rule":"OC2"/, /^$/],
    ["a repaired request is written, and its repairs are reported", ["repair", "broken.json"], 0, /"role":"tool"/, /^broken\.json: missing-result-added: /],
    ["a sound request is written as it is", ["repair", "sound.json"], 0, new RegExp(`^${JSON.stringify(sound).replace(/[{}[\]$.]/g, "\\$&")}\n$`), /^$/],
    ["repaired parameters are reported, and what is left to the caller", ["repair", "parameters.json"], 1, /^\{"model":"gpt-5","messages":\[\{"role":"user","content":"Hi\."\}\],"max_completion_tokens":9,"stop":\["END"\]\}\n$/, /^parameters\.json: OC20: gpt-5 takes no `max_tokens`: `max_tokens` was renamed to `max_completion_tokens`\.\nparameters\.json: OC20: .*`temperature` was left out\.\nparameters\.json: left to you: OC20 stop: leave it out, and cut the answer yourself\.\n$/],
    ["repaired parameters come with --json", ["repair", "parameters.json", "--json"], 1, /"repairs":\[\],"parameters":\[\{"rule":"OC20","path":"max_tokens","detail":.*"edits":\[.*\],"left":\[\{"rule":"OC20","path":"stop"/, /^$/],
    ["a request is made to fit", ["fit", "long.json", "--max-tokens", "800", "--by", "age"], 0, /"messages":\[/, /It takes \d+ tokens now: \d+ messages were removed/],
    ["what cannot fit is found", ["fit", "long.json", "--max-tokens", "5"], 1, /^$/, /What must stay takes/],
    ["a request is converted with its limit and its tools", ["convert", "claude.json", "--to", "openai-chat"], 0, /^(?=.*"tool_calls":\[\{"id":"toolu_1")(?=.*"max_completion_tokens")/, /`model`: name one of openai-chat/],
    ["a loss of what was said is found", ["convert", "named.json", "--to", "anthropic"], 1, /"messages":\[/, /field-dropped: the name `bob`/],
    ["messages of a framework are written", ["convert", "sound.json", "--to", "ai-sdk", "--form", "ui", "--quiet"], 0, /"parts":\[\{"type":"text"/, /^$/],
    ["requests are counted", ["stats", "broken.json"], 0, /^broken\.json: openai-chat: 3 messages \(2 user, 1 assistant\), 1 calls, about \d+ tokens\n(broken\.json: [a-z]+: \d+ tokens\n)+(broken\.json: largest: m\d+(:a)? \((user|assistant|tool)\), \d+ tokens\n){3}broken\.json: counted by the row "gpt-5, chat", which is fitted; the window of the model has 272000 tokens\n$/, /^$/],
    ["a cut that stats looks at keeps by need what the newest answer uses, and loses it by age", ["stats", "planted.json", "--max-tokens", "1000"], 0, /^planted\.json: cut to 1000 tokens by need: \d+ tokens, 2 of 2 messages of the user whole, recall: 4 of 4 words\nplanted\.json: cut to 1000 tokens by age: \d+ tokens, 1 of 2 messages of the user whole, recall: 0 of 4 words\nplanted\.json: Recall counts /m, /^$/],
    ["a cut to all tokens keeps everything", ["stats", "planted.json", "--max-tokens", "3000", "--by", "age"], 0, /by age: (\d+) tokens, 2 of 2 messages of the user whole, recall: 4 of 4 words\n/, /^$/],
    ["few needed words say nothing of a cut", ["stats", "long.json", "--max-tokens", "800", "--by", "need"], 0, /by need: \d+ tokens, \d+ of 20 messages of the user whole, recall: too few words to say\n/, /^$/],
    ["a cut that cannot be made says why", ["stats", "planted.json", "--max-tokens", "5", "--by", "age"], 0, /cut to 5 tokens by age: What must stay takes/, /^$/],
    ["requests are counted without a cut where no tokens are given", ["stats", "planted.json"], 0, /^(?![^]*(cut|recall))/i, /^$/],
    ["a refusal is explained from words", ["explain", "messages", "with", "role", "'tool'", "must be a response to a preceeding message with 'tool_calls'"], 0, /^OC1 \(openai-chat\): /, /^$/],
    ["a refusal is explained from a file, with its request", ["explain", "refusal.json", "--body", "claude.json"], 0, /^AN1 \(anthropic\): .*\n {4}The refusal names messages\[1\]\.\n {4}In the request: messages\[1\]\.content\[0\]/, /^$/],
    ["a refusal of a parameter is explained, with what the repair does to the request", ["explain", "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", "--body", "parameters.json"], 0, /^OC20 [^]*\n {4}In the request: max_tokens\.[^]*\n {4}What `backscroll repair` does: name it `max_completion_tokens`\.[^]*\n {4}Left to you: leave it out, and cut the answer yourself\.\n/, /^$/],
    ["a refusal is explained from standard input", ["explain", "--json"], 0, /^\{"explanations":\[\{"rule":\{"id":"OC2"/, /^$/, "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'."],
    ["an overflow is told", ["explain", "This model's maximum context length is 4000 tokens. However, your messages resulted in 4144 tokens."], 0, /too long for the model's context window/, /^$/],
    ["an unknown refusal is found", ["explain", "Hello."], 1, /^This refusal names no cause, and no rule is like it\.\n$/, /^$/],
    ["a refusal that names nothing is found", ["explain", "Bad Request"], 1, /^unspecified: .*`validate`\.\n$/, /^$/],
    ["a refusal without a rule is explained by its cause, with an advice", ["explain", "messages[2].content: the value is 9 levels deep, cache_control cannot be set here"], 0, /^cache-control: Remove the cache marker.*\n {4}The refusal names messages\[2\]\.content\.\n/, /^$/],
    ["an unexplained refusal beside a request that breaks no rule names what is likely to help", ["explain", "`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified", "--body", "thinking.json"], 0, /\nLikely to help: Leave [^\n]*reasoning out\. [^\n]+\n/, /^$/],
    ["a refusal for a reason outside the request is told from a fault of it", ["explain", "Internal server error"], 0, /^not-ours: The form of the request is not at fault.*\n$/, /^$/],
    ["a request that goes on is served from the cache", ["cache", "first.json", "second.json"], 0, /^second\.json: nothing is lost; \d+ tokens can be read from the cache\n$/, /^$/],
    ["a cache miss is reported, with cause, place, tokens and remedy", ["cache", "second.json", "third.json"], 1, /^third\.json: system-changed at messages\[0\]\.content: .*; \d+ of \d+ tokens are lost, 0\.\d{6} US dollars\. Keep the system prompt unchanged.*\n$/, /^$/],
    ["each line is compared with the one before it", ["cache", "dialogue.jsonl"], 1, /^dialogue\.jsonl:2: nothing is lost.*\ndialogue\.jsonl:3: system-changed at .*\n$/, /^$/],
    ["cache misses come with --json", ["cache", "dialogue.jsonl", "--json"], 1, /^\{"place":"dialogue\.jsonl:2","format":"openai-chat","isLost":false.*\n\{"place":"dialogue\.jsonl:3",.*"cause":"system-changed"/, /^$/],
    ["records of a logger are compared, with the tokens that the provider read", ["cache", "logged.jsonl"], 1, /^logged\.jsonl:2: nothing is lost; \d+ tokens can be read from the cache\. The provider read 1920 tokens from its cache\.\nlogged\.jsonl:3: lifetime-passed: 172800 seconds passed.* The provider read 0 tokens from its cache\.\n$/, /^$/],
    ["times may be seconds, and the body may be in `body`", ["cache", "seconds.jsonl"], 1, /^seconds\.jsonl:2: nothing is lost.*\nseconds\.jsonl:3: lifetime-passed: 172800 seconds passed/, /^$/],
    ["what is logged of HTTP is read, in texts, too", ["cache", "http.jsonl"], 1, /^http\.jsonl:2: nothing is lost.* The provider read 1920 tokens.*\nhttp\.jsonl:3: lifetime-passed/, /^$/],
    ["a field that is named holds the body", ["cache", "logged.jsonl", "--field", "request"], 1, /^logged\.jsonl:2: nothing is lost.* The provider read 1920/, /^$/],
    ["a response that cannot be read says nothing", ["cache", "unread.jsonl"], 0, /^unread\.jsonl:2: nothing is lost; \d+ tokens can be read from the cache\n$/, /^$/],
    ["the provider's own cause is named, the same", ["cache", "noticed.jsonl"], 1, /: system-changed at .* The provider read 0 tokens from its cache\. It names the same cause: system\.\n$/, /^$/],
    ["the provider's own cause is named, another", ["cache", "other.jsonl"], 1, /: system-changed at .* It names another cause: tools\.\n$/, /^$/],
    ["the provider's count comes with --json", ["cache", "logged.jsonl", "--json"], 1, /"elapsedMs":60000,"reportedTokens":1920\}\n/, /^$/],
    ["--elapsed is the time between requests without times", ["cache", "first.json", "second.json", "--elapsed", "90000"], 1, /^second\.json: lifetime-passed: 90000 seconds passed/, /^$/],
    ["--elapsed within the lifetime loses nothing", ["cache", "first.json", "second.json", "--elapsed", "1.5"], 0, /^second\.json: nothing is lost/, /^$/],
    ["times of records come before --elapsed", ["cache", "logged.jsonl", "--elapsed", "0"], 1, /logged\.jsonl:3: lifetime-passed/, /^$/],
    ["--elapsed is a number", ["cache", "first.json", "second.json", "--elapsed", "soon"], 2, /^$/, /--elapsed is a number of seconds, not "soon"\./],
    ["--elapsed is an option of cache alone", ["check", "sound.json", "--elapsed", "3"], 2, /^$/, /--elapsed is an option of cache\./],
    ["a record without a body is refused", ["cache", "empty.jsonl"], 2, /^$/, /empty\.jsonl:1: There is no request: give a body, or a record/],
    ["a snapshot holds no requests, and the error says what to give", ["cache", "snapshot.json", "snapshot.json"], 2, /^$/, /snapshot\.json: This is a snapshot of a conversation.*give the bodies that were sent/],
    ["a field that a record lacks is named", ["cache", "logged.jsonl", "--field", "prompt"], 2, /^$/, /logged\.jsonl:1: There is no field "prompt"\./],
    ["one request cannot be compared", ["cache", "first.json"], 2, /^$/, /cache needs two requests/],
    ["requests of two formats cannot be compared", ["cache", "first.json", "claude.json"], 2, /^$/, /claude\.json: The request is one of anthropic, and the one before it of openai-chat\./],
    ["a text is looked at without a command", [], 1, /^standard input: JSON; it holds a request\.\n\nopenai-chat: Refused: The call `\w+` has no result \(messages\[1\]\.tool_calls\[0\]\.id\)\nOC2 messages\[1\]\.tool_calls\[0\]\.id: [^]*\nNext: backscroll repair writes the repaired request/, /^$/, text],
    ["a file is looked at without a command", ["request.sh"], 1, /^request\.sh: A curl command for bash; it holds a request\.\n[^]*\nNext: backscroll repair request\.sh writes the repaired request/, /^$/],
    ["a sound request breaks none of the rules that are checked, which is all that is said", ["sound.json"], 0, /\n\nopenai-chat: Breaks none of the \d+ rules of OpenAI Chat that we check\n$/, /^$/],
    ["an error and a request in one text are explained together", ["both.txt"], 1, /with the provider's refusal\.\n[^]*Refused: The call `[^]*The provider's refusal:\n {4}OC2 [^]*In the request: messages\[1\]\.tool_calls\[0\]\.id/, /^$/],
    ["a refusal that names no cause beside a request that breaks no known rule is not explained away", ["unclear.txt"], 1, /openai-chat: The provider refused this, and we cannot see why\n/, /^$/],
    ["a refusal alone is explained, and the request is asked for", [], 1, /^standard input: A provider's refusal, without the request\.\nOC2 [^]*Next: give the request, too/, /^$/, JSON.stringify(words)],
    ["a value that is no request is described", ["mystery.json"], 1, /^mystery\.json: This is JSON, but no request that I know: an object with the fields `jsonrpc`, `method`\./, /^$/],
    ["messages of a framework are looked at as the request that they become", ["ui.json"], 1, /ai-sdk: a request that is made of it would need repairs\nOC2: the call `a` of look has no result/, /^$/],
    ["a text that breaks off is checked as far as it goes", ["cut.json"], 1, /the text breaks off in an? \w+; what is missing is not checked\.\n\nopenai-chat: Refused: The call `/, /^$/],
    ["what a text is comes with --json", ["request.sh", "--json"], 1, /^\{"kind":"request","taken":"A curl command for bash; .*"requests":\[\{"format":"openai-chat","violations":\[\{"rule":"OC2"/, /^$/],
    ["an error in the same text is explained by check", ["check", "both.txt"], 1, /^both\.txt: OC2 messages[^]*\nboth\.txt: OC2 \(openai-chat\): /, /^$/],
    ["a refusal is explained with the request in the same text", ["explain", "both.txt"], 0, /^OC2 [^]*In the request: messages\[1\]\.tool_calls\[0\]\.id/, /^$/],
    ["a command of a shell is repaired as a command", ["repair", "request.sh", "--quiet"], 0, /^curl https:\/\/api\.openai\.com\/v1\/chat\/completions \\\n {2}-H "Authorization: Bearer \$KEY" \\\n {2}-d '\{"model":"gpt-5".*"role":"tool".*\}'\n$/, /^$/],
    ["a file with an indentation keeps it", ["repair", "pretty.json", "--quiet"], 0, /^\{\n {4}"model": "gpt-5",\n {4}"messages": \[\n[^]*\n {8}\{\n {12}"role": "tool",\n/, /^$/],
    ["the requests of a batch are checked", ["check", "batch.jsonl", "--quiet"], 1, /^batch\.jsonl:1: OC2 [^]*\nbatch\.jsonl:2: OC2 /, /^$/],
    ["each line of a batch is repaired in its place", ["repair", "batch.jsonl", "--quiet"], 0, /^\{"custom_id":"r-1","method":"POST".*"role":"tool".*\}\n\{"custom_id":"r-2".*"role":"tool".*\}\n$/, /^$/],
    ["a list of messages is checked without the fields beside it", ["check", "list.json"], 1, /^list\.json: AN1 \[1\]\.content\[0\]\.id: (?![^]*AN39)/, /^$/],
    ["a list of messages is repaired as a list", ["repair", "list.json", "--quiet"], 0, /^\[\{"role":"user","content":"Hi\."\},[^]*"tool_result"[^]*\]\n$/, /^$/],
    ["the lines of a session are one request", ["check", "session.jsonl"], 1, /^session\.jsonl: AN1 \[1\]\.content\[0\]\.id: (?![^]*AN39)/, /^$/],
    ["help on a command is printed", ["help", "repair"], 0, /^Usage: backscroll repair \[file \.\.\.\] \[options\]\n\nWrites the request(?![^]*--elapsed)[^]*Examples:\n[^]*Exit codes:\n {2}0 {2}nothing is left to repair\n {2}1 {2}a fault that is left to you\n/, /^$/],
    ["help on a command is printed by its option", ["fit", "--help"], 0, /^Usage: backscroll fit [^]*--max-tokens[^]*--by/, /^$/],
    ["help on an unknown command is bad usage", ["help", "mend"], 2, /^$/, /There is no command "mend"\./],
    ["help is printed", ["--help"], 0, /^Usage: backscroll <command>/, /^$/],
    ["the version is printed", ["--version"], 0, /^\d+\.\d+\.\d+\n$/, /^$/],
    ["an empty standard input is bad input", [], 2, /^$/, /There is nothing to read\.\nSee `backscroll --help`\./],
    ["an unknown command is bad usage", ["mend", "sound.json"], 2, /^$/, /There is no command "mend", and no file of this name\./],
    ["an unknown option is bad usage", ["check", "--fast", "sound.json"], 2, /^$/, /'--fast'/],
    ["an option of another command is bad usage", ["check", "--to", "anthropic", "sound.json"], 2, /^$/, /--to is an option of convert\./],
    ["an option of two other commands is bad usage", ["check", "--max-tokens", "9", "sound.json"], 2, /^$/, /--max-tokens is an option of fit and stats\./],
    ["a number that is none is bad usage", ["fit", "--max-tokens", "many", "sound.json"], 2, /^$/, /--max-tokens is a whole number above 0, not "many"\./],
    ["a missing option is bad usage", ["convert", "sound.json"], 2, /^$/, /convert needs --to\./],
    ["an unknown format is bad usage", ["convert", "sound.json", "--to", "xml"], 2, /^$/, /xml/],
    ["a missing file is bad input", ["check", "nowhere.json"], 2, /^$/, /nowhere\.json cannot be read: ENOENT/],
    ["broken JSON is bad input, with line and column", ["check", "wrong.json"], 2, /^$/, /^wrong\.json:3:22: This is no JSON: /],
    ["a broken line does not stop the others", ["check", "wrong.jsonl"], 2, /^wrong\.jsonl:3: OC2/, /^wrong\.jsonl:2:15: This is no JSON: .*\n3 values: 1 with findings, 1 unreadable\./],
    ["an empty input is bad input", ["check"], 2, /^$/, /no JSON|nothing to read/],
    ["a value without a format is bad input", ["check"], 2, /^$/, /The format is not recognised: give --format\./, '{"a":1}'],
    ["messages of a framework are no request", ["check", "--quiet"], 2, /^$/, /ai-sdk is no format of requests/, '[{"role":"user","parts":[{"type":"text","text":"Hi"}]}]'],
  ];
  for (const [fact, args, status, out, err, input] of CASES) {
    test(fact, () => {
      const found = run(args, input);
      assert.match(found.out, out);
      assert.match(found.err, err);
      assert.equal(found.status, status);
    });
  }

  test("colours are printed where they are asked for, and nowhere else", () => {
    const withEnv = (env, ...args) => spawnSync(process.execPath, [at("node_modules", "backscroll", "cli.mjs"), ...args], { cwd: folder, input: "", encoding: "utf8", env: { ...process.env, NO_COLOR: "", FORCE_COLOR: undefined, ...env } }).stdout;
    assert.doesNotMatch(withEnv({}, "broken.json"), /\x1b/);
    assert.match(withEnv({ FORCE_COLOR: "1" }, "broken.json"), /\x1b\[31m/);
    assert.match(withEnv({ FORCE_COLOR: "1" }, "check", "broken.json"), /\x1b\[31mOC2/);
    assert.doesNotMatch(withEnv({ FORCE_COLOR: "1", NO_COLOR: "1" }, "broken.json"), /\x1b/);
    assert.doesNotMatch(withEnv({ FORCE_COLOR: "1" }, "check", "broken.json", "--no-color"), /\x1b/);
  });

  test("what is repaired passes the check", () => {
    const { out } = run(["repair", "broken.json", "--quiet"]);
    assert.equal(run(["check"], out).status, 0);
  });

  test("stats gives its cuts as JSON, each smaller than the tokens that were given; with --by, one cut", () => {
    const cutsBy = (...by) => JSON.parse(run(["stats", "planted.json", "--max-tokens", "1000", "--json", ...by]).out).cuts;
    const [need, age] = cutsBy();
    for (const { tokens, maxTokens } of [need, age]) assert.ok(tokens <= 1_000 && maxTokens === 1_000, `${tokens}`);
    assert.deepEqual([need.user, need.recall], [{ whole: 2, all: 2 }, { needed: 4, held: 4 }]);
    assert.deepEqual([age.user, age.recall], [{ whole: 1, all: 2 }, { needed: 4, held: 0 }]);
    assert.deepEqual(cutsBy("--by", "age"), [age]);
  });

  test("the needed words of stats are those of `npm run keep`", () => {
    const { messages } = JSON.parse(readFileSync(at("tests", "fixtures", "agent-transcript.json"), "utf8"));
    const said = neutral(messages);
    const answers = said.flatMap(({ role }, place) => (role === "assistant" ? [place] : []));
    // The transcript at several ends, each before its newest six answers.
    for (const end of [answers.at(-1), answers.at(-20), answers.at(-40)]) {
      const place = answers.filter((answer) => answer <= end).at(-6);
      const { needed } = cutAt("transcript", said.slice(0, end + 1), place);
      const { out } = run(["stats", "--json", "--max-tokens", "20000", "--by", "age"], JSON.stringify({ messages: messages.slice(0, end + 1) }));
      assert.equal(JSON.parse(out).cuts[0].recall.needed, needed.size);
    }
  });

  test("thousands of lines are read without holding them all, and a reader that has enough ends the command", async () => {
    const LINES = 4_000;
    const lines = Array.from({ length: LINES }, () => JSON.stringify(sound)).join("\n");
    file("large.jsonl", lines);
    const all = run(["stats", "large.jsonl", "--quiet"]);
    const counts = all.out.split("\n").filter((line) => /: openai-chat: \d+ messages/.test(line));
    assert.equal(counts.length, LINES);
    const child = spawn(process.execPath, [at("node_modules", "backscroll", "cli.mjs"), "stats", "large.jsonl"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    child.stdout.once("data", () => child.stdout.destroy());
    assert.equal(await new Promise((resolve) => child.once("exit", resolve)), 0, said);
    assert.equal(said, "");
  });
});

describe("the command on recorded requests", () => {
  const data = at("..", "shared", "data");
  const skip = !existsSync(data) && "../shared/data is not beside this repository";
  // The others hold refusals and texts, not requests.
  const files = skip ? [] : readdirSync(data).filter((name) => name.endsWith(".jsonl") && !["forms.jsonl", "refusals.jsonl"].includes(name));
  for (const name of spread(files, runs({ few: 8, all: 100 }))) {
    const row = JSON.parse(readFileSync(join(data, name), "utf8").split("\n", 1)[0]);
    const field = row.request === undefined ? [] : ["--field", "request"];
    test(`${name} is read to its end`, { skip }, () => {
      const { status, err } = run(["stats", join(data, name), "--json", ...field]);
      assert.doesNotMatch(err, /\n\s+at /, "no stack");
      assert.ok(status === 0 || status === 2, err);
      const unreadable = Number(/(\d+) unreadable/.exec(err)?.[1] ?? 0);
      const values = Number(/^(\d+) values/m.exec(err)?.[1] ?? 1);
      assert.ok(unreadable <= values / 10, err);
    });
  }

  test("accepted requests break no rule", { skip }, () => {
    for (const name of spread(files.filter((name) => name.startsWith("wire_accepted_dev")), runs({ few: 2, all: 100 }))) {
      const { status, out, err } = run(["check", join(data, name), "--field", "request", "--quiet"]);
      assert.equal(status, 0, `${name}: ${out}${err}`);
    }
  });
});
