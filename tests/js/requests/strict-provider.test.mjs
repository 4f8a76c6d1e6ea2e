import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { describe, it } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import { Mistral } from '@mistralai/mistralai';
import { ConversationManager } from 'backscroll';
import OpenAI from 'openai';
import { ruleFiles } from '../../support/rule-files.mjs';
import { TARGETS } from '../../support/targets.mjs';
import { SOUND_ANTHROPIC, SOUND_BEDROCK, SOUND_GEMINI, SOUND_OPENAI, SOUND_OPENAI_RESPONSES, mutants } from '../../support/strict/cases/mutants.mjs';
import { CASES } from '../../support/strict/cases/all.mjs';
import { judge as judged, startStrictProvider } from '../../support/strict/index.mjs';

const FORMATS = [
  {
    name: 'OpenAI chat',
    target: 'openai-chat',
    recorded: { file: 'wire_accepted_dev_openai_chat.jsonl', bodies: 77 },
  },
  {
    name: 'Anthropic',
    target: 'anthropic',
    recorded: { file: 'wire_accepted_dev_anthropic.jsonl', bodies: 172 },
  },
  {
    name: 'OpenAI Responses',
    target: 'openai-responses',
    recorded: { file: 'wire_accepted_dev_openai_responses.jsonl', bodies: 194 },
  },
  {
    name: 'Gemini',
    target: 'gemini',
    recorded: { file: 'wire_accepted_dev_gemini.jsonl', bodies: 247 },
    type: /^INVALID_ARGUMENT$/,
  },
  {
    name: 'Bedrock',
    target: 'bedrock',
    recorded: { file: 'wire_accepted_dev_bedrock.jsonl', bodies: 75 },
    type: /^ValidationException$/,
  },
  { name: 'Mistral', target: 'mistral', statuses: [400, 422], type: /^invalid_(request|function)/ },
];

for (const { name, target, recorded, statuses = [400], type = /^invalid_request_error$/ } of FORMATS) {
  const { refused, accepted } = CASES[target];
  const judge = (body, options) => judged(target, body, options);
  describe(`${name}: refused`, () => {
    for (const example of refused) {
      it(`${example.rule}: ${example.name}`, () => checkRefused(judge, example, statuses, type));
    }
  });

  describe(`${name}: accepted`, () => {
    for (const { name: fact, body, options } of accepted) {
      it(fact, () => assert.equal(judge(body, options), null));
    }

    if (recorded === undefined) return;
    it(`all ${recorded.bodies} recorded bodies that the provider accepted`, (t) => {
      const file = new URL(`../../../../shared/data/${recorded.file}`, import.meta.url);
      if (!existsSync(file)) return t.skip(`../shared/data/${recorded.file} is absent`);
      const rows = readFileSync(file, 'utf8').trim().split('\n').map((line) => JSON.parse(line));
      assert.equal(rows.length, recorded.bodies);
      const objections = rows.map(({ id, request }) => ({ id, refusal: judge(request) }));
      assert.deepEqual(objections.filter(({ refusal }) => refusal !== null), []);
    });
  });
}

function checkRefused(judge, { rule, body, options, says, param, code }, statuses, type) {
  const refusal = judge(body, options);
  assert.notEqual(refusal, null, 'the body was accepted');
  assert.equal(refusal.rule, rule, refusal.message);
  assert.ok(refusal.message.includes(says), `${refusal.message}\nlacks: ${says}`);
  assert.ok(statuses.includes(refusal.status), String(refusal.status));
  assert.match(refusal.type, type);
  if (param !== undefined) assert.equal(refusal.param, param);
  if (code !== undefined) assert.equal(refusal.code, code);
}

/** Returns the rules under which a body of their cases is refused; `corpus.test.mjs` runs the judges. */
function refusedInCorpus() {
  const isRefused = ({ error, repairs, unjudged, refusedBy }) => unjudged === undefined && refusedBy === undefined && (error !== undefined || repairs.length > 0);
  const shown = TARGETS.flatMap(ruleFiles).filter(({ cases }) => cases.some(isRefused));
  return shown.map(({ rule }) => rule);
}

it('refuses a case under every rule of the providers', () => {
  const document = readFileSync(new URL('../../../src/rules/RULES.md', import.meta.url), 'utf8');
  const ids = [...document.matchAll(/^\| ([A-Z]{2}\d+[a-z]?) \|/gm)].map(([, id]) => id);
  assert.ok(ids.length > 90, `${ids.length} rules`);
  // The form of a body is judged by the schemas. What only a signature of this provider's shows is tested over HTTP, and the signatures of
  // Bedrock cannot be verified here. OR15 is no refusal: the provider leaves the reasoning out.
  const elsewhere = ['AN16', 'AN18', 'BE19', 'BE20', 'OR15'];
  const refused = new Set([...Object.values(CASES).flatMap(({ refused }) => refused.map(({ rule }) => rule)), ...refusedInCorpus(), ...elsewhere]);
  const unknown = ids.filter((id) => !/^..0$/.test(id) && !refused.has(id));
  assert.deepEqual(unknown, [], 'pkg-template/src/strict-provider/README.md says how to add a rule');
});

describe('options', () => {
  it('that are unknown are named', () => {
    assert.throws(() => judged('anthropic', {}, { allowPrefil: true }), /unknown option `allowPrefil`; the options are .*allowPrefill/);
    assert.throws(() => judged('openai-chat', {}, { idlimit: 40 }), /unknown option `idlimit`/);
  });

  it('with an unknown value are named', () => {
    assert.throws(() => judged('anthropic', {}, { signatures: 'Own' }), /unknown value `Own` of `signatures`/);
  });
});

describe('a body with one field broken', () => {
  for (const [target, { body, options }] of [['openai-chat', SOUND_OPENAI], ['anthropic', SOUND_ANTHROPIC], ['openai-responses', SOUND_OPENAI_RESPONSES], ['gemini', SOUND_GEMINI], ['bedrock', SOUND_BEDROCK]]) {
    it(`${target}: is judged without an exception`, () => {
      const judge = (given, more) => judged(target, given, more);
      assert.equal(judge(body, options), null);
      const verdicts = [...mutants(body)].map((mutant) => judge(mutant, options));
      const refusals = verdicts.filter((verdict) => verdict !== null);
      assert.ok(refusals.length > verdicts.length / 2, `${refusals.length} of ${verdicts.length} refused`);
      for (const { rule, message } of refusals) assert.ok(rule && message && !message.includes('undefined'), message);
    });
  }
});

/** Starts a provider that ends with the test, and both clients of it. */
async function start(t, settings) {
  const provider = await startStrictProvider(settings);
  t.after(() => provider.close());
  const openai = new OpenAI({ apiKey: 'any', baseURL: `${provider.url}/v1` });
  const anthropic = new Anthropic({ apiKey: 'any', baseURL: provider.url });
  return {
    ...provider,
    chat: (messages, more) => openai.chat.completions.create({ model: 'gpt-test', messages, ...more }),
    message: (messages, more) => anthropic.messages.create({ model: 'claude-test', max_tokens: 64, messages, ...more }),
  };
}

const HELLO = { role: 'user', content: 'Hello.' };
const LONG = { role: 'user', content: 'x'.repeat(8000) };

describe("OpenAI's client", () => {
  it('gets text, calls and usage', async (t) => {
    const { chat, log } = await start(t, { script: [{ text: 'One moment.', toolCalls: [{ name: 'clock', arguments: { zone: 'UTC' } }] }] });
    const { choices, usage, model } = await chat([HELLO]);
    assert.equal(model, 'gpt-test');
    assert.equal(choices[0].finish_reason, 'tool_calls');
    assert.equal(choices[0].message.content, 'One moment.');
    assert.deepEqual(choices[0].message.tool_calls[0].function, { name: 'clock', arguments: '{"zone":"UTC"}' });
    assert.equal(usage.total_tokens, usage.prompt_tokens + usage.completion_tokens);
    const { body, joined, requestBytes, ...record } = log[0];
    assert.deepEqual(record, { target: 'openai-chat', method: 'POST', path: '/v1/chat/completions', status: 200, rule: null, message: null, tokens: usage.prompt_tokens });
    assert.deepEqual(body.messages, [HELLO]);
    assert.deepEqual(joined, body);
    assert.equal(requestBytes, Buffer.byteLength(JSON.stringify(body)));
  });

  it('sends its answers back', async (t) => {
    const { chat } = await start(t, { script: [{ toolCalls: [{ name: 'clock' }] }, { text: 'Noon.' }] });
    const { message } = (await chat([HELLO])).choices[0];
    const answer = { role: 'tool', tool_call_id: message.tool_calls[0].id, content: '12:00' };
    assert.equal((await chat([HELLO, message, answer])).choices[0].message.content, 'Noon.');
  });

  it('throws its own error for an overflow', async (t) => {
    const { chat, log } = await start(t, { contextWindow: 1000 });
    await assert.rejects(chat([LONG]), (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.equal(error.code, 'context_length_exceeded');
      assert.match(error.message, /maximum context length is 1000 tokens\. However, your messages resulted in 2001 tokens/);
      return true;
    });
    assert.equal(log[0].rule, 'context-window');
  });

  it('throws its own error for a broken pair, with the rule in a header', async (t) => {
    const { chat, log } = await start(t);
    await assert.rejects(chat([HELLO, { role: 'tool', tool_call_id: 'a', content: 'noon' }]), (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.equal(error.param, 'messages.[1].role');
      assert.equal(error.headers.get('x-rule'), 'OC1');
      assert.match(error.message, /must be a response to a preceeding message/);
      return true;
    });
    assert.deepEqual([log[0].status, log[0].rule], [400, 'OC1']);
  });

  it('reads how much of the prompt was cached', async (t) => {
    const { chat } = await start(t);
    assert.equal((await chat([LONG])).usage.prompt_tokens_details.cached_tokens, 0);
    const second = await chat([LONG, { role: 'assistant', content: 'Ok.' }, HELLO]);
    assert.equal(second.usage.prompt_tokens_details.cached_tokens, 1920);
    const changed = await chat([HELLO, LONG]);
    assert.equal(changed.usage.prompt_tokens_details.cached_tokens, 0);
  });
});

describe("Anthropic's client", () => {
  it('gets text, calls and usage', async (t) => {
    const { message, log } = await start(t, { script: [{ text: 'One moment.', toolCalls: [{ name: 'clock', arguments: { zone: 'UTC' }, id: 'toolu_1' }] }] });
    const { content, stop_reason: reason, usage } = await message([HELLO]);
    assert.deepEqual(content, [
      { type: 'text', text: 'One moment.' },
      { type: 'tool_use', id: 'toolu_1', name: 'clock', input: { zone: 'UTC' } },
    ]);
    assert.equal(reason, 'tool_use');
    assert.equal(usage.input_tokens, log[0].tokens);
  });

  it('throws its own error for an overflow', async (t) => {
    const { message, log } = await start(t, { contextWindow: 1000 });
    await assert.rejects(message([LONG]), (error) => {
      assert.ok(error instanceof Anthropic.BadRequestError);
      assert.equal(error.type, 'invalid_request_error');
      assert.match(error.message, /prompt is too long: 2001 tokens > 1000 maximum/);
      assert.equal(error.error.request_id, error.requestID);
      return true;
    });
    assert.equal(log[0].rule, 'context-window');
  });

  it('throws its own error for a broken pair, with the rule in a header', async (t) => {
    const { message } = await start(t);
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'clock', input: {} }] };
    await assert.rejects(message([HELLO, call, HELLO]), (error) => {
      assert.ok(error instanceof Anthropic.BadRequestError);
      assert.equal(error.headers.get('x-rule'), 'AN1');
      assert.match(error.message, /`tool_use` ids were found without `tool_result` blocks immediately after: a/);
      return true;
    });
  });

  it('reads what was written to the cache and read from it', async (t) => {
    const { message } = await start(t);
    const marked = { role: 'user', content: [{ type: 'text', text: LONG.content, cache_control: { type: 'ephemeral' } }] };
    const first = (await message([marked])).usage;
    assert.ok(first.cache_creation_input_tokens > 2000);
    assert.equal(first.cache_read_input_tokens, 0);
    const second = (await message([marked, { role: 'assistant', content: 'Ok.' }, HELLO])).usage;
    assert.deepEqual([second.cache_creation_input_tokens, second.cache_read_input_tokens], [0, first.cache_creation_input_tokens]);
    assert.ok(second.input_tokens > 0);
  });
});

describe("Mistral's client", () => {
  /**
   * Starts the provider. Returns it with its client, and with a function that sends a body as it is, because the client's names are in
   * camelCase.
   */
  async function talk(t, settings) {
    const provider = await startStrictProvider(settings);
    t.after(() => provider.close());
    const client = new Mistral({ apiKey: 'any', serverURL: `${provider.url}/mistral`, retryConfig: { strategy: 'none' } });
    const asClient = (value) => JSON.parse(JSON.stringify(value), (_, inner) => (isPlain(inner) ? renamed(inner) : inner));
    return { ...provider, send: (body) => client.chat.complete(asClient(body)) };
  }

  const NAMES = { tool_calls: 'toolCalls', tool_call_id: 'toolCallId', image_url: 'imageUrl', document_url: 'documentUrl', reference_ids: 'referenceIds' };
  const isPlain = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const renamed = (value) => Object.fromEntries(Object.entries(value).map(([name, inner]) => [NAMES[name] ?? name, inner]));

  it("sends a conversation from another provider, and its answers are read", async (t) => {
    const script = [{ thinking: 'Hm.', toolCalls: [{ name: 'clock', arguments: { zone: 'UTC' } }] }, { text: 'Noon.' }];
    const { send, log } = await talk(t, { script });
    const conversation = ConversationManager.from('openai-chat', {
      messages: [
        HELLO,
        { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'clock', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: 'call_1', content: 'noon' },
        { role: 'user', content: 'And now?' },
      ],
    });
    const request = () => conversation.toRequest('mistral', { model: 'mistral-test' }).body;
    conversation.addResponse('mistral', await send(request()));
    const { toolCalls, tokens, content } = conversation.messages.at(-1);
    assert.equal(toolCalls[0].name, 'clock');
    assert.equal(content[0].text, 'Hm.');
    assert.ok(tokens.input >= log[0].tokens && tokens.output > 0, JSON.stringify(tokens));
    conversation.addMessage('tool', '12:01', { toolCallId: toolCalls[0].id });
    conversation.addResponse('mistral', await send(request()));
    assert.equal(conversation.messages.at(-1).content, 'Noon.');
    assert.deepEqual(log.map(({ status }) => status), [200, 200]);
    assert.match(log[1].body.messages[1].tool_calls[0].id, /^[a-zA-Z0-9]{9}$/);
    conversation.dispose();
  });

  it('throws its own error for a broken pair, with the rule in a header', async (t) => {
    const { send } = await talk(t);
    await assert.rejects(send({ model: 'mistral-test', messages: [HELLO, { role: 'tool', tool_call_id: 'aaaaaaaaa', content: 'noon' }] }), (error) => {
      assert.equal(error.statusCode, 400);
      assert.equal(error.headers.get('x-rule'), 'MI1');
      assert.match(error.body, /Unexpected role 'tool' after role 'user'/);
      return true;
    });
  });

  it('throws its own error for an overflow', async (t) => {
    const { send, log } = await talk(t, { contextWindow: 1000 });
    await assert.rejects(send({ model: 'mistral-test', messages: [LONG] }), /maximum context length/);
    assert.equal(log[0].rule, 'context-window');
  });
});

describe('thinking that this provider has signed', () => {
  const script = () => ({ thinking: 'Hm, noon?', text: 'Noon.' });

  /** Returns two exchanges, as the client would send them back. */
  async function talk(t, signatures) {
    const { message } = await start(t, { script, anthropic: { signatures } });
    const first = { role: 'assistant', content: (await message([HELLO])).content };
    const second = { role: 'assistant', content: (await message([HELLO, first, HELLO])).content };
    const refusedBy = (messages, more) => message(messages, more).then(() => null, (error) => error.headers.get('x-rule'));
    return { first, second, refusedBy };
  }

  const edited = ({ role, content: [block, ...rest] }) => ({ role, content: [{ ...block, thinking: 'Hm, midnight?' }, ...rest] });

  it('is accepted as it came', async (t) => {
    const { first, second, refusedBy } = await talk(t, 'bound');
    assert.equal(await refusedBy([HELLO, first, HELLO, second, HELLO]), null);
  });

  it('AN16, AN17: is refused when its text was changed', async (t) => {
    const { first, second, refusedBy } = await talk(t, 'own');
    assert.equal(await refusedBy([HELLO, first, HELLO, edited(second), HELLO]), 'AN16');
    assert.equal(await refusedBy([HELLO, edited(first), HELLO, second, HELLO]), 'AN17');
  });

  it('AN18: is refused when the conversation before it was changed', async (t) => {
    const { first, second, refusedBy } = await talk(t, 'bound');
    assert.equal(await refusedBy([HELLO, second, HELLO]), 'AN18');
    assert.equal(await refusedBy([LONG, first, HELLO]), 'AN18');
    const dropping = { thinking: { type: 'enabled', budget_tokens: 1024, block_binding: { prefix_mismatch_behavior: 'drop_block' } } };
    assert.equal(await refusedBy([LONG, first, HELLO], dropping), null);
  });

  it('may lose earlier thinking, and cache breakpoints may move', async (t) => {
    const { first, second, refusedBy } = await talk(t, 'bound');
    const bare = { role: 'assistant', content: first.content.slice(1) };
    const marked = { role: 'user', content: [{ type: 'text', text: 'Hello.', cache_control: { type: 'ephemeral' } }] };
    assert.equal(await refusedBy([marked, bare, HELLO, second, HELLO]), null);
  });
});

describe('the script', () => {
  it('may be a function of the request', async (t) => {
    const { chat, message } = await start(t, { script: async ({ index, target, body }) => ({ text: `${index} ${target} ${body.messages.length}` }) });
    assert.equal((await chat([HELLO])).choices[0].message.content, '0 openai-chat 1');
    assert.equal((await message([HELLO, HELLO])).content[0].text, '1 anthropic 2');
  });

  it('is not advanced by refused requests, and throws at its end', async (t) => {
    const { chat, message, log } = await start(t, { script: [{ text: 'Hi.' }] });
    await assert.rejects(chat([]), OpenAI.BadRequestError);
    assert.equal((await chat([HELLO])).choices[0].message.content, 'Hi.');
    await assert.rejects(message([HELLO]), /500 .*the script has no reply for accepted request 2: it holds 1/);
    assert.equal(log.length, 3, 'the client does not try again');
  });
});

describe('HTTP', () => {
  const faults = [
    { name: 'no JSON', body: '{"model":', status: 400, openai: /could not parse the JSON body/, anthropic: /not valid JSON/ },
    { name: 'no UTF-8', body: Buffer.from([0x22, 0xff, 0x22]), status: 400, openai: /could not parse/, anthropic: /not valid JSON/ },
    { name: 'a wrong method', method: 'PUT', body: '{}', status: 405, openai: /Not allowed to PUT on/, anthropic: /Method Not Allowed/ },
    { name: 'an unknown path', suffix: '/batches', body: '{}', status: 404, openai: /Invalid URL \(POST/, anthropic: /Not Found/ },
    { name: 'a body over the limit', body: 'x'.repeat(2001), status: 413, openai: /Maximum content size limit \(2000\)/, anthropic: /Request exceeds the maximum size/ },
  ];

  for (const { name, method = 'POST', suffix = '', body, status, ...texts } of faults) {
    it(`${name} gets ${status}, in the form of each provider`, async (t) => {
      const { url, log } = await start(t, { bodyLimit: 2000 });
      const openai = await fetch(`${url}/v1/chat/completions${suffix}`, { method, body });
      const { error } = await openai.json();
      assert.deepEqual([openai.status, Object.keys(error)], [status, ['message', 'type', 'param', 'code']]);
      assert.match(error.message, texts.openai);
      const anthropic = await fetch(`${url}/v1/messages${suffix}`, { method, body, headers: { 'anthropic-version': '2023-06-01' } });
      const answer = await anthropic.json();
      assert.deepEqual([anthropic.status, answer.type, answer.request_id], [status, 'error', anthropic.headers.get('request-id')]);
      assert.match(answer.error.message, texts.anthropic);
      assert.equal(answer.error.type, { 404: 'not_found_error', 413: 'request_too_large' }[status] ?? 'invalid_request_error');
      assert.deepEqual(log.map(({ rule }) => rule), ['http', 'http']);
    });
  }

  it('accepts bodies up to 32 MB', async (t) => {
    const { url } = await start(t);
    const post = (bytes) => fetch(`${url}/v1/messages`, { method: 'POST', body: ' '.repeat(bytes) });
    assert.equal((await post(32 * 1024 * 1024)).status, 400);
    assert.equal((await post(32 * 1024 * 1024 + 1)).status, 413);
  });

  it('survives a disconnected client', async (t) => {
    const { url, chat } = await start(t);
    const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(10)) });
    const gone = fetch(`${url}/v1/messages`, { method: 'POST', body, duplex: 'half', signal: AbortSignal.timeout(50) });
    await assert.rejects(gone, { name: 'TimeoutError' });
    assert.ok(await chat([HELLO]));
  });

  it('listens on loopback only, until it is closed', async () => {
    const provider = await startStrictProvider();
    assert.match(provider.url, /^http:\/\/127\.0\.0\.1:\d+$/);
    const outside = Object.values(networkInterfaces()).flat().filter(({ family, internal }) => family === 'IPv4' && !internal);
    for (const { address } of outside) {
      await assert.rejects(fetch(provider.url.replace('127.0.0.1', address)), address);
    }
    await provider.close();
    await provider.close();
    await assert.rejects(fetch(provider.url));
  });

  it('refuses unknown settings', async () => {
    await assert.rejects(startStrictProvider({ contextwindow: 1 }), /unknown option `contextwindow`/);
    await assert.rejects(startStrictProvider({ script: 'Hi.' }), /`script` is to be an array of replies or a function/);
  });
});
