// A body of Converse is REST's JSON, where bytes are base64. AWS's client takes bytes, and makes base64 of them itself: so they become bytes.

/** Blocks whose `source` may hold bytes. */
const MEDIA = ["image", "document", "video", "audio"];

/**
 * @param {any} body as `toRequest` hands it out, with a `modelId`
 * @returns {any} the input of a `ConverseCommand`; the body stays as it is
 */
export function converseInput(body) {
  return { ...body, messages: body.messages.map((message) => ({ ...message, content: message.content.map(blockInput) })) };
}

function blockInput(block) {
  const [kind] = Object.keys(block);
  const inner = block[kind];
  if (MEDIA.includes(kind)) return { [kind]: { ...inner, source: withBytes(inner.source, "bytes") } };
  if (kind === "toolResult") return { toolResult: { ...inner, content: inner.content.map(blockInput) } };
  return kind === "reasoningContent" ? { reasoningContent: withBytes(inner, "redactedContent") } : block;
}

function withBytes(holder, name) {
  return typeof holder[name] === "string" ? { ...holder, [name]: Buffer.from(holder[name], "base64") } : holder;
}
