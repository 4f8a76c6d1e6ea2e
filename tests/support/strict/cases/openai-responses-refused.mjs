import { OWN, body, call, custom, output, said, says, think, user } from './openai-responses-words.mjs';

const commands = (id) => ({ type: 'shell_call', call_id: id, action: { commands: ['date'] } });
const printed = (id) => ({ type: 'shell_call_output', call_id: id, output: [] });
const asks = (id) => ({ type: 'mcp_approval_request', id, server_label: 'clock', name: 'set_time', arguments: '{}' });
const part = (part) => body([user([part])]);

/**
 * Bodies that OpenAI refuses, each with the rule and a piece of the error text.
 *
 * @type {Array<{ rule: string, name: string, body: unknown, options?: object, says: string, param?: string | null, code?: string }>}
 */
export const OPENAI_RESPONSES_REFUSED = [
  { rule: 'OR1', name: 'a call without an output', body: body([user(), call('a'), user()]), says: 'No tool output found for function call a.', param: 'input' },
  { rule: 'OR1', name: 'a custom call without an output', body: body([user(), custom('a')]), says: 'No tool output found for custom tool call a.' },
  { rule: 'OR1', name: 'an output of another type', body: body([user(), custom('a'), output('a')]), says: 'No tool output found for custom tool call a.' },
  { rule: 'OR1', name: 'commands of a shell without an output', body: body([user(), commands('a'), user()]), says: 'No tool output found for shell call a.', param: 'input' },
  { rule: 'OR1', name: 'commands of a shell that a function answers', body: body([user(), commands('a'), output('a')]), says: 'No tool output found for shell call a.' },
  { rule: 'OR1', name: 'what nobody allowed', body: body([user(), asks('mcpr_1'), user()]), says: 'The following MCP approval requests do not have an approval: mcpr_1' },
  { rule: 'OR2', name: 'what no shell printed', body: body([user(), printed('a')]), says: 'No tool call found for shell call output with call_id a.' },
  { rule: 'OR2', name: 'an output without a call', body: body([user(), output('a')]), says: 'No tool call found for function call output with call_id a.' },
  { rule: 'OR3', name: 'reasoning at the end', body: body([user(), think('rs_1')]), says: "Item 'rs_1' of type 'reasoning' was provided without its required following item." },
  { rule: 'OR3', name: 'reasoning before the user', body: body([think('rs_1'), user()]), says: 'required following item' },
  { rule: 'OR3', name: 'reasoning before words that were rewritten', body: body([user(), think('rs_1'), says('Other words.')]), says: 'required following item' },
  { rule: 'OR3', name: 'reasoning of this provider before an item that it did not lead to', body: body([user(), think(OWN), call('a', { id: 'fc_9' }), output('a')]), says: 'required following item' },
  { rule: 'OR4', name: 'a call without the reasoning that it came of', body: body([user(), call('a', { id: `fc_1_of_${OWN}` }), output('a')]), says: `was provided without its required 'reasoning' item: '${OWN}'.` },
  { rule: 'OR5', name: 'an id of another provider', body: body([user(), call('a', { id: 'call_a' }), output('a')]), says: "Invalid 'input[1].id': 'call_a'. Expected an ID that begins with 'fc'.", param: 'input[1].id' },
  { rule: 'OR6', name: 'a message that stands there twice', body: body([user(), said('msg_1'), said('msg_1')]), says: 'Duplicate item found with id msg_1.' },
  { rule: 'OR14', name: 'two calls of one id side by side', body: body([user(), call('a'), call('a'), output('a'), output('a')]), says: 'Duplicate function call id a' },
  { rule: 'OR14', name: 'an id of a call that is used again in a later turn', body: body([user(), call('a'), output('a'), call('a'), output('a')]), says: 'Duplicate function call id a' },
  { rule: 'OR14', name: 'a second output of one call', body: body([user(), call('a'), output('a'), output('a')]), says: "Duplicate function_call_output for call_id 'a'." },
  { rule: 'OR14', name: 'a second output of a stored call', body: body([output('a'), output('a')], { conversation: 'c' }), says: "Duplicate function_call_output for call_id 'a'." },
  { rule: 'OR7', name: 'a long id', body: body([user(), call('x'.repeat(65)), output('x'.repeat(65))]), says: 'Expected a string with maximum length 64, but got a string with length 65 instead.', code: 'string_above_max_length' },
  { rule: 'OR7', name: 'an empty id', body: body([user(), output('')]), says: 'minimum length 1' },
  { rule: 'OR8', name: "text of the user's type in a message of the assistant", body: body([user(), says([{ type: 'input_text', text: 'Hi.' }])]), says: "Invalid value: 'input_text'. Supported values are: 'output_text' and 'refusal'." },
  { rule: 'OR8', name: "text of the assistant's type in a message of the user", body: part({ type: 'output_text', text: 'Hi.' }), says: "Supported values are: 'input_text', 'input_image', and 'input_file'." },
  { rule: 'OR8', name: 'null in place of content', body: body([user(null)]), says: "Invalid type for 'input[0].content'" },
  { rule: 'OR8', name: 'arguments that are a value', body: body([user(), call('a', { arguments: {} }), output('a')]), says: "Invalid type for 'input[1].arguments': expected a string, but got an object instead." },
  { rule: 'OR8b', name: 'a name with a space', body: body([user(), call('a', { name: 'what time' }), output('a')]), says: "matches the pattern '^[a-zA-Z0-9_-]+$'.", param: 'input[1].name' },
  { rule: 'OR9', name: 'thoughts', body: body([user(), think('rs_1', { content: [{ type: 'reasoning_text', text: 'Hm.' }] }), said('msg_1')]), says: "Invalid 'input[1].content': array too long. Expected an array with maximum length 0" },
  { rule: 'OR10', name: 'reasoning that is not sent whole, with nothing stored', body: body([user(), think('rs_1', { encrypted_content: null }), said('msg_1')], { store: false }), says: "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false." },
  { rule: 'OR10', name: 'a reference, with nothing stored', body: body([user(), { type: 'item_reference', id: 'msg_1' }], { store: false }), says: "Item with id 'msg_1' not found." },
  { rule: 'OR11', name: 'bare bytes of a file', body: part({ type: 'input_file', filename: 'a.pdf', file_data: 'JVBERg==' }), says: "Invalid file data: 'input[0].content[0].file_data'. Expected a base64-encoded data URL with a valid file MIME type" },
  { rule: 'OR11', name: 'a picture of another type', body: part({ type: 'input_image', detail: 'auto', image_url: 'data:image/bmp;base64,Qk0=' }), says: 'image MIME type' },
  { rule: 'OR12', name: 'reasoning of another model', body: body([user(), think(OWN), said(`msg_1_of_${OWN}`)]), options: { encrypted: 'own' }, says: `The encrypted content for item ${OWN} could not be verified.` },
  { rule: 'OR13', name: 'an empty list', body: body([]), says: "Invalid 'input': empty array." },
  { rule: 'OR-schema', name: 'a role that is none', body: body([{ role: 'tool', content: 'noon' }]), says: "Invalid value: 'tool'. Supported values are: 'user', 'assistant', 'system', and 'developer'." },
  { rule: 'OR-schema', name: 'a type that is none', body: body([{ type: 'hologram' }]), says: "Invalid value: 'hologram'." },
  { rule: 'OR-schema', name: 'a field that is none', body: body([{ ...user(), name: 'Ada' }]), says: "Unknown parameter: 'input[0].name'." },
  { rule: 'context-window', name: 'too much', body: body('x'.repeat(800)), options: { contextWindow: 100 }, says: 'Your input exceeds the context window of this model.', code: 'context_length_exceeded' },
  { rule: 'OR-schema', name: 'a tool of Chat Completions', body: body('Hi.', { tools: [{ type: 'function', function: { name: 'f', parameters: {} } }] }), says: "Missing required parameter: 'tools[0].name'." },
  { rule: 'OR-schema', name: "a tool of Anthropic's", body: body('Hi.', { tools: [{ name: 'f', input_schema: {} }] }), says: "Missing required parameter: 'tools[0].type'." },
  ...[['temperature', 0.2], ['top_p', 0.5], ['top_logprobs', 3], ['reasoning', { effort: 'none' }]].map(([name, value]) => ({
    rule: 'OR16',
    name: `\`${name}\` of ${JSON.stringify(value)}, for a model that always reasons`,
    body: { ...body([user()], { [name]: value }), model: 'gpt-6.2' },
    says: 'is not supported with this model.',
  })),
];
