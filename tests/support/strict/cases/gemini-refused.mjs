import { body, call, calls, media, result, results, says, signed, text, user } from './gemini-words.mjs';

const NUMBER = 'the number of function response parts is equal to the number of function call parts';
const holding = (...parts) => user({ functionResponse: { id: 'a', name: 'clock', response: {}, parts } });

/**
 * Bodies that Gemini refuses, each with the rule and a piece of the error text.
 *
 * @type {Array<{ rule: string, name: string, body: unknown, options?: object, says: string, type?: string }>}
 */
export const GEMINI_REFUSED = [
  { rule: 'GE1', name: 'a call that the user talks over', body: body([user(), calls('a'), user()]), says: NUMBER },
  { rule: 'GE1', name: 'calls that are open at the end', body: body([user(), calls('a', 'b')]), says: NUMBER },
  { rule: 'GE1', name: 'more results than calls', body: body([user(), calls('a'), results('a', 'a')]), says: NUMBER },
  { rule: 'GE1', name: 'a result of another call', body: body([user(), calls('a'), results('b')]), says: NUMBER },
  { rule: 'GE2', name: 'calls that come first', body: body([calls('a'), results('a')]), says: 'function call turn comes immediately after a user turn' },
  { rule: 'GE2', name: "calls behind the model's first words", body: body([says(text('Hm.')), calls('a'), results('a')]), says: 'function call turn' },
  { rule: 'GE3', name: 'a result without a call', body: body([user(), says(text('Hi.')), results('a')]), says: 'function response turn comes immediately after a function call turn' },
  { rule: 'GE3', name: 'words between a call and its result', body: body([user(), calls('a'), user(), results('a')]), says: 'function response turn' },
  {
    rule: 'GE4',
    name: 'a call of the current turn that is not signed',
    body: body([user(), says(signed(call('a'))), results('a'), calls('b'), results('b')]),
    options: { signedCalls: true },
    says: 'Function call is missing a thought_signature in functionCall parts.',
  },
  { rule: 'GE5', name: 'a signature that is no base64', body: body([user(), says(signed(call('a'), 'not base64!')), results('a')]), says: 'Corrupted thought signature.' },
  { rule: 'GE6', name: 'no contents', body: body([]), says: 'contents is not specified' },
  { rule: 'GE6', name: 'a content without parts', body: body([user(), { role: 'user', parts: [] }]), says: '* GenerateContentRequest.contents[1].parts: contents.parts must not be empty.' },
  { rule: 'GE6', name: 'a part of nothing', body: body([{ role: 'user', parts: [{}] }]), says: "required oneof field 'data' must have one initialized field" },
  { rule: 'GE6', name: 'an empty text, on Vertex', body: body([user(text(''))]), options: { refuseEmptyText: true }, says: 'empty text parameter' },
  { rule: 'GE7', name: 'instructions in the list', body: body([{ role: 'system', parts: [text('S')] }, user()]), says: 'Please use a valid role: user, model.' },
  { rule: 'GE7', name: 'a call of the user', body: body([user(call('a')), results('a')]), says: 'Please use a valid role' },
  { rule: 'GE7', name: 'a content without a role, on Vertex', body: body([{ parts: [text('Hi.')] }]), options: { requireRole: true }, says: 'Please use a valid role' },
  { rule: 'GE7', name: 'a picture beside the contents', body: body([user()], { systemInstruction: { parts: [media('image/png')] } }), says: 'text parts' },
  { rule: 'GE8', name: 'arguments that are a text', body: body([user(), says(call('a', 'clock', '{}')), results('a')]), says: "Invalid value at 'contents[1].parts[0].function_call.args' (type.googleapis.com/google.protobuf.Struct)" },
  { rule: 'GE8', name: 'a response that is a list', body: body([user(), calls('a'), user(result('a', 'clock', [1]))]), says: 'function_response.response' },
  { rule: 'GE8', name: 'no response', body: body([user(), calls('a'), user({ functionResponse: { id: 'a', name: 'clock' } })]), says: 'Response must be set' },
  { rule: 'GE9', name: 'a field that nobody knows', body: body([user(text('Hi.', { vendor: 1 }))]), says: `Unknown name "vendor" at 'contents[0].parts[0]': Cannot find field.` },
  { rule: 'GE9', name: 'a text that is a number', body: body([user({ text: 12 })]), says: "Invalid value at 'contents[0].parts[0].text' (TYPE_STRING), 12" },
  { rule: 'GE9', name: 'a part of two kinds', body: body([user({ ...text('Hi.'), ...media('image/png') })]), says: "oneof field 'data' is already set" },
  { rule: 'GE9', name: 'a name that does not match', body: body([user(), says(call('a', 'read file')), results('a')]), says: 'Invalid function name. Must start with a letter' },
  { rule: 'GE9', name: 'a result without a name', body: body([user(), calls('a'), user(result('a', ''))]), says: 'function_response.name: Name cannot be empty.' },
  { rule: 'GE9', name: 'a result under another name', body: body([user(), calls('a'), user(result('a', 'a'))]), says: 'does not match functionCall.name "clock"' },
  { rule: 'GE10', name: "the model's last words", body: body([user(), says(text('Noon.'))]), says: 'Requests ending with a model turn are not supported.' },
  { rule: 'GE10', name: "the model's words alone", body: body([says(text('Noon.'))]), options: { allowPrefill: true }, says: 'end with a user role' },
  { rule: 'GE11', name: 'words behind a result, at a new model', body: body([user(), calls('a'), user(result('a'), text('Go on.'))]), options: { model: 'gemini-3.7-flash' }, says: 'ending with a model turn' },
  { rule: 'GE12', name: 'a picture that is not read', body: body([user(media('image/gif'))]), says: 'Unsupported MIME type: image/gif' },
  { rule: 'GE12', name: 'sound in a result', body: body([user(), calls('a'), holding(media('audio/wav'))]), says: 'Unsupported MIME type: audio/wav' },
  { rule: 'GE12', name: 'a picture in a result, at an older model', body: body([user(), calls('a'), holding(media('image/png'))]), options: { mediaInResults: false }, says: 'Unsupported MIME type' },
  {
    rule: 'context-window',
    name: 'a request that does not fit',
    body: body([user(text('x'.repeat(2000)))]),
    options: { contextWindow: 500 },
    says: 'The input token count (501) exceeds the maximum number of tokens allowed (500).',
  },
  { rule: 'GE9', name: "a tool of OpenAI's", body: body([user()], { tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] }), says: 'Unknown name "type" at \'tools[0]\': Cannot find field.' },
  { rule: 'GE9', name: "a choice of tools of Bedrock's", body: body([user()], { toolConfig: { toolChoice: { auto: {} } } }), says: 'Unknown name "toolChoice" at \'tool_config\': Cannot find field.' },
];
