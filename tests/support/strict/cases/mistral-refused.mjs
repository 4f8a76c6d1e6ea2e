import { body, call, calls, result, says, system, user } from './mistral-words.mjs';

/**
 * Bodies that Mistral refuses, each with the rule and a piece of the error text.
 *
 * @type {Array<{ rule: string, name: string, body: unknown, options?: object, says: string, code?: string | null }>}
 */
export const MISTRAL_REFUSED = [
  { rule: 'MI1', name: 'no message', body: body([]), says: 'at least one message', code: '3230' },
  { rule: 'MI1', name: 'instructions after a result', body: body([user(), calls(call()), result(), system()]), says: "Unexpected role 'system' after role 'tool'" },
  { rule: 'MI1', name: 'a result after the user', body: body([user(), result()]), says: "Unexpected role 'tool' after role 'user'" },
  { rule: 'MI1', name: 'the user after a result', body: body([user(), calls(call()), result(), user()]), says: "Unexpected role 'user' after role 'tool'" },
  { rule: 'MI2', name: 'a call that nothing answers', body: body([user(), calls(call()), user()]), says: 'Not the same number', code: '3230' },
  { rule: 'MI3', name: "an id of OpenAI's", body: body([user(), calls(call('call_1')), result('call_1')]), says: 'Tool call id was call_1 but must be', code: '3280' },
  { rule: 'MI4', name: 'words of the assistant at the end', body: body([user(), says('Hi.')]), says: 'Expected last role User or Tool' },
  { rule: 'MI4', name: 'words to be continued, and others behind them', body: body([user(), says('Hi.', { prefix: true }), user()]), says: 'must be last message' },
  { rule: 'MI5', name: 'an assistant that says nothing', body: body([user(), says(''), user()]), says: 'but not none', code: '3240' },
  { rule: 'MI5', name: 'an assistant whose only chunk is empty', body: body([user(), says([{ type: 'text', text: '' }]), user()]), says: 'but not none', code: '3240' },
  { rule: 'MI6', name: 'a second result', body: body([user(), calls(call()), result(), result()]), says: 'Duplicate tool call id' },
  { rule: 'MI6', name: 'a call first of all', body: body([calls(call()), result(), user()]), says: 'Unexpected tool call id' },
  { rule: 'MI7', name: 'a name with a space', body: body([user(), calls(call('aaaaaaaaa', 'a b')), result()]), says: 'Function name was a b' },
  { rule: 'MI8', name: 'a picture in a result', body: body([user(), calls(call()), result('aaaaaaaaa', [{ type: 'image_url', image_url: 'https://a.example/b.png' }])]), says: 'Unexpected content chunk types in tool message' },
  { rule: 'MI9', name: 'null of the user', body: body([user(null)]), says: 'Input should be a valid string', code: null },
  { rule: 'MI10', name: 'thinking as a string', body: body([user(), says([{ type: 'thinking', thinking: 'Hm.' }]), user()]), says: 'Input should be valid' },
  { rule: 'MI11', name: 'arguments as a list', body: body([user(), calls(call('aaaaaaaaa', 'clock', [])), result()]), says: 'Input should be a valid string' },
  { rule: 'MI12', name: 'an empty list of tools', body: body([user()], { tools: [] }), says: 'Extra inputs are not permitted' },
  { rule: 'MI-schema', name: 'a name of the user', body: body([{ ...user(), name: 'Ada' }]), says: 'body.messages.0.user.name: Extra inputs are not permitted' },
  { rule: 'context-window', name: 'a request that is too long', body: body([user('x'.repeat(2004))]), options: { contextWindow: 500 }, says: 'Prompt contains' },
];
