// Converts a Converse body to the input of AWS's client. The body is REST's JSON with base64; the client takes bytes and encodes them itself.

/** Blocks whose `source` may hold bytes. */
const MEDIA = ["image", "document", "video", "audio"];

/**
 * @param {any} body as `toRequest` returns it, with a `modelId`
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
