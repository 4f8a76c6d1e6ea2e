import { refuse } from "./refuse.js";

/** Anthropic's table of the values of `thinking.type` that each model refuses. The first row that fits decides. */
const REFUSED = [
  [/claude-mythos-preview/, ["disabled"]],
  [/claude-(fable|mythos)-/, ["enabled", "disabled"]],
  [/claude-opus-(5-[5-9]|[6-9])/, ["enabled", "disabled"]],
  [/claude-sonnet-(5-[5-9]|[6-9])/, ["enabled", "disabled"]],
  [/claude-\w+-(4-[78]|[5-9])(?!\d)/, ["enabled"]],
  [/claude-\w+-4-6/, []],
  [/claude-(\w+-[34]|[23])(?!\d)/, ["adaptive"]],
];

/** Returns the provider's words for a value of `thinking.type` that the model refuses. */
export function refusedThinking(model, type) {
  const [, refused] = REFUSED.find(([name]) => name.test(model)) ?? [undefined, []];
  if (!refused.includes(type)) return null;
  if (type === "adaptive") return "adaptive thinking is not supported on this model";
  if (type === "disabled" && /sonnet/.test(model)) {
    return 'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of {"type": "disabled"}.';
  }
  return `"thinking.type.${type}" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.`;
}

/** AN35: the model takes the type of the choice of tools. */
export function* modelTakesChoice({ body }, { model = body.model }) {
  const isForced = ["any", "tool"].includes(body.tool_choice?.type);
  if (isForced && /claude-((fable|mythos)-(5-[1-9]|[6-9])|(opus|sonnet)-(5-[5-9]|[6-9]))/.test(String(model))) {
    yield refuse("AN35", 'tool_choice: type "tool" and "any" are not supported for this model.');
  }
}

/** AN27: the model takes the type of thinking. */
export function* modelTakesThinking({ body }, { model = body.model }) {
  const words = refusedThinking(String(model), body.thinking?.type);
  if (words !== null) yield refuse("AN27", words);
}
