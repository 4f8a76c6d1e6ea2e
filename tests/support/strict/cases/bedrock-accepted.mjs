import { body, call, calls, pdf, png, point, result, results, says, served, serving, system, text, thinking, tools, user } from './bedrock-words.mjs';

const ON = { additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 } } };

/** @type {Array<{ name: string, body: unknown, options?: object }>} */
export const BEDROCK_ACCEPTED = [
  { name: 'one user after another at the newest models', body: body([user(), user()]) },
  { name: 'an assistant message first at the newest models', body: body([says('Hi.'), user()]) },
  { name: 'calls split over two assistant messages', body: body([user(), calls('a'), calls('b'), results('a', 'b')]) },
  { name: 'text and a picture after the results', body: body([user(), calls('a'), user([result('a'), text('Go on.'), png])]) },
  { name: 'an id that is used again in a later turn', body: body([user(), calls('a'), results('a'), calls('a'), results('a')]) },
  { name: 'an id with dots and colons', body: body([user(), calls('functions.clock:0'), results('functions.clock:0')]) },
  { name: 'calls of a tool that is not defined', body: body([user(), says([call('a', 'gone')]), results('a')]) },
  { name: 'a result of nothing', body: body([user(), calls('a'), user([result('a', [])])]) },
  { name: 'a result of JSON', body: body([user(), calls('a'), user([result('a', [{ json: { time: 'noon' } }])])]) },
  { name: 'a failure in a picture', body: body([user(), calls('a'), user([result('a', [png], { status: 'error' })])]) },
  { name: 'whitespace beside real text', body: body([user([text('\n'), text('Hi.')])]) },
  { name: 'a text of U+FEFF alone, which is no white space', body: body([user([text('\ufeff')])]) },
  { name: 'a system prompt of no blocks', body: body([user()], { system: [] }) },
  { name: 'a prefill at an older model', body: body([user(), says('Sure:')]), options: { allowPrefill: true } },
  { name: 'reasoning at the end with a model of others', body: body([user(), says([text('Sure.'), thinking()])]), options: { model: 'other', allowPrefill: true } },
  { name: "a provider's call and result in one message", body: body([user(), says([serving('s'), served('s'), text('Noon.')]), user()]) },
  { name: 'a pause while the provider runs a tool', body: body([user(), says([serving('s')])]) },
  { name: 'a system message at the end', body: body([user(), says('Hi.'), user(), system('Be brief.')]) },
  { name: 'thinking that leads a tool loop', body: body([user(), says([thinking(), call('a')]), results('a')], ON) },
  { name: 'hidden thinking that leads', body: body([user(), says([{ reasoningContent: { redactedContent: 'eA==' } }, call('a')]), results('a')], ON) },
  { name: 'unsigned reasoning of a model of others', body: body([user(), says([thinking('Hm.', {}), text('Hi.')]), user()]), options: { model: 'other' } },
  { name: 'four cache points, long-lived ones first', body: body([user([text('A'), point('5m'), text('B'), point()])], { system: [text('S'), point('1h')], toolConfig: { tools: [...tools('clock').toolConfig.tools, point('1h')] } }) },
  { name: 'five documents with plain names', body: body([user([text('Sum up.'), ...['a', 'b_1', 'c (2)', 'd [3]', 'e-4'].map(pdf)])]) },
  { name: 'words without tools', body: { messages: [user()] } },
  { name: 'a request that just fits', body: { messages: [user('x'.repeat(1984))] }, options: { contextWindow: 500 } },
  { name: 'words before a call, at a newer model of Anthropic', body: body([user(), says([text('One moment.'), call('a')]), results('a')]), options: { wordsFirst: true } },
  { name: 'cache points behind words, pictures, PDFs, calls and results', body: body([user([text('Hi.'), png, point()]), says([call('a'), point()]), user([result('a'), point(), pdf('a'), point()])]) },
];
