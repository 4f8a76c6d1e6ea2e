// Values that do not come back as they are, or whose loss is not reported, each with the reason.

const FUNCTIONS = "calls without ids are refused, and the error says how to write them";
const CHUNKS = "the provider refuses such chunks in messages of this role (MI8)";
const SHELL = "the guide names the call in `call_id`, the client's types in `id`: both are written";
const FALSE = "false is what an absent field means";

/** @type {{ format: string, where?: "request" | "answer", labels: RegExp, why: string }[]} */
export const EXCEPTIONS = [
  { format: "openai-chat", labels: /^assistant\.function_call$/, why: FUNCTIONS },
  { format: "openai-chat", labels: /^function$/, why: FUNCTIONS },
  { format: "openai-chat", labels: /file\.file_id$/, why: "a file is bytes or an id, and here it is both" },
  { format: "openai-chat", where: "answer", labels: /annotations/, why: "requests have no annotations" },
  { format: "openai-chat", where: "answer", labels: /function_call/, why: "the call gets an id, and is written as a call of a tool" },
  { format: "anthropic", labels: /^tool_result\.is_error:false=false$/, why: FALSE },
  { format: "openai-responses", labels: /^local_shell_call/, why: SHELL },
  { format: "openai-responses", labels: /^tool_search_output\.call_id$/, why: "the execution and the status are written with their usual values" },
  { format: "openai-responses", labels: /^BetaEasyInputMessage\.phase/, why: "only answers have a phase, and the sample is an instruction" },
  { format: "openai-responses", labels: /^image_generation_call\.action/, why: "the provider refuses it in a request" },
  { format: "openai-responses", where: "answer", labels: /^image_generation_call\.action/, why: "the provider refuses it in a request" },
  { format: "openai-responses", labels: /^reasoning\.content/, why: "the provider refuses the text of reasoning (OR9)" },
  { format: "openai-responses", where: "answer", labels: /^reasoning\.content/, why: "the provider refuses the text of reasoning (OR9)" },
  { format: "openai-responses", where: "answer", labels: /^(function_call|reasoning)\.status=completed$/, why: "the usual status is left out" },
  { format: "gemini", labels: /^(text|fileData)\+\.thought:false/, why: FALSE },
  { format: "gemini", where: "answer", labels: /^(text|fileData)\+\.thought:false/, why: FALSE },
  { format: "bedrock", labels: /^AudioMember\.audio\.format=(mp3|flac|ogg)$/, why: "Mistral reads the type of sounds from their bytes" },
  { format: "bedrock", labels: /^ReasoningContentMember$/, why: "the provider refuses reasoning without a signature (BE14)" },
  { format: "bedrock", where: "answer", labels: /^ReasoningContentMember$/, why: "the provider refuses reasoning without a signature (BE14)" },
  { format: "bedrock", labels: /toolResult\.status=error$/, why: "an error of a tool of Claude's may hold text only" },
  { format: "bedrock", labels: /toolResult\.status=success$/, why: "success is what an absent field means" },
  { format: "mistral", labels: /^assistant\.content\[\]:(image_url|document_url|file|input_audio)/, why: CHUNKS },
  { format: "mistral", where: "answer", labels: /^assistant\.content\[\]:(image_url|document_url|file|input_audio)/, why: CHUNKS },
  { format: "mistral", labels: /^tool\.content\[\]:(image_url|document_url|file|input_audio|thinking)/, why: CHUNKS },
  { format: "mistral", labels: /^user\.content\[\]:thinking/, why: CHUNKS },
  { format: "mistral", labels: /^assistant\.toolCalls\[\]\.function\.arguments/, why: "an object is written as its text, which the provider takes, too" },
  { format: "mistral", where: "answer", labels: /^assistant\.toolCalls\[\]\.function\.arguments/, why: "an object is written as its text, which the provider takes, too" },
  { format: "mistral", where: "answer", labels: /^assistant\.prefix/, why: "it asks for words of a request, and says nothing in a response" },
  { format: "mistral", labels: /^tool\.name$/, why: "the call names the tool" },
];
