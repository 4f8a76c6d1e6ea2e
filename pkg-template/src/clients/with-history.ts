// A conversation and a client, as one function.

import { FULL } from "../agent/window.js";
import { isObject, object, unlike, unlikeSecret } from "../input/check.js";
import { addStream } from "../stream/index.js";
import { CLIENTS, type Clients } from "../providers/registry/clients.js";
import type { Caller, ClientForm } from "./client-form.js";
import type { Answer, Ask, AskOptions, AskParams, AskResponse, AskingConversation, ClientTarget } from "./types.js";

/**
 * Joins a conversation and a provider's client into one function. Each call prepares the next request, sends it, handles an overflow, and
 * adds the answer to the conversation. After an overflow, it assumes that the model's window is smaller than the refused request.
 *
 * @throws ConversationError `invalid-argument` for a target without a client, and for a client without the methods of the target.
 * @example
 * const ask = withHistory(conversation, "openai-chat", new OpenAI());
 * conversation.addMessage("user", "Will it rain in Oslo?");
 * const { message } = await ask({ model: "gpt-5", tools });
 */
export function withHistory<T extends ClientTarget, Client extends Clients[T]>(
  conversation: AskingConversation,
  target: T,
  client: Client,
): Ask<AskParams<T, Client>, AskResponse<T, Client>> {
  if (!isObject(conversation) || typeof conversation.prepare !== "function")
    throw unlike("conversation", "a ConversationManager", conversation);
  if (!Object.hasOwn(CLIENTS, target)) throw unlike("target", `one of ${Object.keys(CLIENTS).join(", ")}`, target);
  const form: ClientForm<Clients[T]> = CLIENTS[target];
  const path = form.method.split(".");
  const method = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | null | undefined)?.[name], client);
  if (typeof method !== "function") throw unlikeSecret("client", `a client with \`${form.method}\`, as \`${target}\` needs`, client);
  const caller = form.caller(client);

  /** Sizes of windows that overflows have shown, by model. */
  const windows = new Map<unknown, number>();

  /** Sends requests until one is not refused as too long. */
  async function sent(way: keyof Caller, params: object, { signal, ...given }: AskOptions) {
    const named = { ...object("params", params) };
    const model = named.model ?? named.modelId;
    const aborting = signal === undefined ? {} : { signal };
    for (;;) {
      const { tokenLimit = conversation.tokenLimit, reserveTokens = conversation.reserveTokens } = given;
      const window = windows.get(model);
      const reserve = reserveTokens === "auto" ? 0 : reserveTokens;
      const limit = typeof tokenLimit === "number" ? tokenLimit : Infinity;
      // An overflow shows the room of a request, so no answer is taken from it any more.
      const shown = { tokenLimit: Math.min(limit, window ?? Infinity), reserveTokens: reserve };
      const options = window === undefined || window <= reserve ? given : { ...given, ...shown };
      const { body, repairs, reduction, tokens } = await conversation.prepare(target, named, {
        ...(form.spelling && { spelling: form.spelling }),
        ...options,
        ...aborting,
      });
      try {
        return {
          response: await caller[way](form.isModelInPath === true ? { ...body, model } : body, aborting),
          repairs,
          reduction,
          tokens,
        };
      } catch (error) {
        if (!(await conversation.recover(error, aborting))) throw error;
        windows.set(model, Math.floor((tokens + reserve) * FULL));
      }
    }
  }

  const ask = async (params: object, options: AskOptions = {}): Promise<Answer> => {
    const answer = await sent("send", params, options);
    return { message: conversation.addResponse(target, answer.response), ...answer };
  };
  const stream: Ask["stream"] = async (params, { onUpdate, ...options } = {}) => {
    const { response, ...request } = await sent("stream", params, options);
    return Object.assign(
      addStream(conversation, target, response, { ...(options.signal && { signal: options.signal }), ...(onUpdate && { onUpdate }) }),
      { request },
    );
  };
  return Object.assign(ask, { stream });
}
