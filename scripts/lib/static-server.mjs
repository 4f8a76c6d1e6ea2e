// Serves folders, above all the page, to browsers on this machine.

import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, sep } from "node:path";
import { buildPage } from "./page.mjs";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".map": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

/**
 * Builds the page, and serves it on loopback only.
 *
 * @param {{ port?: number, folder?: string }} [options] port 0, the default, takes a free one; `folder` is where the page is built
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function servePage({ port = 0, folder } = {}) {
  return serve({ "/": await buildPage(folder) }, { port });
}

/**
 * Serves folders, on loopback only.
 *
 * @param {Record<string, string>} folders by path; each path ends in a slash, and the longest matching path counts
 * @param {{ port?: number, headers?: (path: string) => Record<string, string> }} [options] `headers` returns additional headers for a path
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serve(folders, { port = 0, headers = () => ({}) } = {}) {
  const server = createServer((request, response) => {
    answer(request, response, folders, headers).catch((error) =>
      response.headersSent ? response.destroy() : refuse(response, 500, error.message),
    );
  });
  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${server.address().port}/`, close };
}

async function answer(request, response, folders, further) {
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(response, 405, "only GET and HEAD are answered");
  const path = decoded(request.url);
  const file = path === null ? null : await fileFor(path, folders);
  if (file === null) return refuse(response, 404, `there is nothing at ${request.url}`);
  const type = TYPES[extname(file.path)] ?? "application/octet-stream";
  const headers = { "content-type": type, "content-length": file.size, "x-content-type-options": "nosniff", ...further(path) };
  // A page under development must not come from a cache.
  response.writeHead(200, { ...headers, "cache-control": "no-store" });
  if (request.method === "HEAD") return response.end();
  createReadStream(file.path)
    .on("error", () => response.destroy())
    .pipe(response);
}

/** Returns the file for a path; null when there is none in the served folders. */
async function fileFor(path, folders) {
  const [place = null] = Object.keys(folders)
    .filter((place) => path.startsWith(place))
    .sort((a, b) => b.length - a.length);
  if (place === null) return null;
  const [folder, rest] = [folders[place], path.slice(place.length)];
  const wanted = join(folder, rest === "" || rest.endsWith("/") ? `${rest}index.html` : rest);
  try {
    // Compares real paths, so that no link leads outside.
    const [base, real] = [await realpath(folder), await realpath(wanted)];
    const { size, isFile } = await stat(real).then((found) => ({ size: found.size, isFile: found.isFile() }));
    return isFile && real.startsWith(base + sep) ? { path: real, size } : null;
  } catch {
    return null;
  }
}

function decoded(target) {
  try {
    const path = decodeURIComponent(new URL(target, "http://127.0.0.1").pathname);
    return path.includes("\0") ? null : path;
  } catch {
    return null;
  }
}

function refuse(response, status, reason) {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(`${reason}\n`);
}
