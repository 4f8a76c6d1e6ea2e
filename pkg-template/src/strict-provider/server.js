import { OptionError } from "./options.js";
import { createProvider } from "./provider.js";

/**
 * Starts the provider on a free port of 127.0.0.1.
 *
 * @param {import('./types.js').StrictServerOptions} [settings]
 * @returns {Promise<import('./types.js').StrictProvider>}
 */
export async function startStrictProvider(settings) {
  const provider = createProvider(settings);
  // Only the server needs Node, so the judges can be imported anywhere.
  const [{ createServer }, { setImmediate }] = await Promise.all([builtin("http"), builtin("timers")]);
  const server = createServer((request, response) => {
    // Errors of the connection mean that the client went away, so there is nobody to answer. Faults of this server are answered.
    serve(provider, request, response, setImmediate).catch(() => response.destroy());
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    log: provider.log,
    forget: provider.forget,
    close: () => close(server),
  };
}

/**
 * A module of Node. Jest runs CommonJS without `import()`, and bundlers for browsers would look for a module that they cannot find.
 *
 * @param {string} name
 */
async function builtin(name) {
  const specifier = `node:${name}`;
  try {
    return globalThis.process?.getBuiltinModule?.(specifier) ?? (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier));
  } catch {
    throw new OptionError(
      `\`startStrictProvider\` needs \`${specifier}\`, which is not here: give the client \`strictFetch\` in its place`,
    );
  }
}

function close(server) {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function serve(provider, request, response, setImmediate) {
  const [path, ...query] = request.url.split("?");
  const { status, headers, content } = await provider.answer({
    method: request.method,
    host: "",
    path,
    query: new URLSearchParams(query.join("?")),
    header: (name) => [request.headers[name] ?? null].flat()[0],
    chunks: request,
  });
  response.writeHead(status, headers);
  if (content === null || typeof content === "string") return response.end(content ?? undefined);
  for await (const chunk of content) {
    if (response.destroyed) return;
    response.write(chunk);
    // Each event is a write of its own, which the client may read before the next one.
    await new Promise((resolve) => setImmediate(resolve));
  }
  response.end();
}
