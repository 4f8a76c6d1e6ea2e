// The declarations of the clients as values: each message, block, part and item of a request and of a response, with each field, in a conversation.
//
// Blocks, parts and items are made from the declarations, and none is known here by its fields. The tables beside this file hold what
// declarations do not say: samples of texts, the messages around a value, and exceptions with their reasons.

import { declaredTypes } from "../../../scripts/lib/declarations.mjs";
import { byTarget } from "../targets.mjs";
import { PDF, PICTURE, fitBytes, text } from "./samples.mjs";
import { aiSdk, aiSdkUi, anthropic, bedrock, chat, gemini, geminiParts, responses } from "./talks.mjs";
import { valuesOf } from "./values.mjs";

/**
 * @typedef {object} Row
 * @property {string} type of what a request holds
 * @property {string} [answer] the type of what a response holds, where it is another
 * @property {import("./talks.mjs").Talks} talks
 * @property {(values: import("./values.mjs").Value[]) => import("./values.mjs").Value[]} [shape]
 * @property {Partial<import("./values.mjs").Samples>} [samples]
 *
 * @typedef {object} Talk a value in a conversation
 * @property {string} label the member of the union, and the way to the one difference from its smallest value
 * @property {string} member
 * @property {object[]} messages
 * @property {number} place of the message that holds the value
 * @property {object[]} smallest the same conversation with the smallest value of the member
 */

/** Gemini's declarations make every field optional. These have to be there. */
const GEMINI = ["FunctionCall.name", "FunctionCall.args", "FunctionResponse.name", "FunctionResponse.response", "FileData.fileUri", "FileData.mimeType", "Blob_2.data", "Blob_2.mimeType", "FunctionResponseFileData.fileUri", "FunctionResponseFileData.mimeType", "FunctionResponseBlob.data", "FunctionResponseBlob.mimeType"];

/** Mistral's client writes the type of a chunk, and the ids that its declarations leave out. */
const MISTRAL = ["AssistantMessage.content", "TextChunk.type", "ReferenceChunk.type", "ToolReferenceChunk.type", "ToolCall.id", "ToolCall.type", "ToolMessage.toolCallId"];

/** @type {Record<string, Row>} */
const ROWS = {
  "ai-sdk": { type: 'import("ai").ModelMessage', talks: aiSdk },
  "ai-sdk ui": {
    type: 'import("ai").UIMessagePart<{ thing: { k: string } }, { f: { input: { k: string }; output: { k: string } } }>',
    talks: aiSdkUi,
    samples: { named: { "FileUIPart.url": PICTURE, "ReasoningFileUIPart.url": PICTURE } },
  },
  ...byTarget({
  "openai-chat": {
    type: 'import("openai/resources").ChatCompletionMessageParam',
    answer: 'import("openai/resources").ChatCompletionMessage',
    talks: chat,
    samples: { needed: new Set(["ChatCompletionAssistantMessageParam.content"]), named: { ChatCompletionAudio: { id: "audio_1" } } },
  },
  "openai-responses": {
    type: 'import("openai/resources/beta/responses/responses").BetaResponseInputItem',
    answer: 'import("openai/resources/beta/responses/responses").BetaResponseOutputItem',
    talks: responses,
  },
  anthropic: {
    type: 'import("@anthropic-ai/sdk/resources/beta/messages/messages").BetaContentBlockParam',
    answer: 'import("@anthropic-ai/sdk/resources/beta/messages/messages").BetaContentBlock',
    talks: anthropic,
  },
  gemini: { type: 'import("@google/genai").Part', talks: gemini, shape: geminiParts, samples: { needed: new Set(GEMINI) } },
  bedrock: {
    type: 'import("@aws-sdk/client-bedrock-runtime").ContentBlock',
    talks: bedrock,
    // The format of a document is written where its bytes show it.
    samples: { named: { Uint8Array: PDF, "ToolUseBlock.input": {}, "JsonMember.json": {}, "ToolUseBlock.type": "server_tool_use", "ToolResultBlock.type": "nova_code_interpreter_result" }, needed: new Set(["DocumentBlock.format"]) },
  },
  mistral: { type: 'import("@mistralai/mistralai/models/components").ChatCompletionRequestMessage', talks: chat, samples: { needed: new Set(MISTRAL) } },
  }),
};

/**
 * Makes the conversations of each target, with what its requests hold, and with what its responses hold.
 *
 * @returns {Record<string, { requests: Talk[], answers: Talk[] }>}
 */
export function unions() {
  const all = Object.entries(ROWS);
  const { checker, types } = declaredTypes(Object.fromEntries(all.flatMap(([name, { type, answer = type }]) => [[name, type], [`${name} answer`, answer]])));
  const talksOf = ({ talks, shape = (values) => values, samples }, type) => {
    const smallest = new Map();
    return shape(valuesOf({ checker, type, samples: { text, ...samples } })).flatMap(({ label, value }) => {
      const [member] = /^\S*?(?=[.[=]|$)/.exec(label.replace(/^:/, ""));
      const made = fitBytes(value);
      return talks(made).map((messages, at) => {
        const place = `${member} ${at}`;
        if (!smallest.has(place)) smallest.set(place, messages);
        return { label: `${label.replace(/^:/, "")}${at === 0 ? "" : `, place ${at + 1}`}`, member, messages, place: messages.findIndex((message) => holds(message, made)), smallest: smallest.get(place) };
      });
    });
  };
  return Object.fromEntries(all.map(([name, row]) => [name, { requests: talksOf(row, types[name]), answers: talksOf(row, types[`${name} answer`]) }]));
}

/** Reports whether a message, or an item, is the value or holds it. */
const holds = (message, value) => message === value || message.type === value.type && value.type !== undefined && !("role" in message) || [message.content, message.parts].some((parts) => Array.isArray(parts) && parts.includes(value));
