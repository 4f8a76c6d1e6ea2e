// The messages that the host's policies keep whole.

/** The messages that the host's policies keep whole in the last reduction. */
export interface Kept {
  /** The names of the options that keep them. */
  readonly options: readonly string[];
  readonly tokens: number;
}

/** Names the policies that keep messages whole, for an error; "" without any. */
export function keptBy(kept: Kept | null): string {
  return kept === null ? "" : ` About ${kept.tokens} tokens stay because of \`${kept.options.join("`, `")}\`: let the policies keep less.`;
}
