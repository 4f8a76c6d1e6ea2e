// Forms in which people have a request, beside those of the shared data.

const call = { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"it\'s"}' } };
/** A request with a call that has no result, and texts with quotes of each kind. */
export const BODY = { model: "gpt-4o", messages: [{ role: "system", content: "You're brief." }, { role: "user", content: 'Say "hi", $HOME, `x` \\ 50%\nbye' }, { role: "assistant", content: null, tool_calls: [call] }, { role: "user", content: "So?" }] };
const json = JSON.stringify(BODY);
const { messages } = BODY;
const quoted = (text) => JSON.stringify(text).slice(1, -1);
const python = (value) => {
  if (value === null) return "None";
  if (typeof value === "string") return `'${quoted(value).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  return typeof value === "object" ? `{${Object.entries(value).map(([name, field]) => `${python(name)}: ${python(field)}`).join(", ")}}` : String(value);
};
const shell = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const refused = { error: { message: "An assistant message with 'tool_calls' must be followed by tool messages", type: "invalid_request_error" } };

/**
 * A form, with what the reader must find in it.
 *
 * @typedef {object} Form
 * @property {string} text
 * @property {string} [kind] `request` if absent
 * @property {unknown[]} [values] the values of the requests; one, `BODY`, if absent
 * @property {string} [format] `openai-chat` if absent
 * @property {RegExp} [form]
 * @property {RegExp} [refusal]
 * @property {string} [url]
 * @property {string[]} [places]
 * @property {boolean} [isInText] true if absent
 * @property {boolean} [isGuess] false if absent
 * @property {boolean} [isEditable] true if absent
 * @property {boolean} [hasBranches] true if a later line can lead to another branch
 */

/** Code as IPython shows it in a traceback, in a notebook with links. */
const numbered = (code, first, hasLinks = false) =>
  code.split("\n").map((line, at) => `${at === 1 ? "---->" : "     "} ${hasLinks ? `[${first + at}](cell:?line=${first + at})` : first + at} ${line}`).join("\n");
const cell = `client = OpenAI()\nresponse = client.chat.completions.create(\n    model="gpt-4o",\n    messages=[\n${messages.map((message) => `        ${python(message)},`).join("\n")}\n    ],\n)`;

/** @type {Record<string, Form>} */
export const FORMS = {
  "a traceback of IPython": { text: `BadRequestError                           Traceback (most recent call last)\nCell In[3], line 9\n${numbered(cell, 8)}\n\nFile lib/openai/completions.py:829, in create(self)\n    828     validate(self)\n--> 829     return self._post(\n\nBadRequestError: Error code: 400 - ${python(refused)}`, form: /^Python/, refusal: /must be followed by tool messages/ },
  "a traceback of a notebook, with links": { text: `BadRequestError: Error code: 400 - ${python(refused)}\n${numbered(cell, 1, true)}`, form: /^Python/, refusal: /must be followed by tool messages/ },
  "fields printed as [undefined]": { text: JSON.stringify({ ...BODY, tools: "[undefined]", tool_choice: "[undefined]" }, null, 2), form: /^JSON/ },
  "fields printed as [undefined], in a log": { text: `Request Body: ${JSON.stringify({ ...BODY, tools: "[undefined]" }, null, 2)}\nResponse Body: ${JSON.stringify(refused)}\nData: "[undefined]"`, form: /^JSON/, refusal: /must be followed by tool messages/ },
  "a refusal among opinions": { text: `Hi, I get this error:\n\n400 ${refused.error.message}\n\nwith\n\n${json}\n\nMy guess is that this is no connection error.`, form: /^JSON/, refusal: /^400 An assistant message[^\n]*$/ },
  "HTTPie with items": { text: `http POST https://api.openai.com/v1/chat/completions Authorization:"Bearer x" model=gpt-4o messages:=${shell(JSON.stringify(messages))}`, form: /^HTTPie/, url: "https://api.openai.com/v1/chat/completions", isInText: false },
  "echo into HTTPie": { text: `echo ${shell(json)} | http POST https://api.openai.com/v1/chat/completions`, form: /bash/ },
  "Python's requests": { text: `import requests\n\nr = requests.post("https://api.openai.com/v1/chat/completions", headers={"Authorization": f"Bearer {KEY}"}, json=${python(BODY)})\nprint(r.json())`, form: /^Python/, url: "https://api.openai.com/v1/chat/completions" },
  "a Postman collection": { text: JSON.stringify({ info: { name: "c" }, item: [{ name: "chat", request: { method: "POST", header: [{ key: "Authorization", value: "secret" }], body: { mode: "raw", raw: json }, url: { raw: "https://api.openai.com/v1/chat/completions?key=secret" } } }] }, null, 2), url: "https://api.openai.com/v1/chat/completions" },
  "a log of a container, with JSON in JSON": { text: JSON.stringify({ log: `request ${json}\n`, stream: "stdout", time: "2026-11-30T10:00:00Z" }) },
  "an escaped message in a log": { text: `2026-11-30T10:00:00Z pod-7 INFO {"level":"info","msg":"sending ${quoted(json)}","n":1}` },
  "LiteLLM's debug log": { text: `POST Request Sent from LiteLLM:\ncurl -X POST \\\nhttps://api.openai.com/v1/ \\\n-H 'Authorization: Bearer sk-****' \\\n-d '${python(BODY)}'\n` },
  "an HTTP file of an editor": { text: `### ask\nPOST https://api.openai.com/v1/chat/completions HTTP/1.1\nContent-Type: application/json\nAuthorization: Bearer {{key}}\n\n${JSON.stringify(BODY, null, 2)}\n`, form: /HTTP/, url: "https://api.openai.com/v1/chat/completions" },
  "a session of Gemini CLI": { text: JSON.stringify({ sessionId: "s", projectHash: "h", messages: [{ id: "1", type: "user", content: "Look." }, { id: "2", type: "gemini", content: "", model: "gemini-3-pro", toolCalls: [{ id: "c", name: "look", args: { at: 1 }, result: [{ functionResponse: { id: "c", name: "look", response: { output: "rain" } } }], status: "success" }] }, { id: "3", type: "info", content: "saved" }, { id: "4", type: "user", content: "So?" }] }), values: [{ model: "gemini-3-pro", contents: [{ role: "user", parts: [{ text: "Look." }] }, { role: "model", parts: [{ functionCall: { id: "c", name: "look", args: { at: 1 } } }] }, { role: "user", parts: [{ functionResponse: { id: "c", name: "look", response: { output: "rain" } } }] }, { role: "user", parts: [{ text: "So?" }] }] }], format: "gemini", isInText: false },
  "a session of pi, of which the newest branch is read": { text: [{ type: "session", version: 3, id: "s", cwd: "/x" }, { type: "message", id: "a", parentId: null, message: { role: "user", content: "Look." } }, { type: "message", id: "b", parentId: "a", message: { role: "assistant", content: [{ type: "thinking", thinking: "hm" }, { type: "text", text: "I look." }, { type: "toolCall", id: "c1", name: "look", arguments: { at: 1 } }], provider: "openai", model: "gpt-5" } }, { type: "message", id: "x", parentId: "b", message: { role: "user", content: "Another branch." } }, { type: "message", id: "c", parentId: "b", message: { role: "toolResult", toolCallId: "c1", toolName: "look", content: [{ type: "text", text: "rain" }] } }].map((line) => JSON.stringify(line)).join("\n"), values: [{ model: "gpt-5", messages: [{ role: "user", content: "Look." }, { role: "assistant", content: "I look.", tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"at":1}' } }] }, { role: "tool", tool_call_id: "c1", content: "rain" }] }], isInText: false, hasBranches: true },
  "a Ruby hash": { text: `client.chat(parameters: { "model" => "gpt-4o", :messages => [{ :role => "user", :content => "Hi" }, { role: :assistant, content: nil, tool_calls: [] }] })`, values: [{ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: null, tool_calls: [] }] }] },
  "a table of PowerShell": { text: `$body = @{\n  model = "gpt-4o"\n  messages = @(\n    @{ role = "user"; content = "Hi" },\n    @{ role = "user"; content = "So?" }\n  )\n} | ConvertTo-Json -Depth 9`, values: [{ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }, { role: "user", content: "So?" }] }], isEditable: false },
  "a command of the shell with a variable between the quotes": { text: `curl https://x.test/v1/messages -H "x-api-key: $KEY" -d '{"model":"'"$MODEL"'","max_tokens":9,"messages":[{"role":"user","content":"Hi"}]}'`, values: [{ model: "$MODEL", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }], url: "https://x.test/v1/messages" },
  "a here-document without quotes": { text: `curl https://x.test/v1 -d @- <<EOF\n{"model":"gpt-4o","messages":[{"role":"user","content":"\\$5"}]}\nEOF\n`, values: [{ model: "gpt-4o", messages: [{ role: "user", content: "$5" }] }] },
  "a body, then an error in prose": { text: `${json}\n\nopenai.BadRequestError: Error code: 400 - ${python(refused)}`, refusal: /must be followed by tool messages/ },
  "an error in prose, then a body": { text: `We get this since Monday:\n400 Invalid parameter: messages with role 'tool' must be a response\n\n${json}`, refusal: /Invalid parameter/ },
  "an error of a client as JSON, then a body": { text: `${JSON.stringify(refused)}\n${json}`, refusal: /must be followed/ },
  "lines with requests and the errors beside them": { text: `${JSON.stringify({ request: BODY, response: { status: 400, body: JSON.stringify(refused) } })}\n${JSON.stringify({ request: BODY, response: { status: 200, body: "{}" } })}`, values: [BODY, BODY], places: ["line 1", "line 2"], refusal: /must be followed/ },
  "a batch of Anthropic": { text: JSON.stringify({ requests: [{ custom_id: "a", params: { model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] } }] }), values: [{ model: "claude-sonnet-4-5", max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }], format: "anthropic" },
  "code with values that it does not hold": { text: `await client.messages.create({ model: MODEL, max_tokens: 9, messages: [...history, { role: "user", content: "Hi" }], tools })`, values: [{ max_tokens: 9, messages: [{ role: "user", content: "Hi" }] }], isGuess: true },
  "one message": { text: JSON.stringify(messages[2]), values: [[messages[2]]], isGuess: true },
  "UTF-16 that was read as bytes": { text: [...json].map((letter) => `${letter}\0`).join("") },
  "a string in a string in a string": { text: JSON.stringify(JSON.stringify({ body: json })) },
  "PowerShell's single quotes": { text: `Invoke-RestMethod -Uri https://x.test/v1 -Method Post -Body '${json.replaceAll("'", "''")}'`, form: /^PowerShell/, url: "https://x.test/v1" },
  "spans of OpenTelemetry in OTLP": { text: JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ name: "chat", attributes: [{ key: "gen_ai.request.model", value: { stringValue: "gpt-4o" } }, { key: "gen_ai.input.messages", value: { stringValue: JSON.stringify([{ role: "user", parts: [{ type: "text", content: "Hi" }] }]) } }] }] }] }] }), values: [{ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] }], isInText: false },
  "attributes of OpenInference": { text: JSON.stringify({ attributes: { "llm.model_name": "gpt-4o", "llm.input_messages.0.message.role": "user", "llm.input_messages.0.message.content": "Hi" } }), values: [{ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] }], isInText: false },
  "an array of PHP": { text: `$client->chat()->create(['model' => 'gpt-4o', 'messages' => [['role' => 'user', 'content' => 'Hi']]]);`, values: [{ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }] }], form: /^PHP/ },
  "a here-document in a string of the shell": { text: `curl https://x.test/v1 -d "$(cat <<EOF\n${json.replaceAll("\\", "\\\\").replace(/[$`]/g, "\\$&")}\nEOF\n)"`, url: "https://x.test/v1" },
  "events of OpenTelemetry's older conventions": { text: JSON.stringify({ attributes: { "gen_ai.request.model": "gpt-4o" }, events: [{ name: "gen_ai.user.message", attributes: { content: "Hi" } }, { name: "gen_ai.assistant.message", attributes: { content: "", tool_calls: JSON.stringify([call]) } }, { name: "gen_ai.tool.message", attributes: { content: "r", id: "call_1" } }] }), values: [{ model: "gpt-4o", messages: [{ role: "user", content: "Hi" }, { role: "assistant", content: null, tool_calls: [call] }, { role: "tool", tool_call_id: "call_1", content: "r" }] }], isInText: false },
  "a request in an attribute of a span": { text: JSON.stringify({ attributes: { "input.value": json, "output.value": "{}" } }) },
  "an older session of Codex": { text: `{"id":"x","timestamp":"t","instructions":null}\n{"type":"message","role":"user","content":[{"type":"input_text","text":"Hi"}]}\n{"type":"function_call","name":"shell","arguments":"{}","call_id":"c"}`, values: [{ input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "Hi" }] }, { type: "function_call", name: "shell", arguments: "{}", call_id: "c" }] }], format: "openai-responses", isInText: false },
  "messages whose beginning is cut off": { text: `..."content":"hi"},${JSON.stringify(messages[2])},${JSON.stringify(messages[3])}]}`, values: [[messages[2], messages[3]]], isGuess: true },
  "YAML": { text: `# a test\nmodel: gpt-4o # the model\nmessages:\n- role: user\n  content: |\n    Line 1\n      indented: yes\n    - no list\n- role: assistant\n  content:\n    - {type: text, text: "a: \\"b\\""}\n    -\n      type: text\n      text: a text that\n        goes on\n- role: user\n  content: 'It''s late'\ntemperature: 0.5\nstop: [END, "X"]\n`, values: [{ model: "gpt-4o", messages: [{ role: "user", content: "Line 1\n  indented: yes\n- no list\n" }, { role: "assistant", content: [{ type: "text", text: 'a: "b"' }, { type: "text", text: "a text that goes on" }] }, { role: "user", content: "It's late" }], temperature: 0.5, stop: ["END", "X"] }], isInText: false, hasBranches: true },
  "bytes that Python prints": { text: `send: b'${json.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'` },
  "JSON in a string of Java": { text: `String body = "${json.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}";` },
  "a text in pieces, as Python's printer breaks it": { text: `{'messages': [{'content': 'a long text '\n                          'that goes on, '\n                          "it's",\n               'role': 'user'}],\n 'model': 'gpt-4o'}`, values: [{ messages: [{ content: "a long text that goes on, it's", role: "user" }], model: "gpt-4o" }], form: /^Python/ },
  "JSON out of the source of a page": { text: `<pre>${json.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}</pre>` },
  "bytes of PowerShell": { text: `Invoke-WebRequest -Uri "https://x.test/v1" -Method "POST" -Body ([System.Text.Encoding]::UTF8.GetBytes("${json.replace(/[`"$]/g, "`$&")}"))`, form: /^PowerShell/, url: "https://x.test/v1" },
  // Texts without a request.
  "a command whose body is in a file": { text: "curl https://x.test/v1 -d @body.json", kind: "unknown", values: [] },
  "quotes that are not escaped": { text: '{"model":"gpt-4o","messages":[{"role":"user","content":"He said "hi" to me"}]}', kind: "broken", values: [] },
  "a question about messages": { text: "Can somebody tell me how messages work?", kind: "unknown", values: [] },
  "a tool's schema": { text: JSON.stringify({ name: "look", description: "d", input_schema: { type: "object", properties: { messages: { type: "array" } } } }), kind: "unknown", values: [] },
  "a request for an embedding": { text: JSON.stringify({ model: "text-embedding-3-small", input: "Hi" }), kind: "unknown", values: [] },
  "a package manifest": { text: JSON.stringify({ name: "x", version: "1.0.0", dependencies: {} }), kind: "unknown", values: [] },
  "a number": { text: "42", kind: "unknown", values: [] },
  "an answer of Anthropic": { text: JSON.stringify({ id: "msg_1", type: "message", role: "assistant", model: "claude", content: [{ type: "text", text: "Hi" }], stop_reason: "end_turn", usage: {} }), kind: "response", values: [] },
  "an answer of Gemini": { text: JSON.stringify({ candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }] }), kind: "response", values: [] },
  "a stream of Anthropic": { text: `event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"usage":{}}}\n\nevent: content_block_start\ndata: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}\n\nevent: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"Hi"}}\n\nevent: content_block_stop\ndata: {"type":"content_block_stop","index":0}\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n`, kind: "stream", values: [] },
  "broken JSON": { text: '{"model":"gpt-4o","messages":[}', kind: "broken", values: [] },
  nothing: { text: " \n\t", kind: "empty", values: [] },
  "prose without an error": { text: "User: hello\nAssistant: hi", kind: "unknown", values: [] },
  "an error alone": { text: JSON.stringify(refused), kind: "refusal", values: [], refusal: /must be followed/ },
};
