// Exact counts, as a function and as an estimator.

import { ConversationManager, type Estimator, fit, trim } from "backscroll";
import { countTokens as countCl100k } from "backscroll/cl100k";
import { countTokens } from "backscroll/o200k";

const tokens: number = countTokens("text") + countCl100k("text");
const estimators: Estimator[] = [countTokens, countCl100k];
const conversation = new ConversationManager({ estimator: countTokens });
const { messages } = fit("openai-chat", [{ role: "user", content: "x" }], { maxTokens: 10, estimator: countTokens });
const { body } = trim("openai-chat", { messages }, { maxTokens: 10, estimator: countCl100k });

// @ts-expect-error a text is asked for
countTokens(["text"]);

export { body, conversation, estimators, tokens };
