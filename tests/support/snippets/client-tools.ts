// The tool of a reader of docs/frameworks.md, who has a provider's client.

import { tool } from "backscroll";
import { z } from "zod";
import { found } from "../agents.mjs";

export const look = tool({ name: "look", description: "Looks up an order.", input: z.object({ order: z.number() }), run: ({ order }) => found(order) });
