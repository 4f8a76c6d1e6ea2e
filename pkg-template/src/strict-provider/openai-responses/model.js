import { refuse } from "../openai-chat/refuse.js";

/** OR16: from GPT-6.2 on, the model always reasons. */
export function* modelTakesFields({ model, reasoning, ...fields }) {
  const [, major, minor = "0"] = /^gpt-(\d+)(?:\.(\d+))?(?:-|$)/.exec(String(model)) ?? [];
  if (!(Number(major) + Number(minor) / 100 >= 6.02)) return;
  for (const param of ["temperature", "top_p", "top_logprobs"]) {
    if ((fields[param] ?? null) !== null)
      yield refuse("OR16", `Unsupported parameter: '${param}' is not supported with this model.`, { param, code: "unsupported_parameter" });
  }
  if (reasoning?.effort === "none")
    yield refuse("OR16", "Unsupported value: 'none' is not supported with this model.", {
      param: "reasoning.effort",
      code: "unsupported_value",
    });
}
