import { type Target, type Tool, ConversationManager } from "backscroll";
import { ConversationManager as SlimManager } from "backscroll/slim";
import { type AnthropicDeclaration, type Compress, type CompressOptions, type CompressParameter, type CompressParameters, type CompressSource, type ToolDefinitions, compress } from "backscroll/compress";
import { type ToolParameters, recall } from "backscroll/recall";

declare const target: Target;

const conversation = new ConversationManager();
const sources: CompressSource[] = [conversation, new SlimManager()];
const options: CompressOptions = { name: "close_chapter", maxTokens: 1_000 };
const tools: Compress[] = sources.map((source) => compress(source, options));
const tool: Compress = compress(conversation);
const parameters: CompressParameters = tool.parameters;
const texts: ToolParameters[] = [parameters, recall(conversation).parameters];
const summary: CompressParameter = parameters.properties.summary;
const declared: AnthropicDeclaration<CompressParameters> = tool.definition("anthropic");
const all: ToolDefinitions<CompressParameters>["gemini"] = tool.definition("gemini");

export async function use(): Promise<string> {
  const handlers: Record<string, Tool> = { [tool.name]: tool.run };
  await conversation.runTools(handlers);
  await conversation.runTools([tool, recall(conversation)]);
  const { body } = await conversation.prepare("anthropic", { model: "m", max_tokens: 9, tools: [tool.definition("anthropic")] });
  const answer: string = await tool.run({ from: "x", summary: "y" });
  // @ts-expect-error: the answer is a promise
  const wrong: string = tool.run({});
  // @ts-expect-error: no such option
  compress(conversation, { limit: 4 });
  // @ts-expect-error: a list is no conversation
  compress([]);
  return `${answer}${wrong}${body.tools.length}${tools.length}${texts.length}${summary.description}${declared.name}${all.functionDeclarations.length}${JSON.stringify(tool.definition(target))}`;
}
