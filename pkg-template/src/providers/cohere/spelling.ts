// The spelling of Cohere's own client for JavaScript: `toolCallId` for `tool_call_id`. Python's client and REST have the latter.

import { type Fields, isFields } from "../../formats/fields.js";

/** The names of REST and the client's, by what has them. */
const MESSAGE = [
  ["tool_calls", "toolCalls"],
  ["tool_plan", "toolPlan"],
  ["tool_call_id", "toolCallId"],
] as const;
const BLOCK = [["image_url", "imageUrl"]] as const;
const CITATION = [["content_index", "contentIndex"]] as const;
const SOURCE = [["tool_output", "toolOutput"]] as const;

type Names = readonly (readonly [rest: string, client: string])[];

/** The message in the spelling of REST. */
export function restSpelling(message: Fields): Fields {
  return respelled(message, (fields, names) =>
    renamed(
      fields,
      names.map(([rest, client]) => [client, rest]),
    ),
  );
}

/** The message in the spelling of the client. */
export function clientSpelling(message: Fields): Fields {
  return respelled(message, renamed);
}

/** Reports whether a message has a name that only the client has. */
export function isClientSpelling(message: unknown): boolean {
  if (!isFields(message)) return false;
  const blocks = Array.isArray(message.content) ? message.content.filter(isFields) : [];
  const has = (fields: Fields, names: Names) => names.some(([, client]) => fields[client] !== undefined);
  return has(message, MESSAGE) || blocks.some((block) => has(block, BLOCK));
}

function respelled(message: Fields, rename: (fields: Fields, names: Names) => Fields): Fields {
  const each = (list: unknown, work: (item: Fields) => Fields) =>
    Array.isArray(list) ? list.map((item: unknown) => (isFields(item) ? work(item) : item)) : list;
  const citation = (item: Fields) => {
    const { sources } = item;
    const outer = rename(item, CITATION);
    return sources === undefined ? outer : { ...outer, sources: each(sources, (source) => rename(source, SOURCE)) };
  };
  const { content, citations } = message;
  return {
    ...rename(message, MESSAGE),
    ...(content !== undefined && { content: each(content, (block) => rename(block, BLOCK)) }),
    ...(citations !== undefined && { citations: each(citations, citation) }),
  };
}

/** The fields with the second name of each pair for the first, in their order. A name that is taken is left. */
function renamed(fields: Fields, names: Names): Fields {
  const other = (name: string) => names.find(([from, to]) => from === name && fields[to] === undefined)?.[1] ?? name;
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [other(name), value]));
}
