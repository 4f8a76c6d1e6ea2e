/** The places of blocks in their messages. */

import { refuse, refusedByModel } from "./refuse.js";

/** BE27: newer models of Anthropic want the words of a message before its calls. */
export function* wordsComeFirst({ messages }, { wordsFirst }) {
  if (!wordsFirst) return;
  for (const { entries } of messages) {
    const call = entries.findIndex(({ kind, inner }) => kind === "toolUse" && inner.type !== "server_tool_use");
    const late = call === -1 ? undefined : entries.slice(call).find(({ kind }) => kind === "text");
    if (late !== undefined) yield refusedByModel(`${late.path}: text blocks must come before tool use blocks`, "BE27");
  }
}

/** The kinds of blocks behind which a cache point may stand. */
const CACHED = ["text", "image", "audio", "toolUse", "toolResult", "guardContent", "citationsContent", "searchResult"];

/** BE28: a cache point stands behind a block that is cached. */
export function* cachePointsStandWell({ body, system, messages }, { hasCache }) {
  const tools = (body.toolConfig?.tools ?? []).map((tool, index) => ({
    kind: Object.keys(tool)[0],
    inner: Object.values(tool)[0],
    path: `toolConfig.tools.${index}`,
  }));
  for (const entries of [system, tools, ...messages.map((message) => message.entries)]) {
    for (const [index, { kind, path }] of entries.entries()) {
      if (kind !== "cachePoint") continue;
      if (!hasCache) yield refuse("BE28", `Malformed input request: #/${path}: extraneous key [cachePoint] is not permitted`);
      const before = entries[index - 1];
      const isPdf = before?.kind === "document" && before.inner.format === "pdf";
      if (entries !== tools && !isPdf && !CACHED.includes(before?.kind)) yield refuse("BE28", `${path}.type: Field required`);
    }
  }
}

/** BE32: a turn with results holds nothing else, but cache points. */
export function* resultsStandAlone({ turns }, { resultsAlone }) {
  if (!resultsAlone) return;
  for (const { entries, lastMessage } of turns) {
    const kinds = entries.map(({ kind }) => kind).filter((kind) => kind !== "cachePoint");
    if (kinds.includes("toolResult") && kinds.some((kind) => kind !== "toolResult")) {
      yield refuse(
        "BE32",
        `messages.${lastMessage}.content: Conversation blocks and tool result blocks cannot be provided in the same turn.`,
      );
    }
  }
}
