// The worker with the whole engine, which takes over when a request is cut or converted.

import { estimateTokens } from "backscroll/slim";
import { converted } from "./convert.mjs";
import { Cutter, fittedBy, replay, sizesOf } from "./fitting.mjs";
import { askPage, serve, shown } from "./serve.mjs";

const cutters = new Map();
/** The newest replay: an older one ends. */
let newestReplay = null;

function forget() {
  for (const cutter of cutters.values()) cutter.dispose();
  cutters.clear();
}

const given = () => shown().given;

function cutterOf({ way, code }) {
  const key = `${way}\n${code ?? ""}`;
  if (!cutters.has(key)) cutters.set(key, new Cutter(given(), way, code === null ? undefined : reducedBy(code)));
  return cutters.get(key);
}

/** A person's own `reduce`, which the page runs in its sandbox. */
const reducedBy =
  (code) =>
  async ({ messages, maxTokens, tokens }) => {
    const sized = messages.map((message) => ({ ...message, tokens: estimateTokens([message]) }));
    const kept = await askPage("reduce", { code, messages: sized, maxTokens, tokens });
    return kept.map(({ tokens: _, ...message }) => message);
  };

const answers = {
  convert: ({ to, model, openCalls }) => converted({ ...given(), request: shown().request, to, model, openCalls }),
  sizes: () => sizesOf(given()),
  cut: ({ way, code = null, tokenLimit }) => cutterOf({ way, code }).cut(tokenLimit),
  kept: ({ way, code = null, tokenLimit }) => cutterOf({ way, code }).kept(tokenLimit),
  texts: ({ way, code = null, tokenLimit, from, to }) => cutterOf({ way, code }).texts(tokenLimit, from, to),
  fitted: ({ way, code = null, tokenLimit }) => fittedBy(given(), way, tokenLimit, cutterOf({ way, code })),
  replay: ({ way, code = null, tokenLimit }) => {
    const mine = Symbol(way);
    newestReplay = mine;
    return replay(given(), { way, tokenLimit, reduce: code === null ? undefined : reducedBy(code) }, () => newestReplay !== mine);
  },
};

await serve("core.wasm", { answers, forget });
