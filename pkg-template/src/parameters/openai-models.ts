// The models of OpenAI, by what their parameters may be.

/**
 * The efforts that models take, by the beginnings of their names; the first that fits counts.
 *
 * From the declarations of pi-ai 1.6.0 (`thinkingLevelMap`) and of LiteLLM, which agree with the recorded requests.
 */
const EFFORTS: readonly (readonly [RegExp, string])[] = [
  [/^(computer-use-preview|gpt-5[.\d]*-chat)/, "medium"],
  [/^o\d/, "low medium high"],
  [/^gpt-5-pro/, "high"],
  [/^gpt-5-codex/, "low medium high"],
  [/^gpt-5(-mini|-nano)?(-\d|$)/, "minimal low medium high"],
  [/^gpt-5\.1-codex-max/, "low medium high xhigh"],
  [/^gpt-5\.1-codex/, "low medium high"],
  [/^gpt-5\.1(-\d|$)/, "none low medium high"],
  [/^gpt-5\.[245]-pro/, "medium high xhigh"],
  [/^gpt-5\.3-codex-spark/, "low medium high xhigh"],
  [/^gpt-5\.3-codex/, "none low medium high xhigh"],
  [/^gpt-5\.[245](-mini|-nano)?(-\d|$)/, "none low medium high xhigh"],
  [/^gpt-5\.6-(sol|terra|luna)|^gpt-6-(sol|luna)|^gpt-6\.1-terra/, "none low medium high xhigh max"],
  [/^gpt-(5\.6-cyber|6-cyber|6-astra|6\.1-sol|6\.2-astra|6\.2-sol)/, "low medium high xhigh max"],
];

/** The models that do not think unless the request asks for it. */
const NO_EFFORT_BY_DEFAULT = /^gpt-5\.[124](-mini|-nano)?(-\d|$)/;

/** The most tokens of an answer, by the beginnings of names; the first that fits counts. */
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/^(gpt-3\.5-turbo|gpt-4-turbo|gpt-4-1106|gpt-4-0125|gpt-4o-2024-05-13)/, 4_096],
  [/^gpt-4(-\d|$)/, 8_192],
  [/^(gpt-4o|chatgpt-4o|gpt-5[.\d]*-chat)/, 16_384],
  [/^gpt-4\.1/, 32_768],
  [/^o[134]/, 100_000],
  [/^gpt-5-pro/, 272_000],
  [/^gpt-[56]/, 128_000],
];

/** True if the name is one of OpenAI's. */
export function isOpenAi(model: string): boolean {
  return /^(gpt-[3-9]|o[134](-|$)|chatgpt-|computer-use|codex-)/.test(model);
}

/** True if the model reasons before it answers. */
export function reasons(model: string): boolean {
  return /^(o\d|gpt-[5-9]|computer-use)/.test(model) && !/^gpt-5[.\d]*-(chat|search)/.test(model);
}

/** True if the model samples as the request says, because it does not reason with this effort. */
export function samples(model: string, effort: unknown): boolean {
  if (!reasons(model)) return true;
  if (!/^gpt-5\.[1-6]/.test(model) || /-(pro|codex)/.test(model)) return false;
  return effort === "none" || (effort === undefined && NO_EFFORT_BY_DEFAULT.test(model));
}

/** The efforts that the model takes; `undefined` where they are not known. */
export function effortsOf(model: string): readonly string[] | undefined {
  if (!reasons(model) && isOpenAi(model) && !/^gpt-5/.test(model)) return [];
  return EFFORTS.find(([name]) => name.test(model))?.[1].split(" ");
}

/** The most tokens of an answer; `undefined` where they are not known. */
export function mostOutputOf(model: string): number | undefined {
  return LIMITS.find(([name]) => name.test(model))?.[1];
}
