/** Short functions that make OpenAI bodies. */

export const body = (messages, more = {}) => ({ model: 'gpt-test', messages, ...more });
export const user = (content = 'Hello.') => ({ role: 'user', content });
export const says = (content, more = {}) => ({ role: 'assistant', content, ...more });
export const call = (id, name = 'clock', given = '{}') => ({
  id,
  type: 'function',
  function: { name, arguments: given },
});
export const calls = (...list) => ({ role: 'assistant', content: null, tool_calls: list });
export const result = (id, content = 'noon') => ({ role: 'tool', tool_call_id: id, content });
export const tool = (name) => ({ type: 'function', function: { name, parameters: { type: 'object' } } });
export const image = (url) => ({ type: 'image_url', image_url: { url } });

/** One transparent pixel. */
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
