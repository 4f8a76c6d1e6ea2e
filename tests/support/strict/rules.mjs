/**
 * Every rule of the catalogue for the formats, and how it is judged here.
 *
 * @typedef {object} RuleEntry
 * @property {string} id
 * @property {string} demands
 * @property {"always" | "option"} judged `option`: only where the option says that the model minds
 * @property {string} [option] which option switches it or sets its limit
 * @property {string} [unjudged] the part of it that a body does not show, and why
 */

/** @type {RuleEntry[]} */
export const RULES = [
  { id: 'OC1', demands: 'a tool message answers a call of the assistant message it follows', judged: 'always' },
  { id: 'OC2', demands: 'every call is answered before anybody else speaks', judged: 'always' },
  { id: 'OC3', demands: 'call ids are 1 to 64 long', judged: 'always', option: 'idLimit' },
  { id: 'OC4', demands: 'function names match ^[a-zA-Z0-9_-]{1,64}$', judged: 'always' },
  { id: 'OC5', demands: 'content is not null, except beside calls', judged: 'always' },
  { id: 'OC6', demands: 'arguments are a string, JSON or not', judged: 'always' },
  { id: 'OC7', demands: 'messages and lists of parts are not empty', judged: 'always' },
  { id: 'OC7b', demands: 'tool_calls and tools are not empty lists', judged: 'always' },
  { id: 'OC7c', demands: 'the name of a message matches the pattern', judged: 'always' },
  { id: 'OC8', demands: 'tool results are text', judged: 'always' },
  { id: 'OC9', demands: 'an id is called once and answered once', judged: 'always' },
  { id: 'OC10', demands: 'the model knows the role', judged: 'option', option: 'unsupportedRoles' },
  { id: 'OC11', demands: 'at most 128 tools', judged: 'always' },
  { id: 'OC12', demands: 'images are png, jpeg, gif or webp', judged: 'always', unjudged: 'images behind a URL: nothing is fetched' },
  { id: 'OC13', demands: 'reasoning_content is passed back', judged: 'option', option: 'requireReasoningContent' },
  { id: 'AN1', demands: 'the turn after a call answers it', judged: 'always' },
  { id: 'AN2', demands: 'a result answers a call of the turn before', judged: 'always' },
  { id: 'AN3', demands: 'ids of calls are unique within a turn', judged: 'always' },
  { id: 'AN4', demands: 'a call has one result', judged: 'always' },
  { id: 'AN5', demands: 'results stand first in their turn', judged: 'always' },
  { id: 'AN6', demands: 'ids and names match their patterns', judged: 'always', option: 'nameLimit' },
  { id: 'AN7', demands: 'the input of a call is an object', judged: 'always' },
  { id: 'AN8', demands: 'text is not empty, and not only whitespace', judged: 'always' },
  { id: 'AN9', demands: 'messages have content, except a final one of the assistant', judged: 'always' },
  { id: 'AN10', demands: 'a final assistant text has no trailing whitespace', judged: 'option', option: 'allowPrefill' },
  { id: 'AN11', demands: 'the conversation ends with a user message', judged: 'always', option: 'allowPrefill' },
  { id: 'AN12', demands: 'the user speaks first', judged: 'option', option: 'allowAssistantFirst' },
  { id: 'AN13', demands: 'roles alternate', judged: 'option', option: 'allowRepeatedRoles' },
  { id: 'AN14', demands: 'there is a message', judged: 'always' },
  { id: 'AN15', demands: 'with thinking on, the turn of the running tool loop starts with it', judged: 'always' },
  {
    id: 'AN16',
    demands: 'thinking of the latest turn is unchanged',
    judged: 'option',
    option: 'signatures',
    unjudged: 'blocks that were left out or moved: only a provider that remembers its replies sees that',
  },
  {
    id: 'AN17',
    demands: 'thinking has a valid signature',
    judged: 'always',
    option: 'signatures',
    unjudged: 'by default any signature is valid: recorded ones cannot be verified here',
  },
  {
    id: 'AN18',
    demands: 'thinking stands in the conversation it was thought in',
    judged: 'option',
    option: 'signatures',
    unjudged: 'bindings to a model, an organisation and an end user: nothing of that is in a body',
  },
  { id: 'AN19', demands: 'at most 4 cache marks', judged: 'always' },
  { id: 'AN20', demands: 'no mark on empty text, no 1h mark after a 5m one', judged: 'always' },
  { id: 'AN21', demands: 'a system message stands between a user and an assistant', judged: 'always', option: 'allowSystemMessages' },
  { id: 'AN22', demands: 'a failed tool says so in text', judged: 'always' },
  {
    id: 'AN23',
    demands: 'images are few, small and light; 100,000 messages',
    judged: 'always',
    option: 'imageBytes',
    unjudged: 'images behind a URL or a file id; pages of documents; the 32 MB of a request, which the server judges',
  },
  { id: 'AN24', demands: 'tools are defined where the history has used some', judged: 'option', option: 'requireTools' },
  { id: 'BE1', demands: 'the user speaks first', judged: 'option', option: 'allowAssistantFirst' },
  { id: 'BE2', demands: 'roles alternate', judged: 'option', option: 'allowRepeatedRoles' },
  { id: 'BE3', demands: 'the turn after a call answers it; ids are unique within a turn', judged: 'always' },
  { id: 'BE4', demands: 'a result answers a call of the turn before, once', judged: 'always' },
  { id: 'BE5', demands: 'texts are not blank', judged: 'always' },
  { id: 'BE6', demands: 'messages have content', judged: 'always' },
  { id: 'BE7', demands: 'a tool that failed says so', judged: 'always' },
  { id: 'BE8', demands: 'inputs, and JSON in results, are objects', judged: 'always' },
  { id: 'BE9', demands: 'tools are defined where the history has used some', judged: 'always' },
  { id: 'BE10', demands: 'ids and names match their patterns', judged: 'always' },
  { id: 'BE11', demands: 'documents are few, and have plain, distinct names', judged: 'always', unjudged: 'whether a document needs a text beside it, and what is in its bytes' },
  { id: 'BE12', demands: 'what Claude behind it minds: AN6, AN10, AN11, AN15, AN19 to AN22', judged: 'always', option: 'model, allowPrefill, allowSystemMessages', unjudged: 'AN16 to AN18: recorded signatures cannot be verified here' },
  { id: 'BE13', demands: 'blocks and formats are those that the model takes', judged: 'always', option: 'unsupportedBlocks' },
  { id: 'BE14', demands: 'reasoning is signed', judged: 'always', option: 'model' },
];
