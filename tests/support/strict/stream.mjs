/*
 * Streamed answers: the events of an accepted request, one after another, as each provider frames them.
 *
 *   POST /v1/chat/completions, /v1/responses, /v1/messages, /mistral/v1/chat/completions   with `stream: true` in the body: server-sent events
 *   POST /v1/models/{model}:streamGenerateContent, /v1beta/…                               server-sent events with `?alt=sse`, else a JSON array
 *   POST /model/{modelId}/converse-stream                                                  Amazon's event stream, with checksums
 *
 * The events hold what the answer in one piece holds: a word of text in each, and five characters of arguments. A request is judged before
 * its stream begins, so a refusal is a status and no event.
 *
 * Settings of `startStrictProvider` for pages that stream:
 *   eventDelay    milliseconds between two events, 0 by default
 *   allowOrigin   the value of `access-control-allow-origin`; with it, preflights are answered
 * A reply of the script may end its stream early:
 *   { text: 'A long answer.', cut: { after: 3 } }                          the connection breaks after three events
 *   { text: 'A long answer.', cut: { after: 3, error: 'Overloaded' } }     the provider sends its error as the fourth
 *
 *   const provider = await startStrictProvider({ eventDelay: 20, allowOrigin: '*', script: () => ({ text: 'Hello there.' }) });
 *   const response = await fetch(`${provider.url}/v1/chat/completions`, { method: 'POST', body: JSON.stringify({ model: 'm', messages, stream: true }) });
 *   const { message } = await addStream(conversation, 'openai-chat', response).result();
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
 * @property {(event: any, index: number) => string | Buffer} frame
 * @property {string} [last] what stands behind a whole stream
 */

/** The words of a text, with the white space behind them. */
export const words = (text) => text.match(/\S+\s*|\s+/g) ?? [];

/** The pieces of the arguments of a call. */
export const pieces = (json) => json.match(/[^]{1,5}/g) ?? [];

/** @type {Framing} */
export const UNNAMED = { type: 'text/event-stream', frame: (event) => `data: ${JSON.stringify(event)}\n\n`, last: 'data: [DONE]\n\n' };
/** @type {Framing} */
export const NAMED = { type: 'text/event-stream', frame: (event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n` };

/**
 * Sends the events. Returns when all are sent, or the client is gone.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {{ events: Iterable<object>, framing: Framing, error: Streaming['error'], cut: import('./script.mjs').Cut | null, delay: number }} stream
 */
export async function sendStream(response, { events, framing, error, cut, delay }) {
  let index = 0;
  const send = (event) => response.write(framing.frame(event, index++));
  for (const event of events) {
    if (response.destroyed) return;
    if (index === cut?.after) {
      if (cut.error === undefined) return response.destroy();
      send(error(cut.error));
      return response.end();
    }
    send(event);
    // Each event is a write of its own, which the client may read before the next one.
    await new Promise((resolve) => (delay > 0 ? setTimeout(resolve, delay) : setImmediate(resolve)));
  }
  response.end(framing.last);
}
