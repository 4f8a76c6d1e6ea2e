// Items of reasoning that LangChain keeps as they came.

export { itemFields, readItem, summaryText, writeItem } from "../openai-responses/langchain-items.js";
