// The tool of a reader of docs/frameworks.md, who has LangChain.

import { tool } from "@langchain/core/tools";
import { z } from "zod";
import { found } from "../agents.mjs";

export const look = tool(({ order }) => found(order), { name: "look", description: "Looks up an order.", schema: z.object({ order: z.number() }) });
