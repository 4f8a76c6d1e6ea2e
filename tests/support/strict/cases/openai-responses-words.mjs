/** Short functions that make bodies of Responses. */

export const body = (input, more = {}) => ({ model: 'gpt-test', input, ...more });
export const user = (content = 'Hello.') => ({ role: 'user', content });
export const says = (content = 'Hi.', more = {}) => ({ role: 'assistant', content, ...more });
export const said = (id, text = 'Hi.') => ({
  type: 'message',
  id,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text, annotations: [] }],
});
export const think = (id, more = {}) => ({ type: 'reasoning', id, summary: [], encrypted_content: 'b3BhcXVl', ...more });
export const call = (id, more = {}) => ({ type: 'function_call', call_id: id, name: 'clock', arguments: '{}', ...more });
export const output = (id, value = 'noon') => ({ type: 'function_call_output', call_id: id, output: value });
export const custom = (id, more = {}) => ({ type: 'custom_tool_call', call_id: id, name: 'shell', input: 'date', ...more });
export const customOutput = (id, value = 'noon') => ({ type: 'custom_tool_call_output', call_id: id, output: value });
export const search = (id) => ({ type: 'web_search_call', id, status: 'completed', action: { type: 'search', query: 'q' } });

/** An id as this provider gives it to reasoning. */
export const OWN = `rs_${'0'.repeat(23)}7`;
