// Talks whose answers hold reasoning that is bound to the request before it, as the strict provider binds it.

import { pastOf, encryptedFor, idOf, voidReasoning } from "../../../pkg-template/src/strict-provider/openai-responses/bonds.js";
import { readConversation } from "../../../pkg-template/src/strict-provider/anthropic/conversation.js";
import { digest, isSignedFor, sign, signSummary } from "../../../pkg-template/src/strict-provider/anthropic/signature.js";

const wide = (number) => String(number).padStart(24, "0");
const textOf = (number) => `Answer ${number}.`;
const callOf = (number) => `call_${number}`;

/**
 * A provider that binds reasoning.
 *
 * @typedef {object} Binder
 * @property {string[]} models that check what stands before reasoning
 * @property {(asked: string, maker: string) => boolean} reads
 * @property {(tools: string[]) => object} tools a param
 * @property {(body: object) => string[]} known the tools that the model may call after the last message
 * @property {object} options of the judge
 * @property {(body: object, number: number, calls: boolean) => { response: object, thought: Thought }} answer
 * @property {(body: object, number: number) => { response: object, thought?: Thought }} compact answers with a boundary
 * @property {object} compaction the params that ask for one
 * @property {(body: object, thoughts: Thought[]) => string[]} faults thoughts that are void, and thoughts that are missing though they are readable
 *
 * @typedef {object} Thought
 * @property {number} number
 * @property {string} proof the signature
 * @property {string} model
 */

/** @type {Record<"anthropic" | "openai-responses", Binder>} */
export const BINDERS = {
  anthropic: {
    models: ["claude-opus-5-5", "claude-fable-5-1"],
    reads: (asked, maker) => asked === maker || asked === "claude-fable-5-1",
    tools: (names) => (names.length === 0 ? {} : { tools: names.map((name) => ({ name, input_schema: { type: "object" } })) }),
    known(body) {
      const known = new Set(body.tools?.map(({ name }) => name));
      for (const { type, tool } of body.messages.flatMap(({ content }) => content)) {
        if (type === "tool_addition") known.add(tool.name ?? tool.definition.name);
        if (type === "tool_removal") known.delete(tool.name);
      }
      return [...known];
    },
    options: { signatures: "bound" },
    answer(body, number, calls) {
      const thinking = `Hm ${number}.`;
      const proof = sign(thinking, readConversation(body));
      const end = calls ? { type: "tool_use", id: callOf(number), name: "look", input: {} } : { type: "text", text: textOf(number) };
      const response = { id: `msg_${number}`, type: "message", role: "assistant", model: body.model, content: [{ type: "thinking", thinking, signature: proof }, end], stop_reason: calls ? "tool_use" : "end_turn", usage: { input_tokens: 10, output_tokens: 10 } };
      return { response, thought: { number, proof, model: body.model } };
    },
    compaction: { compaction: { type: "summarize" } },
    compact(body, number) {
      const content = [{ type: "compaction", content: `Summary ${number}.`, signature: signSummary(readConversation(body)) }];
      return { response: { id: `msg_${number}`, type: "message", role: "assistant", model: body.model, content, stop_reason: "compaction", usage: { input_tokens: 0, output_tokens: 0 } } };
    },
    faults(body, thoughts) {
      const conversation = readConversation(body);
      const faults = [];
      for (const [index, { role, entries }] of conversation.turns.entries()) {
        if (role !== "assistant") continue;
        const blocks = entries.map(({ block }) => block);
        for (const { number, proof } of thoughts.filter(({ model }) => this.reads(body.model, model))) {
          const isSaid = blocks.some(({ text, id }) => text === textOf(number) || id === callOf(number));
          const isThere = blocks.some(({ signature }) => signature === proof);
          if (isSaid && !isThere && isSignedFor(proof, conversation, index)) faults.push(`thought ${number} is readable, and was left out`);
        }
      }
      return faults;
    },
  },
  "openai-responses": {
    models: ["gpt-6-astra", "gpt-6.2"],
    reads: (asked, maker) => asked === maker,
    tools: (names) => (names.length === 0 ? {} : { tools: names.map((name) => ({ type: "function", name, parameters: { type: "object", properties: {} }, strict: false })) }),
    known(body) {
      const added = body.input.filter(({ type }) => type === "additional_tools");
      const known = [...(body.tools ?? []), ...added.flatMap(({ tools }) => tools)].map(({ name }) => name);
      const allowed = body.tool_choice?.tools?.map(({ name }) => name);
      return [...new Set(known)].filter((name) => allowed?.includes(name) ?? true);
    },
    options: { encrypted: "own" },
    answer(body, number, calls) {
      const id = `rs_${wide(number)}`;
      const proof = encryptedFor(id, body.model, pastOf(body));
      const end = calls
        ? { type: "function_call", id: idOf(`fc_${wide(number)}`, id), call_id: callOf(number), name: "look", arguments: "{}", status: "completed" }
        : { type: "message", id: idOf(`msg_${wide(number)}`, id), role: "assistant", status: "completed", content: [{ type: "output_text", text: textOf(number), annotations: [], logprobs: [] }] };
      const response = { id: `resp_${number}`, object: "response", model: body.model, status: "completed", output: [{ type: "reasoning", id, summary: [], encrypted_content: proof }, end], usage: { input_tokens: 10, output_tokens: 10, total_tokens: 20 } };
      return { response, thought: { number, proof, model: body.model } };
    },
    compaction: {},
    compact(body, number) {
      const item = { id: `cmp_${wide(number)}`, type: "compaction", encrypted_content: `c2VjcmV0${number}` };
      const { response, thought } = this.answer({ ...body, input: [item] }, number, false);
      return { response: { ...response, output: [item, ...response.output] }, thought };
    },
    faults(body, thoughts) {
      const faults = voidReasoning(body).map(({ id }) => `${id} is void, and was sent`);
      for (const { number, proof } of thoughts.filter(({ model }) => this.reads(body.model, model))) {
        const isItem = ({ call_id: callId, type, content }) => (callId === callOf(number) && type === "function_call") || content?.[0]?.text === textOf(number);
        const at = body.input.findIndex(isItem);
        const isThere = body.input.some(({ encrypted_content: encrypted }) => encrypted === proof);
        const without = { ...body, input: [...body.input.slice(0, Math.max(at, 0)), { type: "reasoning", encrypted_content: proof }, ...body.input.slice(Math.max(at, 0))] };
        if (at >= 0 && !isThere && !voidReasoning(without).some(({ index }) => index === at)) faults.push(`thought ${number} is readable, and was left out`);
      }
      return faults;
    },
  },
};

export { digest };
