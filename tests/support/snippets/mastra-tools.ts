// The tool of a reader of docs/frameworks.md, who has Mastra.

import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { found } from "../agents.mjs";

export const look = createTool({ id: "look", description: "Looks up an order.", inputSchema: z.object({ order: z.number() }), execute: async ({ order }) => found(order) });
