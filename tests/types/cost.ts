// Prices, the bill, and the cost of a request before it is sent.

import { ConversationManager, type Cost, type CostKinds, type CostOptions, type Forecast, type ModelCost, type ModelPrice } from "backscroll";

const price: ModelPrice = { model: "m-*", vendor: "v", input: 1, cachedInput: 0.1, cacheWrite: 1.25, cacheWrite1h: 2, output: 5, long: { above: 272_000, input: 2, output: 7.5 } };
const options: CostOptions = { prices: [price] as const, at: Date.now() };
const conversation = new ConversationManager({ tokenLimit: 1_000, cacheTtl: 300_000 });
const cost: Cost = conversation.cost(options);
const kinds: CostKinds = cost.kinds;
const [row]: ModelCost[] = conversation.cost().models;
console.log(cost.usd + kinds.input + kinds.cachedInput + kinds.cacheWrite + kinds.output, cost.unpriced.join(), row?.model?.length, row?.vendor, row?.usd?.toFixed(2), row?.kinds?.input, row?.tokens.input, row?.answers);

const request = await conversation.prepare("anthropic", { model: "m-1", max_tokens: 9 }, { now: 1_700_000_000_000 });
const { tokens, cachedTokens, warm, cold }: Forecast = request.forecast(options);
console.log(tokens - cachedTokens, (cold ?? 0) - (warm ?? 0));
