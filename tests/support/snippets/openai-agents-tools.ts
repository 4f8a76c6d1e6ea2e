// The tool of a reader of docs/frameworks.md, who has the OpenAI Agents SDK.

import { tool } from "@openai/agents";
import { z } from "zod";
import { found } from "../agents.mjs";

export const look = tool({ name: "look", description: "Looks up an order.", parameters: z.object({ order: z.number() }), execute: ({ order }) => found(order) });
