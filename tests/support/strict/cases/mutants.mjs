/** Valid bodies with many kinds of fields, and all bodies that differ from a valid one in a single field. */

export const SOUND_OPENAI = {
  options: { requireReasoningContent: true },
  body: {
    model: 'm',
    tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hi.' }, { type: 'image_url', image_url: { url: 'https://a.example/b.png' } }] },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'Hm.',
        tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'a', content: 'noon' },
    ],
  },
};

export const SOUND_OPENAI_RESPONSES = {
  options: { encrypted: 'any' },
  body: {
    model: 'm',
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'Hi.' }, { type: 'input_image', image_url: 'https://a.example/b.png', detail: 'auto' }] },
      { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'b3BhcXVl' },
      { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'function_call_output', call_id: 'a', output: 'noon' },
    ],
  },
};

const DOCUMENT = { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'A.' }] } };

export const SOUND_ANTHROPIC = {
  options: {},
  body: {
    model: 'm',
    max_tokens: 1,
    system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
    tools: [{ name: 'f', input_schema: {} }],
    messages: [
      { role: 'user', content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: '' } }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.', signature: 's' },
          { type: 'tool_use', id: 'a', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [DOCUMENT] }] },
    ],
  },
};

export const SOUND_GEMINI = {
  options: { signedCalls: true },
  body: {
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      { role: 'user', parts: [{ inlineData: { mimeType: 'image/png', data: 'AAAA' } }, { text: 'Hi.' }] },
      { role: 'model', parts: [{ text: 'Hm.', thought: true }, { functionCall: { id: 'a', name: 'f', args: {} }, thoughtSignature: 'c2ln' }] },
      { role: 'user', parts: [{ functionResponse: { id: 'a', name: 'f', response: { output: 'noon' } } }] },
    ],
  },
};

export const SOUND_BEDROCK = {
  options: {},
  body: {
    system: [{ text: 'Be brief.' }, { cachePoint: { type: 'default', ttl: '1h' } }],
    toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: {} } } }] },
    messages: [
      { role: 'user', content: [{ text: 'Look.' }, { image: { format: 'png', source: { bytes: '' } } }] },
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: 'Hm.', signature: 's' } } },
          { citationsContent: { content: [{ text: 'One moment.' }], citations: [] } },
          { toolUse: { toolUseId: 'a', name: 'f', input: {} } },
        ],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: 'a', status: 'success', content: [{ json: {} }, { document: { name: 'd', format: 'pdf', source: { bytes: '' } } }] } }] },
    ],
  },
};

const STRANGE = [null, 0, 1.5, true, '', 'x', [], {}, [null], [[]], { type: 'text' }];

/** Returns every body that differs from `sound` in one value, which is removed or replaced. */
export function* mutants(sound) {
  for (const path of pathsOf(sound)) {
    for (const replacement of [...STRANGE, undefined]) {
      const mutant = structuredClone(sound);
      const holder = path.slice(0, -1).reduce((value, key) => value[key], mutant);
      if (replacement === undefined) delete holder[path.at(-1)];
      else holder[path.at(-1)] = structuredClone(replacement);
      // Clients send JSON, which has no holes in lists.
      yield JSON.parse(JSON.stringify(mutant));
    }
  }
}

function* pathsOf(value, path = []) {
  if (path.length > 0) yield path;
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) yield* pathsOf(value[key], [...path, key]);
}
