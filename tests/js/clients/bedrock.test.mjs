// Bedrock Converse through AWS's own client, against the strict provider.

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { BedrockRuntimeClient, ConverseCommand } from "@aws-sdk/client-bedrock-runtime";
import { NodeHttpHandler } from "@smithy/node-http-handler";
import { ConversationManager, isContextOverflow, sanitize } from "backscroll";
import { converseInput } from "../../support/formats/converse-input.mjs";
import { judge, startStrictProvider } from "../../support/strict/index.mjs";

const MODEL = "anthropic.claude-sonnet-4-5-20250929-v1:0";
const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==";
const tools = [{ toolSpec: { name: "clock", description: "Tells the time.", inputSchema: { json: { type: "object" } } } }];
const PARAMS = { modelId: MODEL, inferenceConfig: { maxTokens: 256 }, toolConfig: { tools } };

/**
 * Starts a provider that ends with the test, and a client of it. The client's default handler needs HTTP/2, which the strict server does
 * not support.
 */
async function start(t, settings) {
  const provider = await startStrictProvider(settings);
  const client = new BedrockRuntimeClient({
    region: "us-east-1",
    endpoint: provider.url,
    credentials: { accessKeyId: "any", secretAccessKey: "any" },
    requestHandler: new NodeHttpHandler(),
    maxAttempts: 1,
  });
  t.after(async () => {
    client.destroy();
    await provider.close();
  });
  return { ...provider, send: (body) => client.send(new ConverseCommand(converseInput(body))) };
}

describe("AWS's client", () => {
  it("sends a tool loop and a picture, and its answers are added", async (t) => {
    const { send, log } = await start(t, { script: [{ thinking: "Hm.", text: "One moment.", toolCalls: [{ name: "clock", arguments: { zone: "UTC" } }] }, { text: "Noon." }] });
    const conversation = new ConversationManager({ systemPrompt: "Be brief." });
    conversation.addMessage("user", [{ type: "text", text: "Time?" }, { type: "image", mediaType: "image/png", data: PNG }]);
    conversation.addResponse("bedrock", await send(conversation.toRequest("bedrock", PARAMS).body));
    const [call] = conversation.messages.at(-1).toolCalls;
    assert.equal(call.name, "clock");
    conversation.addMessage("tool", "12:00", { toolCallId: call.id });
    const { body, repairs } = conversation.toRequest("bedrock", PARAMS);
    assert.deepEqual(repairs, []);
    conversation.addResponse("bedrock", await send(body));

    assert.equal(conversation.messages.at(-1).content[0].text, "Noon.");
    assert.deepEqual(log.map(({ status, path }) => [status, path]), Array(2).fill([200, `/model/${encodeURIComponent(MODEL)}/converse`]));
    // The server receives the body itself, except the model, which is in the path.
    const { modelId, ...sent } = body;
    assert.deepEqual(log[1].body, sent);
    assert.equal(log[1].body.messages[0].content[1].image.source.bytes, PNG);
    assert.ok(log[1].body.messages[1].content[0].reasoningContent.reasoningText.signature);
  });

  it("has cached tokens counted into the input", async (t) => {
    const { send } = await start(t);
    const long = { role: "user", content: [{ text: "x".repeat(8000) }, { cachePoint: { type: "default" } }] };
    const conversation = ConversationManager.from("bedrock", { messages: [long] });
    conversation.addResponse("bedrock", await send(conversation.toRequest("bedrock", { modelId: MODEL }).body));
    conversation.addMessage("user", "Go on.");
    const again = await send(conversation.toRequest("bedrock", { modelId: MODEL }).body).catch((error) => error);
    const { tokens } = conversation.messages.at(-2);
    assert.ok(tokens.input > 2000, JSON.stringify(tokens));
    assert.equal(again.usage.cacheReadInputTokens > 2000, true);
  });

  it("throws its own error for a broken pair, with Bedrock's text", async (t) => {
    const { send, log } = await start(t);
    const messages = [
      { role: "user", content: [{ text: "Time?" }] },
      { role: "assistant", content: [{ toolUse: { toolUseId: "t1", name: "clock", input: {} } }] },
      { role: "user", content: [{ text: "Well?" }] },
    ];
    await assert.rejects(send({ ...PARAMS, messages }), (error) => {
      assert.equal(error.name, "ValidationException");
      assert.match(error.message, /Expected toolResult blocks at messages\.2\.content for the following Ids: t1/);
      return true;
    });
    assert.equal(log[0].rule, "BE3");
    const { body } = sanitize("bedrock", { ...PARAMS, messages });
    assert.equal((await send(body)).output.message.content[0].text, "Understood.");
  });

  it("throws an overflow that isContextOverflow recognises", async (t) => {
    const { send } = await start(t, { contextWindow: 1000 });
    const messages = [{ role: "user", content: [{ text: "x".repeat(8000) }] }];
    await assert.rejects(send({ modelId: MODEL, messages }), (error) => isContextOverflow(error));
  });

  it("uses bytes, which are read as base64", () => {
    const answer = { output: { message: { role: "assistant", content: [{ reasoningContent: { redactedContent: Buffer.from("opaque") } }, { text: "Hi." }] } } };
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Hi?");
    conversation.addResponse("bedrock", answer);
    conversation.addMessage("user", "So?");
    const { body } = conversation.toRequest("bedrock", { modelId: MODEL });
    assert.equal(body.messages[1].content[0].reasoningContent.redactedContent, Buffer.from("opaque").toString("base64"));

    const large = new Uint8Array(100_000).map((_, index) => index);
    const given = { messages: [{ role: "user", content: [{ text: "Look." }, { image: { format: "png", source: { bytes: large } } }] }] };
    assert.deepEqual(sanitize("bedrock", given), { body: given, repairs: [] });
    const request = ConversationManager.from("bedrock", given).toRequest("bedrock", { modelId: MODEL });
    assert.equal(request.body.messages[0].content[1].image.source.bytes, Buffer.from(large).toString("base64"));
    assert.deepEqual(request.repairs, []);
    assert.equal(judge("bedrock", request.body), null);
    assert.deepEqual(converseInput(request.body).messages[0].content[1].image.source.bytes, Buffer.from(large));
  });
});
