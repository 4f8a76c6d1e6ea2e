// The sizes of cached prompts, as providers publish them.
//
// Claude: platform.claude.com, prompt caching, "Cache limitations", as johnzfitch/claude-wiki mirrors it (68bc267). Older copies of the page
// name 4,096 for Opus 4.7; it names neither Sonnet 5.5 nor Haiku 5.5. OpenAI: the guide "Prompt caching", "Summary of model differences"
// (clipped 2026-09-20): GPT-5.5 is served up to intervals of 2,048 tokens, and for other models before GPT-5.6 the count is rounded down to
// a multiple of 128. Gemini: ai.google.dev, caching (2026-10-13). DeepSeek: units of 64 tokens, which its guide no longer names.

/** The tokens below which nothing is cached, and the step in which tokens are served, if it is not 1. */
export type CacheSizes = readonly [least: number, step?: number];

/** Rows of models; the first that fits counts. */
const ROWS: readonly (readonly [name: RegExp, ...CacheSizes])[] = [
  [/claude-(opus|fable|mythos)-5/, 512],
  [/claude-(opus-4[-.][56]|haiku-4)/, 4_096],
  [/claude-(opus-4[-.]7|3[-.]5-haiku|mythos-p)/, 2_048],
  [/claude-(opus-4|sonnet-(4|5(?![-.]\d\b))|3[-.]7)/, 1_024],
  [/^(openai\/)?gpt-(5\.[6-9]|[6-9])/, 1_024],
  [/^(openai\/)?gpt-5\.5/, 1_024, 2_048],
  [/^(openai\/)?(gpt-(4o|4\.1|5)|chatgpt-|o\d)/, 1_024, 128],
  [/gemini-2\.5-/, 2_048],
  [/gemini-(3\.[1-9]|4)/, 4_096],
  [/deepseek/, 64, 64],
];

/** Returns the sizes for a model; null if they are not published. */
export function cacheSizesOf(model: string): CacheSizes | null {
  const row = ROWS.find(([name]) => name.test(model));
  return row === undefined ? null : [row[1], row[2]];
}
