// Forms in which people have a request: what the reader finds in each, where, and how a change of it is written back.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { sanitize } from "backscroll";
import { editedText, readPaste } from "backscroll/read";
import { BODY, FORMS } from "../../support/pasted.mjs";
import { recordedForms } from "../../support/shared-data.mjs";

const plain = (value) => JSON.parse(JSON.stringify(value));
const listName = (value) => ["messages", "contents", "input"].find((name) => name in value);
const listIn = (value) => (Array.isArray(value) ? value : value[listName(value)]);

/** Fails unless a change of each request is written into the text, and everything beside the requests stays. */
function checkEdits(text, changed) {
  const { requests } = readPaste(text);
  for (const [at, request] of requests.entries()) {
    assert.deepEqual(request.editsTo(request.value), [], "an unchanged value needs no edit");
    const after = changed(request);
    const source = request.isInText ? text : JSON.stringify(request.value, null, 2);
    const edits = after === null ? null : request.editsTo(after);
    if (edits === null) continue;
    const edited = editedText(source, edits);
    const again = readPaste(edited).requests;
    assert.deepEqual(plain(request.isInText ? again[at].value : JSON.parse(edited)), plain(after));
    if (!request.isInText) continue;
    assert.equal(again.length, requests.length);
    assert.equal(edited.slice(0, request.from), text.slice(0, request.from), "the text before the request");
    assert.ok(edited.endsWith(text.slice(request.to)), "the text behind the request");
  }
}

const TRICKY = { role: "user", content: "It's \"new\": $x `y` \\n ${z} #{r} 100% ^\nline “ü” 🙂 </script>" };

describe("a form is read, and a new message is written into it", () => {
  for (const [name, { text, kind = "request", values = [BODY], form, refusal, url, places, isInText = true, isGuess = false, isEditable = true, ...given }] of Object.entries(FORMS)) {
    test(name, () => {
      const pasted = readPaste(text);
      assert.equal(pasted.kind, kind, pasted.taken);
      assert.deepEqual(plain(pasted.requests.map(({ value }) => value)), values);
      assert.equal(pasted.isGuess, isGuess);
      if (form !== undefined) assert.match(pasted.form, form);
      if (refusal === undefined) assert.equal(pasted.refusal, null);
      else assert.match(pasted.refusal, refusal);
      for (const request of pasted.requests) {
        assert.equal(request.isInText, isInText);
        assert.equal(request.detected?.format, "format" in given ? given.format : "openai-chat");
        if (url !== undefined) assert.equal(request.url, url);
        assert.ok(isInText || (request.from === 0 && request.to === text.length));
      }
      if (places !== undefined) assert.deepEqual(pasted.requests.map((request) => request.place), places);
      else if (pasted.requests.length === 1 && isInText) assert.equal(pasted.requests[0].place, "");
      if (kind === "response" || kind === "stream") assert.notEqual(pasted.answer?.format ?? null, null);
      assert.ok(pasted.taken.endsWith("."), pasted.taken);
      assert.doesNotMatch(JSON.stringify(pasted.requests), /secret/i);
      for (const request of isEditable ? pasted.requests : []) {
        const after = structuredClone(request.value);
        listIn(after).splice(1, 0, TRICKY);
        assert.notEqual(request.editsTo(after), null);
      }
      checkEdits(text, ({ value }) => {
        const after = structuredClone(value);
        listIn(after).splice(1, 0, TRICKY);
        return after;
      });
    });
  }
});

/** Findings that the reader must make in the recorded forms: the kind, the format, and the number of the messages of each request. */
const EXPECTED = {
  "pretty JSON": ["request", "openai-chat", 4],
  "minified JSON": ["request", "openai-chat", 4],
  "trailing commas + comments (JSON5/JSONC)": ["request", "openai-chat", 4],
  "JS object literal (unquoted keys, single quotes)": ["request", "openai-chat", 3],
  "Node util.inspect (depth cut: [Object])": ["request", "openai-chat", 3],
  "Python dict repr": ["request", "openai-chat", 4],
  "Python dict pprint": ["request", "openai-chat", 4],
  "Python pydantic repr (ChatCompletionMessage)": ["request", "openai-chat", 3],
  YAML: ["request", "openai-chat", 3],
  "HAR entry": ["request", "openai-chat", 4],
  "HAR file": ["request", "openai-chat", 4],
  "curl bash single quotes": ["request", "openai-chat", 4],
  "curl bash from devtools ($'…' --data-raw)": ["request", "openai-chat", 4],
  "curl cmd (Windows, ^\")": ["request", "openai-chat", 4],
  "curl cmd plain (\\\" in double quotes)": ["request", "openai-chat", 4],
  "curl with heredoc / --data @-": ["request", "openai-chat", 4],
  "PowerShell Invoke-WebRequest (devtools)": ["request", "openai-chat", 4],
  "PowerShell here-string": ["request", "openai-chat", 4],
  "fetch() copied from devtools": ["request", "openai-chat", 4],
  "fetch() Node.js": ["request", "openai-chat", 4],
  "JS code: openai.chat.completions.create({...})": ["request", "openai-chat", 3],
  "Python code: client.chat.completions.create(messages=[...])": ["request", "openai-chat", 3],
  "JSONL of bodies (fine-tune: messages per line)": ["request", "openai-chat", 2, 4, 2],
  "JSONL of messages (one message a line)": ["request", "openai-chat", 4],
  "JSONL OpenAI batch (custom_id, body)": ["request", "openai-chat", 4, 4],
  "SSE transcript (stream chunks)": ["stream", "openai-chat"],
  "a response (chat.completion)": ["response", "openai-chat"],
  "OpenAI Playground 'view code' (curl, Responses)": ["request", "openai-responses", 2],
  "LangSmith run JSON": ["request", "langchain", 3],
  "Langfuse generation JSON": ["request", "openai-chat", 4],
  "Langfuse input = messages array": ["request", "openai-chat", 4],
  "OTel span gen_ai.input.messages": ["request", "openai-chat", 3],
  "OTel gen_ai messages array": ["request", "openai-chat", 3],
  "Claude Code session .jsonl": ["request", "anthropic", 3],
  "Codex session .jsonl": ["request", "openai-responses", 4],
  "ChatGPT export (conversations.json)": ["request", "openai-chat", 2],
  "AI SDK UIMessage array": ["request", "ai-sdk", 3],
  "AI SDK UI useChat POST body": ["request", "ai-sdk", 3],
  "AI SDK ModelMessage array": ["request", "ai-sdk", 3],
  "LangChain serialized (lc:1) messages": ["request", "langchain", 3],
  "LangChain messages_to_dict (type,data)": ["request", "langchain", 3],
  "LangChain repr (HumanMessage(...))": ["request", "langchain", 3],
  "messages array alone": ["request", "openai-chat", 4],
  "Anthropic messages array alone": ["request", "anthropic", 3],
  "{request:{...}}": ["request", "openai-chat", 4],
  "{request:{...},response:{error}}": ["request", "openai-chat", 4],
  "{body:{...}}": ["request", "openai-chat", 4],
  '{body:"...string"}': ["request", "openai-chat", 4],
  "double-encoded JSON string": ["request", "openai-chat", 4],
  "escaped JSON without outer quotes": ["request", "openai-chat", 4],
  "Markdown code fence with prose": ["request", "openai-chat", 4],
  "log line with prefix + JSON": ["request", "openai-chat", 4],
  "truncated JSON (log limit)": ["request", "openai-chat", 4],
  "UTF-8 BOM + CRLF": ["request", "openai-chat", 4],
  "smart quotes (from Word/Slack)": ["request", "anthropic", 3],
  "non-breaking spaces as indent": ["request", "openai-chat", 4],
  "two bodies one after the other": ["request", "openai-chat", 4, 3],
  "body with error inside the same JSON (AI_APICallError JSON)": ["request", "openai-chat", 3],
  // Node left all of the messages out.
  "AI_APICallError util.inspect": ["refusal"],
  AI_MissingToolResultsError: ["refusal"],
  "openai SDK error dump": ["refusal"],
  "anthropic SDK error dump": ["refusal"],
  "Gemini body, snake_case (python-genai)": ["request", "gemini", 3],
  "Vertex Anthropic rawPredict (anthropic_version)": ["request", "anthropic", 3],
  "Bedrock InvokeModel Anthropic body": ["request", "anthropic", 3],
  "OpenRouter with provider/transforms": ["request", "openai-chat", 4],
  "OpenAI Assistants thread messages": ["request", "openai-chat", 1],
  "Ollama /api/chat": ["request", "ollama", 3],
  "MCP JSON-RPC": ["unknown"],
  "XML of an HTTP dump (raw HTTP request)": ["request", "openai-chat", 4],
  "just the sentence in German prose": ["refusal"],
  "plain chat prose (no JSON)": ["unknown"],
};
/** Recorded forms with the provider's refusal beside the request. */
const REFUSED = ["HAR entry", "HAR file", "LangSmith run JSON", "Langfuse generation JSON", "{request:{...},response:{error}}", "Markdown code fence with prose", "body with error inside the same JSON (AI_APICallError JSON)"];
const TARGETS = ["openai-chat", "openai-responses", "anthropic", "gemini"];

/** The request as its provider accepts it; null for a format that is no target. */
function repaired({ value, detected }) {
  const format = detected?.format;
  if (!TARGETS.includes(format)) return null;
  const name = format === "gemini" ? "contents" : format === "openai-responses" ? "input" : "messages";
  return Array.isArray(value) ? sanitize(format, { [name]: value }).body[name] : sanitize(format, value).body;
}

describe("recorded forms", () => {
  const { rows, absence } = recordedForms();

  test("each is read as what it is", { skip: absence }, () => {
    const wrong = rows.flatMap(({ name, text }) => {
      const { kind, requests, answer, refusal } = readPaste(text);
      const counts = requests.map(({ value }) => listIn(value).length);
      const format = requests[0]?.detected?.format ?? answer?.format;
      const found = [kind, ...(format === undefined ? [] : [format]), ...counts];
      const isRefused = kind === "refusal" || REFUSED.includes(name);
      return JSON.stringify(found) === JSON.stringify(EXPECTED[name]) && (refusal !== null) === isRefused ? [] : [`${name}: ${found}, refusal: ${refusal}`];
    });
    assert.ok(rows.length >= 72);
    assert.deepEqual(wrong, []);
  });

  test("each repair is written in the form of its text", { skip: absence }, () => {
    for (const { text } of rows) checkEdits(text, repaired);
    assert.ok(rows.filter(({ text }) => readPaste(text).requests.some((request) => repaired(request) !== null && request.editsTo(repaired(request))?.length > 0)).length >= 45);
  });
});
