/** Short functions that make Anthropic bodies. */

export const body = (messages, more = {}) => ({ model: 'claude-test', max_tokens: 1024, messages, ...more });
export const user = (content = 'Hello.') => ({ role: 'user', content });
export const says = (content) => ({ role: 'assistant', content });
export const system = (content) => ({ role: 'system', content });
export const text = (words, more = {}) => ({ type: 'text', text: words, ...more });
export const call = (id, name = 'clock', input = {}) => ({ type: 'tool_use', id, name, input });
export const calls = (...list) => says(list.map((id) => call(id)));
export const result = (id, content = 'noon') => ({ type: 'tool_result', tool_use_id: id, content });
export const results = (...list) => user(list.map((id) => result(id)));
export const thinking = (words = 'Hm.', signature = 'c2lnbmVk') => ({ type: 'thinking', thinking: words, signature });
export const cached = (ttl) => ({ cache_control: { type: 'ephemeral', ...(ttl && { ttl }) } });
export const tool = (name) => ({ name, input_schema: { type: 'object' } });

/** An image that consists of its header, which is enough to read its size. */
export const png = (width, height, bytes = 24) => {
  const data = Buffer.alloc(bytes);
  data.write('89504e470d0a1a0a0000000d49484452', 'hex');
  data.writeUInt32BE(width, 16);
  data.writeUInt32BE(height, 20);
  return { type: 'image', source: { type: 'base64', media_type: 'image/png', data: data.toString('base64') } };
};
