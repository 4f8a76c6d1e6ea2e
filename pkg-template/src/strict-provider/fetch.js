import { utf8 } from "./bytes.js";
import { createProvider } from "./provider.js";

/**
 * Makes a `fetch` that the provider answers, without a network.
 *
 * @param {import('./types.js').StrictProviderOptions} [settings]
 * @returns {import('./types.js').StrictFetch}
 */
export function strictFetch(settings) {
  const provider = createProvider(settings);
  const fetch = async (input, init) => {
    const request = new Request(input, init);
    const { signal } = request;
    signal?.throwIfAborted();
    const { hostname, pathname, searchParams } = new URL(request.url);
    const answered = provider.answer({
      method: request.method,
      host: hostname,
      path: pathname,
      query: searchParams,
      header: (name) => request.headers.get(name),
      chunks: chunksOf(request),
    });
    const { status, headers, content } = await unlessAborted(answered, signal);
    return new Response(content === null || typeof content === "string" ? content : streamOf(content, signal), { status, headers });
  };
  return Object.assign(fetch, { log: provider.log, forget: provider.forget });
}

async function* chunksOf(request) {
  const reader = request.body?.getReader();
  // Firefox has no streams of requests.
  if (reader === undefined) yield new Uint8Array(await request.arrayBuffer());
  else for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
}

/** Rejects as soon as the signal aborts, whatever the script still does. */
function unlessAborted(answered, signal) {
  if (!signal) return answered;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    answered.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/** A stream that makes an event only when it is read. An error in the middle would otherwise discard the events before it. */
function streamOf(content, signal) {
  return new ReadableStream(
    {
      start(controller) {
        signal?.addEventListener("abort", () => controller.error(signal.reason), { once: true });
      },
      async pull(controller) {
        try {
          const { done, value } = await content.next();
          if (signal?.aborted) return;
          if (done) controller.close();
          else controller.enqueue(typeof value === "string" ? utf8(value) : value);
        } catch (error) {
          // A broken connection is a `TypeError` of `fetch`.
          controller.error(new TypeError(error.message));
        }
      },
      cancel: () => content.return(),
    },
    { highWaterMark: 0 },
  );
}
