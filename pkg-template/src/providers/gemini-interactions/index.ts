// Conversations of Google's Interactions API, `POST /v1beta/interactions`. The entry `backscroll/gemini-interactions`.
//
// It reads requests, their `input` (a text, a content, a list of contents, or a list of steps), interactions (`steps`), and the turns and
// `outputs` of the API's first version. It writes two forms: `request`, which is `{ system_instruction, input }`, and `list`, which is the
// list of steps alone and has no place for instructions. A body that is read and written again is the same, except that
//
// - turns and `outputs` are written as steps, which the API takes since its version 2026-05-20, and contents beside steps as a step;
// - a thought without a signature is left out, and so is a step of the user without a content;
// - fields that are null, and the texts that clients put in place of a list of contents, are written as usual.
//
// Demands of the API:
//
// - Each thought has its signature ("signature: required", ai.google.dev/gemini-api/docs/interactions/thinking). A thought without one is
//   refused when the result of a call follows ("Request contains an invalid argument.", github.com/googleapis/js-genai/issues/1735).
// - A call follows a signed thought. The API returns the signature in the thought before the call, and not in the call
//   (github.com/allenhutchison/obsidian-gemini/pull/1269); calls without a signed thought are refused (github.com/earendil-works/pi/pull/2172). Calls
//   of other providers get the thought that stands for none, with Google's `skip_thought_signature_validator`. Calls that were read from
//   this API without a thought are left as they are.
// - Signatures are the API's own. Reasoning of other providers is left out, and so is that of Gemini's generateContent, for no source says
//   that one API takes the signatures of the other.
// - Arguments are an object (`FunctionCallStep`). Instructions are one text (`system_instruction`). Results are a text, an object or a list
//   of contents, with media too (`FunctionResultStep`).

import type { ProgramFormat } from "../../index.js";
import { registerFormat } from "../../formats/registry.js";
import { NAME } from "./names.js";
import { read } from "./read.js";
import { FORMS, write } from "./write.js";

declare module "../../index.js" {
  interface ProgramBodies {
    /** Requests of the Interactions API. */
    "gemini-interactions": {
      /** The default form: `"request"`. */
      default: InteractionInput;
      /** The system prompt and the input, which spread into a request. */
      request: InteractionInput;
      /** The steps alone. */
      list: InteractionStep[];
    };
  }
}

/**
 * The conversation in a request.
 *
 * @example
 * const { body } = convert("openai-chat", geminiInteractions, messages);
 * const interaction = await ai.interactions.create({ model: "gemini-3.5-flash", store: false, ...body });
 */
export interface InteractionInput {
  /** The system prompt; absent when there is none. */
  system_instruction?: string;
  /** The steps; a text or contents if the source had only one. */
  input: any;
  /**
   * Continues the newest answer, which has the status `requires_continuation` and is not in `input`. With `store: false` this is the whole
   * request; an interaction that the provider stores is continued by `previous_interaction_id`, without `input`.
   */
  continuation_token?: string;
}

/**
 * A step of a conversation: `user_input`, `model_output`, `thought`, `function_call`, `function_result`, or of a tool that Google runs.
 *
 * @example
 * const step: InteractionStep = { type: "user_input", content: [{ type: "text", text: "Hello" }] };
 */
export interface InteractionStep {
  /** The kind of step. */
  type: string;
  [field: string]: any;
}

/**
 * Conversations of Google's Interactions API. Importing this entry makes `"gemini-interactions"` known to `convert`, `from`, `fit` and
 * `addResponse`.
 *
 * @example
 * import { geminiInteractions } from "backscroll/gemini-interactions";
 * const conversation = ConversationManager.from(geminiInteractions, { system_instruction: "Be brief.", input: steps });
 * conversation.addResponse(geminiInteractions, await ai.interactions.create(request));
 */
export const geminiInteractions: ProgramFormat<"gemini-interactions"> = {
  name: NAME,
  forms: FORMS,
  carriesAudio: false,
  needsCallIds: true,
  isRequest: true,
  holds: [NAME],
  hasDocumentBlocks: false,
  read,
  formOf: () => "list",
  write,
};

registerFormat(geminiInteractions);
