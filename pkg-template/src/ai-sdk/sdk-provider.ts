// Facts that the SDK knows of a provider.

/** A provider, by the names under which the SDK's packages know its options. The first is written, unless the options came under another. */
export type Provider = readonly [string, ...string[]];

/** A provider, its option, and the field of its own format. */
export type Link = readonly [provider: Provider, option: string, field: string];

/** An option, and the field of the provider's own format. */
type Option = readonly [option: string, field: string];

export interface SdkProvider {
  readonly names: Provider;
  /** The format in which its files, signatures and reasoning are known. */
  readonly format: string;
  readonly text?: readonly Option[];
  readonly media?: readonly Option[];
  readonly call?: readonly Option[];
  readonly result?: readonly Option[];
  readonly reasoning?: readonly Option[];
  /** The option with the signature of reasoning. */
  readonly signature?: string;
  /** The options that hold all of reasoning without text. The first is written, unless it came in another. */
  readonly redacted?: readonly string[];
  /** The beginnings of URLs that only this provider can fetch. */
  readonly hosts?: readonly string[];
}
