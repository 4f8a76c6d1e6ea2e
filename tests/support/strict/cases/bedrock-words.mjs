/** Short functions that make bodies of Converse. */

export const tools = (...names) => ({ toolConfig: { tools: names.map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } })) } });
export const body = (messages, more = {}) => ({ messages, ...tools('clock'), ...more });
const blocks = (content) => (Array.isArray(content) ? content : [text(content)]);
export const text = (words) => ({ text: words });
export const user = (content = 'Hello.') => ({ role: 'user', content: blocks(content) });
export const says = (content) => ({ role: 'assistant', content: blocks(content) });
export const system = (content) => ({ role: 'system', content: blocks(content) });
export const call = (toolUseId, name = 'clock', input = {}) => ({ toolUse: { toolUseId, name, input } });
export const calls = (...list) => says(list.map((id) => call(id)));
export const result = (toolUseId, content = [text('noon')], more = {}) => ({ toolResult: { toolUseId, content, ...more } });
export const results = (...list) => user(list.map((id) => result(id)));
export const thinking = (words = 'Hm.', more = { signature: 'c2lnbmVk' }) => ({ reasoningContent: { reasoningText: { text: words, ...more } } });
export const point = (ttl) => ({ cachePoint: { type: 'default', ...(ttl && { ttl }) } });
export const png = { image: { format: 'png', source: { bytes: 'iVBORw0KGgo=' } } };
export const pdf = (name) => ({ document: { name, format: 'pdf', source: { bytes: 'JVBERi0xLjQ=' } } });
export const served = (id) => ({ toolResult: { toolUseId: id, content: [{ json: { out: 'noon' } }], type: 'code_result' } });
export const serving = (id) => ({ toolUse: { toolUseId: id, name: 'code', input: {}, type: 'server_tool_use' } });
