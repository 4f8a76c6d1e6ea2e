// The names that a fragment of the documents may assume, because a reader has them in a program of his own.
// The comment before the fragment lists the ones that it uses: `<!-- assumes: client, tools -->`.

import type Anthropic from "@anthropic-ai/sdk";
import type OpenAI from "openai";
import type { ConversationManager, DefinedTool, Store, Summarize, Tool } from "backscroll";

export declare const anthropic: Anthropic;
export declare const client: OpenAI;
export declare const conversation: ConversationManager;
/** The fields of a request beside its messages. */
export declare const params: { model: string };
export declare const signal: AbortSignal;
export declare const store: Store;
export declare const summarize: Summarize;
/** The functions behind the tools, by name. */
export declare const tools: Record<string, Tool>;
export declare const weather: DefinedTool;
