import { body, call, calls, result, says, system, thought, user } from './mistral-words.mjs';

/** @type {Array<{ name: string, body: unknown, options?: object }>} */
export const MISTRAL_ACCEPTED = [
  { name: 'one user after another, and one assistant after another', body: body([user(), user(), says('A.'), says('B.'), user()]) },
  { name: 'an assistant message at the start', body: body([says('Hi.'), user()]) },
  { name: 'the user after a result, with a model that takes it', body: body([user(), calls(call()), result(), user()], { model: 'mistral-small-latest' }) },
  { name: 'the user after a result, where the checks are those of mistral-common', body: body([user(), calls(call()), result(), user()]), options: { allowUserAfterTool: true } },
  { name: 'the user after a result and a reply', body: body([user(), calls(call()), result(), says('OK.'), user()]) },
  { name: 'instructions at the start and after the user', body: body([system(), system(), user(), system()]) },
  { name: 'words to be continued', body: body([user(), says('It is ', { prefix: true })]) },
  { name: 'calls beside words', body: body([user(), { ...calls(call()), content: 'One moment.' }, result()]) },
  { name: 'arguments as an object', body: body([user(), calls(call('aaaaaaaaa', 'clock', { zone: 'UTC' })), result()]) },
  { name: 'results in another order', body: body([user(), calls(call(), call('bbbbbbbbb')), result('bbbbbbbbb'), result()]) },
  { name: 'a name on a result', body: body([user(), calls(call()), { ...result(), name: 'clock' }]) },
  { name: 'thinking', body: body([user(), says([thought({ signature: 's', closed: true }), { type: 'text', text: 'Noon.' }]), user()]) },
  { name: 'thinking in the prompt', body: body([system([thought()]), user()]) },
  { name: 'a call list that is null', body: body([user(), says('Hi.', { tool_calls: null }), user()]) },
  { name: "a vendor's field at a lenient vendor", body: body([{ ...user(), name: 'Ada' }]), options: { acceptUnknownFields: true } },
  { name: 'a request that just fits', body: body([user('x'.repeat(1996))]), options: { contextWindow: 500 } },
];
