import { OWN, body, call, custom, customOutput, output, said, says, search, think, user } from './openai-responses-words.mjs';

/** @type {Array<{ name: string, body: unknown, options?: object }>} */
export const OPENAI_RESPONSES_ACCEPTED = [
  { name: 'a string', body: body('Hello.') },
  { name: 'one user after another', body: body([user(), user('')]) },
  { name: 'words of the assistant first and last', body: body([says(), user(), says('')]) },
  { name: 'instructions anywhere', body: body([user(), { role: 'system', content: 'Be brief.' }, { role: 'developer', content: 'Please.' }], { instructions: '' }) },
  { name: 'a call and its output', body: body([user(), call('a'), output('a')]) },
  { name: 'a custom call and its output', body: body([user(), custom('a'), customOutput('a')]) },
  { name: 'outputs away from their calls, and before them', body: body([output('b'), user(), call('a'), call('b'), user(), output('a')]) },
  { name: 'commands of a shell, and what it printed', body: body([user(), { type: 'shell_call', call_id: 'a', action: { commands: ['date'] } }, { type: 'shell_call_output', call_id: 'a', output: [] }]) },
  { name: 'a command of a local shell that a function answers', body: body([user(), { type: 'local_shell_call', id: 'lsh_1', call_id: 'a', action: {} }, output('a')]) },
  { name: 'a search for tools that the provider runs itself', body: body([user(), { type: 'tool_search_call', call_id: 'tsc_1', execution: 'server', arguments: {} }, user()]) },
  { name: 'words between calls', body: body([user(), call('a'), says(), call('b'), output('a'), output('b')]) },
  { name: 'an output whose call is in the response before', body: body([output('a')], { previous_response_id: 'resp_1' }) },
  { name: 'an output whose call is in the conversation', body: body([customOutput('a')], { conversation: 'conv_1' }) },
  { name: 'an output that answers a search for tools', body: body([user(), { type: 'tool_search_call', call_id: 's', execution: 'client', status: 'completed', arguments: {} }, output('s')]) },
  { name: 'reasoning and what it led to', body: body([user(), think('rs_1'), call('a', { id: 'fc_1' }), output('a'), think('rs_2'), search('ws_1'), said('msg_1')]) },
  { name: 'reasoning of this provider and what it led to', body: body([user(), think(OWN), said(`msg_1_of_${OWN}`), call('a', { id: `fc_1_of_${OWN}` }), output('a')]) },
  { name: 'reasoning without an id, before words without one', body: body([user(), { ...think(), id: undefined }, says()]) },
  { name: 'a call without an id after reasoning', body: body([user(), think('rs_1'), call('a'), output('a')]) },
  { name: 'a reference to what is stored', body: body([{ type: 'item_reference', id: 'msg_1' }, user()]) },
  { name: 'reasoning with nothing stored, sent whole', body: body([user(), think('rs_1'), said('msg_1')], { store: false }) },
  { name: 'thoughts, where they are taken back', body: body([user(), think('rs_1', { content: [{ type: 'reasoning_text', text: 'Hm.' }] }), said('msg_1')]), options: { acceptReasoningContent: true } },
  { name: 'fields that it does not know, where they do not matter', body: body([{ ...user(), name: 'Ada' }]), options: { acceptUnknownFields: true } },
  { name: 'tools that are added on the way', body: body([user(), { type: 'additional_tools', role: 'developer', tools: [] }, user()]) },
  { name: 'an answer that says nothing', body: body([user(), { ...said('msg_1'), content: [] }]) },
];
