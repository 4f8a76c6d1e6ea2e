// How a provider's client is called.

import type { FormatOptions } from "../index.js";

/**
 * A client's method that sends a request. The client's own types are narrower, and differ between versions.
 *
 * @example
 * const create: Send = (body, options) => client.chat.completions.create(body, options);
 */
export type Send = (body: any, options?: any) => PromiseLike<any>;

/** Options of the methods of most clients. */
interface CallOptions {
  signal?: AbortSignal;
}

/** The functions that call a client. */
export interface Caller {
  readonly send: (body: any, options: CallOptions) => PromiseLike<any>;
  readonly stream: (body: any, options: CallOptions) => PromiseLike<any>;
}

/** The client of a target. */
export interface ClientForm<Client> {
  /** The path of the method that it must have. */
  readonly method: string;
  /** The spelling of fields in the client's bodies. */
  readonly spelling?: NonNullable<FormatOptions["spelling"]>;
  /** True if the client takes the model beside the body. */
  readonly isModelInPath?: true;
  /** Makes functions of a client that take a body of the provider's API. */
  readonly caller: (client: Client) => Caller;
}
