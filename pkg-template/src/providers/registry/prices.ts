// The list prices of all models. The first row that fits is taken, and a row for the whole name comes before one for its beginning.

import type { PriceRows } from "../../cost/price-rows.js";
import { PRICES as anthropic } from "../anthropic/prices.js";
import { PRICES as gemini } from "../gemini/prices.js";
import { PRICES as mistral } from "../mistral/prices.js";
import { PRICES as openaiChat } from "../openai-chat/prices.js";

export const PRICES: readonly (readonly PriceRows[])[] = [anthropic, openaiChat, gemini, mistral];

/** The parts of a name that do not belong to the model: the global profile of Amazon, a date, a version. */
export const NAME = /^(?:global\.anthropic\.)?(.+?)(?:[-@](?:\d{8}|\d{4}-\d\d-\d\d))?(?:-v\d+(?::\d+)?)?$/;
