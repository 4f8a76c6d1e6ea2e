import { body, call, calls, pdf, png, point, result, results, says, served, system, text, thinking, user } from './bedrock-words.mjs';

const ON = { additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 1024 } } };
const many = (count, make) => Array.from({ length: count }, (_, index) => make(index));

/**
 * Bodies that Bedrock refuses, each with the rule and a piece of the error text.
 *
 * @type {Array<{ rule: string, name: string, body: unknown, options?: object, says: string }>}
 */
export const BEDROCK_REFUSED = [
  { rule: 'BE1', name: 'an assistant first', body: body([says('Hi.'), user()]), options: { allowAssistantFirst: false }, says: 'A conversation must start with a user message.' },
  { rule: 'BE1', name: 'an assistant first at a model of others', body: body([says('Hi.'), user()]), options: { model: 'other' }, says: 'A conversation must start with a user message.' },
  { rule: 'BE2', name: 'one user after another', body: body([user(), user()]), options: { allowRepeatedRoles: false }, says: 'A conversation must alternate between user and assistant roles.' },
  { rule: 'BE3', name: 'a call that the user talks over', body: body([user(), calls('a', 'b'), user()]), says: 'Expected toolResult blocks at messages.2.content for the following Ids: a, b' },
  { rule: 'BE3', name: 'a call that is open at the end', body: body([user(), calls('a')]), says: 'Expected toolResult blocks at messages.2.content for the following Ids: a' },
  { rule: 'BE3', name: 'two calls with one id', body: body([user(), calls('a', 'a'), results('a')]), says: '`tool_use` ids must be unique' },
  { rule: 'BE4', name: 'a result without a call', body: body([user(), says('Hi.'), results('a')]), says: 'The number of toolResult blocks at messages.2.content exceeds the number of toolUse blocks of previous turn.' },
  { rule: 'BE4', name: 'two results for one call', body: body([user(), calls('a'), results('a', 'a')]), says: 'The number of toolResult blocks at messages.2.content exceeds' },
  { rule: 'BE4', name: "a provider's result without its call", body: body([user(), says([served('s'), text('Noon.')]), user()]), says: 'has no toolUse block before it' },
  { rule: 'BE5', name: 'an empty text', body: body([user([text(''), text('Hi.')])]), says: 'The text field in the ContentBlock object at messages.0.content.0 is blank.' },
  { rule: 'BE5', name: 'only whitespace', body: body([user(' \n')]), says: 'messages.0.content.0 is blank' },
  { rule: 'BE5', name: 'an empty system text', body: body([user()], { system: [text('')] }), says: 'system.0 is blank' },
  { rule: 'BE5', name: 'an empty text in a result', body: body([user(), calls('a'), user([result('a', [text('')])])]), says: 'is blank' },
  { rule: 'BE5', name: 'only a next-line character', body: body([user([text('\u0085')])]), says: 'The text field in the ContentBlock object at messages.0.content.0 is blank.' },
  { rule: 'BE6', name: 'a message of nothing', body: body([user(), says([]), user()]), says: 'The content field in the Message object at messages.1 is empty.' },
  { rule: 'BE6', name: 'a final message of nothing', body: body([user(), says([])]), options: { allowPrefill: true }, says: 'messages.1 is empty' },
  { rule: 'BE7', name: 'a failure without a word', body: body([user(), calls('a'), user([result('a', [], { status: 'error' })])]), says: 'The content field at messages.2.content.0.toolResult cannot be empty when status value is error.' },
  { rule: 'BE8', name: 'a result of a list', body: body([user(), calls('a'), user([result('a', [{ json: [1] }])])]), says: 'The format of the value at messages.2.content.0.toolResult.content.0.json is invalid. Provide a json object for the field and try again.' },
  { rule: 'BE8', name: 'an input that is text', body: body([user(), says([call('a', 'clock', '{}')]), results('a')]), says: 'messages.1.content.0.toolUse.input is invalid' },
  { rule: 'BE9', name: 'calls without any tools', body: { messages: [user(), calls('a'), results('a')] }, says: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.' },
  { rule: 'BE9', name: 'an empty list of tools', body: body([user()], { toolConfig: { tools: [] } }), says: 'toolConfig' },
  { rule: 'BE10', name: 'an id with a space', body: body([user(), calls('a b'), results('a b')]), says: 'toolUseId must match the pattern' },
  { rule: 'BE10', name: 'an id of 65 characters', body: body([user(), calls('x'.repeat(65)), results('x'.repeat(65))]), says: 'at most 64 characters' },
  { rule: 'BE10', name: 'a name with a dot', body: body([user(), says([call('a', 'web.search')]), results('a')]), says: 'toolUse.name must match the pattern' },
  { rule: 'BE11', name: 'a name with a dot', body: body([user([text('Sum up.'), pdf('a.pdf')])]), says: 'The document file name can only contain alphanumeric characters' },
  { rule: 'BE11', name: 'white space in a row', body: body([user([text('Sum up.'), pdf('a  b')])]), says: "The name can't contain more than one consecutive whitespace character." },
  { rule: 'BE11', name: 'one name twice', body: body([user([text('Sum up.'), pdf('a')]), says('Done.'), user([text('Again.'), pdf('a')])]), says: "Messages can't contain duplicate document names." },
  { rule: 'BE11', name: 'six documents', body: body([user([text('Sum up.'), ...many(6, (index) => pdf(`a${index}`))])]), says: "You can't include more than 5 documents in a request." },
  { rule: 'BE12', name: "an id that is none of Claude's", body: body([user(), calls('a.b'), results('a.b')]), options: { model: 'claude' }, says: "The model returned the following errors: messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'" },
  { rule: 'BE15', name: 'words of the assistant at the end, at another model', body: body([user(), says('Sure:')]), options: { model: 'other' }, says: 'requires the last turn in the conversation to be a user message' },
  { rule: 'BE17', name: 'a prefill at a new model', body: body([user(), says('Sure:')]), says: 'This model does not support assistant message prefill.' },
  { rule: 'BE16', name: 'a prefill that ends in a space', body: body([user(), says('Sure: ')]), options: { allowPrefill: true }, says: 'final assistant content cannot end with trailing whitespace' },
  { rule: 'BE25', name: 'a prefill that ends in thinking', body: body([user(), says([text('Sure.'), thinking(), point()])]), options: { allowPrefill: true }, says: 'The final block in an assistant message cannot be `thinking`.' },
  { rule: 'BE18', name: 'a tool loop that has lost its thinking', body: body([user(), calls('a'), results('a')], ON), says: 'Expected `thinking` or `redacted_thinking`, but found `tool_use`.' },
  { rule: 'BE21', name: 'five cache points', body: body([user(many(5, (index) => [text(`${index}`), point()]).flat())]), says: 'A maximum of 4 blocks with cache_control may be provided. Found 5.' },
  { rule: 'BE22', name: 'a long-lived cache point after a short-lived one', body: body([user([text('A'), point(), text('B'), point('1h')])]), says: "a ttl='1h' cache_control block must not come after" },
  { rule: 'BE23', name: 'a system message before a user', body: body([user(), system('Be brief.'), user()]), says: "role 'system' must follow" },
  { rule: 'BE23', name: 'a system message at most models', body: body([user(), system('Be brief.')]), options: { allowSystemMessages: false }, says: "role 'system' is not supported on this model" },
  { rule: 'BE24', name: 'a picture of a failure at Claude', body: body([user(), calls('a'), user([result('a', [png], { status: 'error' })])]), options: { model: 'claude' }, says: 'all content must be type "text" if "is_error" is true' },
  { rule: 'BE13', name: 'a block that the model does not take', body: body([user([text('Look.'), png])]), options: { unsupportedBlocks: ['image'] }, says: "This model doesn't support the image content block that you provided." },
  { rule: 'BE13', name: 'a picture of an unknown format', body: body([user([{ image: { format: 'bmp', source: { bytes: 'Qk0=' } } }])]), says: 'The format at messages.0.content.0.image' },
  { rule: 'BE14', name: 'reasoning without a signature', body: body([user(), says([thinking('Hm.', {}), text('Hi.')]), user()]), says: 'thinking.signature: Field required' },
  { rule: 'BE-schema', name: 'a string as content', body: body([{ role: 'user', content: 'Hi.' }]), says: 'The value at messages.0.content is not a list.' },
  { rule: 'BE-schema', name: 'a block of two kinds', body: body([user([{ text: 'a', image: png.image }])]), says: 'must have exactly one member' },
  { rule: 'BE-schema', name: 'an unknown block', body: body([user([{ type: 'text', text: 'a' }])]), says: 'must have exactly one member' },
  { rule: 'BE-schema', name: 'an unknown role', body: body([{ role: 'tool', content: [text('a')] }]), says: 'messages.0.role' },
  { rule: 'BE-schema', name: 'an unknown field of a block', body: body([user([{ image: { ...png.image, detail: 'low' } }])]), says: 'The member detail at messages.0.content.0.image is not known.' },
  { rule: 'BE-schema', name: 'a call of the user', body: body([user([call('a')])]), says: 'can only be in a message of the assistant role' },
  { rule: 'context-window', name: 'a request that is too long', body: { messages: [user('x'.repeat(4000))] }, options: { contextWindow: 500 }, says: 'Input is too long for requested model.' },
  { rule: 'BE-schema', name: "a tool of OpenAI's", body: body([user()], { toolConfig: { tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] } }), says: 'The value at toolConfig.tools.0 must have exactly one of toolSpec, systemTool, cachePoint.' },
  { rule: 'BE-schema', name: 'tools beside the messages', body: body([user()], { tools: [] }), says: 'Unknown field tools.' },
];
