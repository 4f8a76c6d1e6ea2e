/**
 * Streamed answers: the events of an accepted request, one after another, as each provider frames them.
 *
 *   POST /v1/chat/completions, /v1/responses, /v1/messages, /mistral/v1/chat/completions   with `stream: true` in the body: server-sent events
 *   POST /v1/models/{model}:streamGenerateContent, /v1beta/…                               server-sent events with `?alt=sse`, else a JSON array
 *   POST /model/{modelId}/converse-stream                                                  Amazon's event stream, with checksums
 *
 * The events hold what the answer in one piece holds: a word of text in each, and five characters of arguments. A request is judged before
 * its stream begins, so a refusal is a status and no event.
 */

/**
 * The streamed answers of an endpoint.
 *
 * @typedef {object} Streaming
 * @property {(body: any, path: string) => boolean} isAsked
 * @property {(completion: any, body: any) => Iterable<object>} events of the answer in one piece
 * @property {(message: string) => object} error the event of an error in the middle of a stream
 * @property {(query: URLSearchParams) => Framing} framing
 *
 * @typedef {object} Framing
 * @property {string} type of the content
 * @property {(event: any, index: number) => string | Uint8Array} frame
 * @property {string} [last] what stands behind a whole stream
 */

/** The words of a text, with the white space behind them. */
export const words = (text) => text.match(/\S+\s*|\s+/g) ?? [];

/** The pieces of the arguments of a call. */
export const pieces = (json) => json.match(/[^]{1,5}/g) ?? [];

/** @type {Framing} */
export const UNNAMED = { type: "text/event-stream", frame: (event) => `data: ${JSON.stringify(event)}\n\n`, last: "data: [DONE]\n\n" };
/** @type {Framing} */
export const NAMED = { type: "text/event-stream", frame: (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n` };

/** The end of a connection in the middle of a stream, as the script asked for it. */
export class BrokenConnection extends Error {}

/**
 * Yields the events, framed.
 *
 * @param {{ events: Iterable<object>, framing: Framing, error: Streaming['error'], cut: import('./types.js').StrictCut | null, delay: number }} stream
 * @returns {AsyncGenerator<string | Uint8Array, void>}
 * @throws {BrokenConnection} where the reply's `cut` has no error
 */
export async function* framed({ events, framing, error, cut, delay }) {
  let index = 0;
  for (const event of events) {
    if (index === cut?.after) {
      if (cut.error === undefined) throw new BrokenConnection("terminated");
      yield framing.frame(error(cut.error), index);
      return;
    }
    yield framing.frame(event, index++);
    if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  }
  if (framing.last !== undefined) yield framing.last;
}
