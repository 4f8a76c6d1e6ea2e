/**
 * Reads a request's body to its end. Of a body that is too long, only the length is kept. The client can still send all of it, so that it
 * is ready to read the answer.
 *
 * @param {AsyncIterable<Buffer>} request
 * @param {number} limit bytes
 * @returns {Promise<{ bytes: Buffer | null, length: number }>} null when it is over the limit
 */
export async function readBody(request, limit) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  return { bytes: length > limit ? null : Buffer.concat(chunks), length };
}
