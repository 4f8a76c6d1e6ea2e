// The sessions and traces that are known.

import { assistants } from "./assistants.js";
import { chatgpt } from "./chatgpt.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { geminiCli } from "./gemini-cli.js";
import { otel } from "./otel.js";
import { pi } from "./pi.js";
import type { Session, Trace } from "./types.js";

export const SESSIONS: readonly Session[] = [claudeCode, codex, pi];
export const TRACES: readonly Trace[] = [chatgpt, assistants, geminiCli, otel];
