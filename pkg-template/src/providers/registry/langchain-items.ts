// Items that LangChain keeps as they came.

export { ITEM_IDS, itemFields, readItem, summaryText, writeItem } from "../openai-responses/langchain-items.js";
