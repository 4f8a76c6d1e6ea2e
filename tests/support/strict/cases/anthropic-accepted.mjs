import { body, cached, call, calls, png, result, results, says, system, text, thinking, tool, user } from './anthropic-words.mjs';

const ON = { thinking: { type: 'enabled', budget_tokens: 1024 } };
const searching = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'noon' } };
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };

/** @type {Array<{ name: string, body: unknown, options?: object }>} */
export const ANTHROPIC_ACCEPTED = [
  { name: 'one user after another', body: body([user(), user()]) },
  { name: 'an assistant message first', body: body([says('Hi.'), user()]) },
  { name: 'calls split over two assistant messages', body: body([user(), calls('a'), calls('b'), results('a', 'b')]) },
  { name: 'results split over two user messages', body: body([user(), calls('a', 'b'), results('b'), results('a')]) },
  { name: 'text after the results', body: body([user(), calls('a'), user([result('a'), text('Go on.')])]) },
  { name: 'text after the results, in a message of its own', body: body([user(), calls('a'), results('a'), user()]) },
  { name: 'an id that is used again in a later turn', body: body([user(), calls('a'), results('a'), calls('a'), results('a')]) },
  { name: 'calls without any tools defined', body: body([user(), calls('a'), results('a')]) },
  { name: 'calls of a tool that is not defined', body: body([user(), says([call('a', 'gone')]), results('a')], { tools: [tool('clock')] }) },
  { name: 'a result without content', body: body([user(), calls('a'), user([{ type: 'tool_result', tool_use_id: 'a' }])]) },
  { name: 'a result of an empty string', body: body([user(), calls('a'), user([result('a', '')])]) },
  { name: 'a failure in text', body: body([user(), calls('a'), user([{ ...result('a', [text('No.')]), is_error: true }])]) },
  { name: 'whitespace beside real text', body: body([user([text(' '), text('Hi.')])]) },
  { name: 'whitespace at the end of an earlier assistant text', body: body([user(), says('Hi. '), user()]) },
  { name: 'a text of U+FEFF alone, which is no white space', body: body([user('\ufeff'), says('Hi.'), user()]) },
  { name: 'U+FEFF at the end of a prefill', body: body([user(), says('Sure:\ufeff')]), options: { allowPrefill: true } },
  { name: 'white space beside a call', body: body([user(), says([text('\n'), call('a')]), results('a')]) },
  { name: 'a prefill at Claude 4.5', body: { ...body([user(), says('Sure:')]), model: 'claude-haiku-4-5-20251001' } },
  { name: 'a prefill at an older model', body: body([user(), says('Sure:')]), options: { allowPrefill: true } },
  { name: 'an empty final assistant message at an older model', body: body([user(), says('')]), options: { allowPrefill: true } },
  { name: 'thinking at the end of an earlier turn', body: body([user(), says([thinking()]), user()]) },
  { name: 'thinking in front of a prefill', body: body([user(), says([thinking(), text('Sure:')])]), options: { allowPrefill: true } },
  { name: 'a pause while the provider searches', body: body([user(), says([text('One moment.'), searching])]) },
  { name: "a provider's call and result in one message", body: body([user(), says([searching, found, text('Noon.')]), user()]) },
  { name: "a provider's call that goes on behind the results of others", body: body([user(), says([searching, call('a')]), results('a'), says([found, text('Noon.')]), user()]) },
  { name: 'a system message at the end', body: body([user(), says('Hi.'), user(), system('Be brief.')]) },
  { name: 'two system messages before an assistant', body: body([user(), system('Be brief.'), system('Be kind.'), says('Hi.'), user()]) },
  { name: 'thinking that leads a tool loop', body: body([user(), says([thinking(), text('Hm.'), call('a')]), results('a')], ON) },
  { name: 'thinking that leads after merging', body: body([user(), says([thinking()]), calls('a'), results('a')], ON) },
  { name: 'hidden thinking that leads', body: body([user(), says([{ type: 'redacted_thinking', data: 'eA==' }, call('a')]), results('a')], ON) },
  { name: 'an earlier tool loop without thinking', body: body([user(), calls('a'), results('a'), says('Noon.'), user()], ON) },
  { name: 'a tool loop without thinking, where the model decides', body: body([user(), calls('a'), results('a')], { thinking: { type: 'adaptive' } }) },
  { name: 'four marks, long-lived ones first', body: body([user([text('A', cached('5m')), text('B', cached())])], { system: [text('S', cached('1h'))], tools: [{ ...tool('clock'), ...cached('1h') }] }) },
  { name: 'a picture in a result', body: body([user(), calls('a'), user([result('a', [text('See:'), png(100, 100)])])]) },
  { name: '20 large images', body: body([user(Array.from({ length: 20 }, () => png(4000, 4000)))]) },
  { name: 'a document made of blocks', body: body([user([{ type: 'document', source: { type: 'content', content: [text('Page one.')] } }])]) },
  { name: 'a request that just fits', body: body([user('x'.repeat(1996))]), options: { contextWindow: 500 } },
];
