// The tools of a reader of docs/frameworks.md, who has the AI SDK.

import { tool } from "ai";
import { z } from "zod";
import { found } from "../agents.mjs";

export const tools = {
  look: tool({ description: "Looks up an order.", inputSchema: z.object({ order: z.number() }), execute: async ({ order }) => found(order) }),
};
