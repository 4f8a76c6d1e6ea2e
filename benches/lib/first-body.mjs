// Runs in a process of its own: imports the given module, writes one body, and prints the time. For a module without conversations,
// JSON.stringify writes the body.

const begun = performance.now();
const { ConversationManager } = await import(process.argv[2]);
const loaded = performance.now();
const [question, params] = ["What is the weather in Oslo?", { model: "a-model" }];
const body = ConversationManager === undefined ? plain() : written();
const done = performance.now();

if (!new TextDecoder().decode(body).includes(question)) throw new Error("the body does not hold the question");
console.log(JSON.stringify({ loaded: loaded - begun, written: done - loaded, total: done - begun }));

function written() {
  const conversation = new ConversationManager();
  conversation.addMessage("user", question);
  return conversation.toRequestBytes("openai-chat", params);
}

function plain() {
  return new TextEncoder().encode(JSON.stringify({ ...params, messages: [{ role: "user", content: question }] }));
}
