// Tools as one value: types of arguments from schemas of real libraries, and from JSON Schemas.

import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import { ConversationManager, type DefinedTool, type JsonSchema, type ToolArguments, type ToolOptions, type Tools, resume, tool } from "backscroll";
import { withHistory } from "backscroll/clients";
import { recall } from "backscroll/recall";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import * as v from "valibot";
import { z } from "zod";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => undefined;

// Schemas of libraries.
const byZod = tool({ name: "zod", input: z.object({ city: z.string(), days: z.number().default(1) }), run: ({ city, days }) => `${city.trim()} ${days.toFixed()}` });
const byValibot = tool({ name: "valibot", input: toStandardJsonSchema(v.object({ city: v.string() })), run: ({ city }) => city.trim() });
const byArktype = tool({ name: "arktype", input: type({ city: "string", "days?": "number" }), run: ({ city, days }) => [city.trim(), days?.toFixed()] });
const older = tool({ name: "older", input: v.object({ city: v.string() }), inputSchema: { type: "object" }, run: ({ city }) => city.trim() });
holds<Equal<ToolArguments<ReturnType<typeof schema>>, { city: string; days: number }>>();
const schema = () => z.object({ city: z.string(), days: z.number().default(1) });

// JSON Schemas, written in place.
const byJson = tool({
  name: "json",
  description: "All kinds of types",
  input: {
    type: "object",
    properties: {
      city: { type: "string" },
      days: { type: "integer" },
      unit: { enum: ["C", "F"] },
      places: { type: "array", items: { type: "object", properties: { lat: { type: "number" } }, required: ["lat"] } },
      note: { type: ["string", "null"] },
      either: { anyOf: [{ type: "string" }, { type: "boolean" }] },
    },
    required: ["city", "places"],
  },
  run: ({ city, days, unit, places, note, either }) => {
    const given: [string, number | undefined, "C" | "F" | undefined, { lat: number }[], string | null | undefined, string | boolean | undefined] = [city, days, unit, places, note, either];
    return given;
  },
});
holds<Equal<Parameters<typeof byJson.run>[0]["places"], { lat: number }[]>>();

// A schema whose type says little: the arguments are unknown values, or of the type that is written.
const wide: JsonSchema = { type: "object" };
const unknown = tool({ name: "wide", input: wide, run: ({ city }) => String(city) });
const written = tool({ name: "written", input: wide, run: ({ city }: { city: string }) => city.trim() });
const none = tool({ name: "none", run: (_, call, { signal }) => [call.id, signal?.aborted] });

// One value is the declaration for each target, and the handler.
const tools: Tools = [byZod, byValibot, byArktype, older, byJson, unknown, written, none];
const conversation = new ConversationManager();
const chat: OpenAI.ChatCompletionCreateParams = (await conversation.prepare("openai-chat", { model: "gpt-5", tools: [byZod] })).body;
const message: Anthropic.MessageCreateParams = (await conversation.prepare("anthropic", { model: "m", max_tokens: 5, tools: [byZod, byJson] })).body;
const ask = withHistory(conversation, "anthropic", new Anthropic());
await ask({ model: "m", max_tokens: 5, tools: [byZod] });
const memory = recall(conversation);
const withRecall: Tools = [byZod, memory];
await conversation.runTools([...withRecall, memory]);
const declared: Anthropic.MessageCreateParams = (await conversation.prepare("anthropic", { model: "m", max_tokens: 5, tools: [memory] })).body;
await conversation.runTools(tools);
await conversation.runTools({ byZod, plain: ({ city }: { city: string }) => city });
await resume(conversation.suspend(), { decisions: true, tools: [byZod], conversation });

// Wrong use.
// @ts-expect-error: the schema says that it is a text
tool({ name: "n", input: z.object({ city: z.string() }), run: ({ city }) => city.toFixed() });
// @ts-expect-error: the schema has no such argument
tool({ name: "n", input: { type: "object", properties: { city: { type: "string" } } }, run: ({ town }) => town });
// @ts-expect-error: an argument that may be absent
tool({ name: "n", input: { type: "object", properties: { city: { type: "string" } } }, run: ({ city }) => city.trim() });
// @ts-expect-error: arguments are an object
tool({ name: "n", input: { type: "string" }, run: () => "" });
// @ts-expect-error: a tool has a name
tool({ input: z.object({}), run: () => "" });
// @ts-expect-error: a list is one of tools, not of functions
await conversation.runTools([({ city }: { city: string }) => city]);

const options: ToolOptions<undefined> = { name: "now", run: () => new Date().toISOString() };
const made: DefinedTool = tool(options);
export { chat, declared, made, message };
