// The tool: its options, and its use of the conversation.
//
// The replacement is a reduction like any other: it takes its turn with `prepare`, is reported to `onReduce`, and can be undone. Tools run
// outside of those turns, so the tool may wait for one.

import { callable, count, invalid, isObject, isOurs, picked, reading, string } from "../input/check.js";
import { declaration } from "../providers/registry/declarations.js";
import type { Draft } from "../reduce/draft.js";
import { isPhantomTool } from "../request/phantom-tools.js";
import type { ReduceContext } from "../index.js";
import { done, impossible, lacking, overlong } from "./answers.js";
import { type Asked, asked } from "./arguments.js";
import { DESCRIPTION, PARAMETERS } from "./definition.js";
import { quotation } from "./find.js";
import { type Replaced, replacePart } from "./part.js";
import type { Compress, CompressOptions, CompressSource } from "./types.js";

/**
 * Makes a tool with which a model replaces a finished part of the conversation by its own summary.
 *
 * The model sees no ids, so it names the part by words of its first message (`from`) and of its last one (`to`; by default, the part ends
 * before the call). The summary takes the place of the part, as a reduction: `onReduce` and `reductions` report it, `undo` reverses it, and
 * snapshots keep it. The transcript keeps the messages, and `recall` of `backscroll/recall` reads them.
 *
 * No call is separated from its results: both go. The system prompt, other instructions of the program, pinned messages, the current request
 * and open calls stay; the answer names them. A summary that takes more tokens than the messages is refused. Each use changes what follows
 * the part, so the provider's prompt cache serves the next request only up to the part.
 *
 * @throws ConversationError `invalid-argument` for another source, for unknown options, and for the name of a phantom tool.
 * @example
 * const tools = [weather, compress(conversation), recall(conversation)];
 * const { body } = await conversation.prepare("anthropic", { ...params, tools });
 * conversation.addResponse("anthropic", await client.messages.create(body));
 * await conversation.runTools(tools);
 */
export function compress(conversation: CompressSource, options: CompressOptions = {}): Compress {
  const own = checked(conversation, options);
  const about = { name: own.name, description: DESCRIPTION, parameters: PARAMETERS };
  return {
    ...about,
    inputSchema: PARAMETERS,
    toJSON: () => ({ name: own.name, description: DESCRIPTION, inputSchema: structuredClone(PARAMETERS) }),
    definition: (target) => declaration(target, about),
    run: async (args) => answer(own, asked(args)),
  };
}

interface Settings {
  readonly name: string;
  readonly maxTokens: number;
  readonly conversation: CompressSource;
}

function checked(conversation: unknown, options: unknown): Settings {
  const { name = "compress", maxTokens = 2_000 } = picked("options", options, ["name", "maxTokens"]);
  if (!isObject(conversation)) throw invalid("`conversation` must be a ConversationManager.");
  callable(
    "conversation.reduceNow",
    reading("`conversation`", () => conversation.reduceNow),
  );
  if (isPhantomTool(string("options.name", name)))
    throw invalid(
      `\`options.name\` must not be the name of a phantom tool, whose calls \`stripPhantomCalls\` removes; given was "${String(name)}".`,
    );
  return {
    name: name as string,
    maxTokens: count("options.maxTokens", maxTokens, 1),
    conversation: conversation as unknown as CompressSource,
  };
}

/** Replaces the part, and returns the answer to the model. */
async function answer({ name, maxTokens, conversation }: Settings, given: Asked): Promise<string> {
  if (quotation(given.from) === "") return lacking("from");
  if (given.summary === "") return lacking("summary");
  const tooLong = overlong(given.summary, maxTokens);
  if (tooLong !== null) return tooLong;
  let replaced: Replaced | string = impossible("the conversation would not get smaller.");
  const reduce = ({ draft, messages }: ReduceContext): boolean => {
    try {
      // `reduceNow` calls this with a draft of the package, which can also tell its size and go back.
      replaced = replacePart(draft as Draft, messages, given, name);
    } catch (error) {
      // A summary may exceed `limits.messageBytes`, and between two messages there is room for a limited number of new ones.
      if (!isOurs(error) || !["invalid-argument", "too-large"].includes(error.code)) throw error;
      replaced = impossible(error.message);
    }
    return typeof replaced !== "string";
  };
  const reduction = await conversation.reduceNow({ reduce });
  if (typeof replaced === "string") return replaced;
  if (reduction === null) return impossible("the conversation would not get smaller.");
  // Without a transcript, there is no list of reductions, and nothing to recall.
  return done(reduction, { stayed: (replaced as Replaced).stayed, isRecallable: conversation.reductions.length > 0 });
}
