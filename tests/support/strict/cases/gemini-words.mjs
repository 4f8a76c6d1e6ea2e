/** Short functions that make Gemini bodies. */

export const body = (contents, more = {}) => ({ contents, ...more });
export const user = (...parts) => ({ role: 'user', parts: parts.length > 0 ? parts : [{ text: 'Hello.' }] });
export const says = (...parts) => ({ role: 'model', parts });
export const text = (words, more = {}) => ({ text: words, ...more });
export const call = (id, name = 'clock', args = {}) => ({ functionCall: { ...(id && { id }), name, args } });
export const calls = (...ids) => says(...ids.map((id) => call(id)));
export const result = (id, name = 'clock', response = { output: 'noon' }) => ({ functionResponse: { ...(id && { id }), name, response } });
export const results = (...ids) => user(...ids.map((id) => result(id)));
export const signed = (part, thoughtSignature = 'c2lnbmVk') => ({ ...part, thoughtSignature });
export const media = (mimeType, data = 'AAAA') => ({ inlineData: { mimeType, data } });
