/** Short functions that make Mistral bodies. */

export const body = (messages, more = {}) => ({ model: 'mistral-test', messages, ...more });
export const user = (content = 'Hello.') => ({ role: 'user', content });
export const system = (content = 'Be brief.') => ({ role: 'system', content });
export const says = (content, more = {}) => ({ role: 'assistant', content, ...more });
export const call = (id = 'aaaaaaaaa', name = 'clock', given = '{}') => ({ id, type: 'function', function: { name, arguments: given } });
export const calls = (...list) => ({ role: 'assistant', content: '', tool_calls: list });
export const result = (id = 'aaaaaaaaa', content = 'noon') => ({ role: 'tool', tool_call_id: id, content });
export const thought = (more = {}) => ({ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], ...more });
