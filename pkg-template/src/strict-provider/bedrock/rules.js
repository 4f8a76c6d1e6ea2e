import { lastIndexOf, lastOf } from "../last.js";
import { goesOn } from "../anthropic/roles.js";
import { refusedThinking } from "../anthropic/thinking-types.js";
import { isObject } from "../json-type.js";
import { countRequest } from "../tokens.js";
import { endsInWhiteSpace, isBlank } from "../white-space.js";
import { allEntries, isCall, isResult, isServers, nestedEntries } from "./conversation.js";
import { refuse, refusedByModel } from "./refuse.js";

/** BE10: ids of calls, and names of tools. Claude's ids have neither dots nor colons (BE12). */
export function* identifiersMatch(conversation, { model }) {
  for (const { kind, inner, path } of allEntries(conversation)) {
    if (kind !== "toolUse" && kind !== "toolResult") continue;
    if (!matches(inner.toolUseId, /^[a-zA-Z0-9_.:-]{1,64}$/)) {
      yield refuse(
        "BE10",
        `The value at ${path}.${kind}.toolUseId must match the pattern [a-zA-Z0-9_.:-]+ and have at most 64 characters.`,
      );
    }
    if (kind === "toolUse" && !matches(inner.name, NAME)) yield invalidName(`${path}.toolUse.name`);
    if (model === "claude" && !/^[a-zA-Z0-9_-]+$/.test(inner.toolUseId)) {
      yield refusedByModel(`${path}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`, "BE12");
    }
  }
}

/** BE26: Claude takes the type of thinking. */
export function* modelTakesThinking({ body }) {
  const words = refusedThinking(String(body.modelId), body.additionalModelRequestFields?.thinking?.type);
  if (words !== null) yield refusedByModel(words, "BE26");
}

/** BE10: the names of declared tools match the same pattern. */
export function* declaredNamesMatch({ toolConfig }) {
  for (const [index, { toolSpec }] of (toolConfig?.tools ?? []).entries()) {
    if (toolSpec !== undefined && !matches(toolSpec?.name, NAME)) yield invalidName(`toolConfig.tools.${index}.toolSpec.name`);
  }
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;

function invalidName(path) {
  return refuse("BE10", `The value at ${path} must match the pattern [a-zA-Z0-9_-]+ and have at most 64 characters.`);
}

function matches(value, pattern) {
  return typeof value === "string" && pattern.test(value);
}

/** BE8: inputs are objects, and so is JSON in results. */
export function* jsonIsObject(conversation) {
  for (const { kind, inner, path } of allEntries(conversation)) {
    const at = { json: `${path}.json`, toolUse: `${path}.toolUse.input` }[kind];
    if (at !== undefined && !isObject(kind === "json" ? inner : inner.input)) {
      yield refuse("BE8", `The format of the value at ${at} is invalid. Provide a json object for the field and try again.`);
    }
  }
}

/** BE5: no text is empty, and one of a message's texts is not blank. */
export function* textsAreNotBlank({ system, messages }) {
  for (const { kind, inner, path } of system) {
    if (kind === "text" && isBlank(inner))
      yield refuse("BE5", `The text field in the ContentBlock object at ${path} is blank. Add text to the text field, and try again.`);
  }
  for (const { entries } of messages) {
    yield* blankIn(entries);
    for (const entry of entries) yield* blankIn(nestedEntries(entry));
  }
}

function* blankIn(entries) {
  const cited = entries
    .filter(({ kind }) => kind === "citationsContent")
    .flatMap(({ inner, path }) => (inner.content ?? []).map(({ text }) => ({ inner: text, path })));
  const texts = [...entries.filter(({ kind }) => kind === "text"), ...cited];
  const silent = texts.every(({ inner }) => isBlank(inner));
  const [blank] = texts.filter(({ inner }) => inner === "" || silent);
  if (blank !== undefined)
    yield refuse("BE5", `The text field in the ContentBlock object at ${blank.path} is blank. Add text to the text field, and try again.`);
}

/** BE6: messages have content. */
export function* messagesHaveContent({ messages }) {
  for (const { index, entries } of messages) {
    if (entries.length === 0)
      yield refuse(
        "BE6",
        `The content field in the Message object at messages.${index} is empty. Add a ContentBlock object to the content field and try again.`,
      );
  }
}

/** BE7: the result of a failed tool has the status for it. */
export function* failuresSaySo(conversation) {
  for (const { kind, inner, path } of allEntries(conversation)) {
    if (kind === "toolResult" && inner.status === "error" && inner.content.length === 0) {
      yield refuse("BE7", `The content field at ${path}.toolResult cannot be empty when status value is error.`);
    }
  }
}

/** BE1: the user speaks first. */
export function* startsWithUser({ turns }, { model, allowAssistantFirst }) {
  if (turns[0].role === "assistant" && !(allowAssistantFirst && model !== "other")) {
    yield refuse("BE1", "A conversation must start with a user message. Try again with a conversation that starts with a user message.");
  }
}

/** BE2: roles alternate. */
export function* rolesAlternate({ turns, messages }, { model, allowRepeatedRoles }) {
  if (turns.length < messages.length && !(allowRepeatedRoles && model !== "other")) {
    yield refuse(
      "BE2",
      "A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.",
    );
  }
}

/** AN21, where Converse has a system role: it stands between a user and an assistant. */
export function* systemStandsWell({ turns }, { allowSystemMessages }) {
  for (const [index, { role }] of turns.entries()) {
    if (role !== "system") continue;
    const [before, after] = [turns[index - 1]?.role, turns[index + 1]?.role ?? "assistant"];
    if (!allowSystemMessages) yield refusedByModel(`messages.${index}: role 'system' is not supported on this model`, "BE23");
    if (before !== "user" || after !== "assistant")
      yield refusedByModel(`messages.${index}: role 'system' must follow a 'user' message`, "BE23");
  }
}

/** BE3: the turn after a call answers it, once. */
export function* callsAreAnswered({ turns }) {
  for (const [index, turn] of turns.entries()) {
    const calls = turn.entries.filter(isCall).map(({ inner }) => inner.toolUseId);
    const answered = ids(turns[index + 1]?.entries ?? []);
    const open = calls.filter((id) => !answered.includes(id));
    const at = `messages.${turns[index + 1]?.lastMessage ?? turn.lastMessage + 1}.content`;
    if (open.length > 0) yield refuse("BE3", `Expected toolResult blocks at ${at} for the following Ids: ${open.join(", ")}`);
    const called = turn.entries.filter(({ kind }) => kind === "toolUse").map(({ inner }) => inner.toolUseId);
    if (calls.some((id) => called.filter((other) => other === id).length > 1))
      yield refusedByModel("messages: `tool_use` ids must be unique", "BE3");
  }
}

/** BE4: a result answers a call of the turn before; a call has one. */
export function* resultsAnswerCalls({ turns }) {
  for (const [index, turn] of turns.entries()) {
    const calls = (turns[index - 1]?.entries ?? []).filter(isCall).map(({ inner }) => inner.toolUseId);
    const results = ids(turn.entries);
    const extra = results.filter((id, place) => !calls.includes(id) || results.indexOf(id) < place);
    if (extra.length > 0) {
      yield refuse(
        "BE4",
        `The number of toolResult blocks at messages.${turn.lastMessage}.content exceeds the number of toolUse blocks of previous turn.`,
      );
    }
    const called = new Set();
    for (const entry of turn.entries.filter(isServers)) {
      const { kind, inner, path } = entry;
      if (kind === "toolUse") called.add(inner.toolUseId);
      if (kind === "toolResult" && !called.has(inner.toolUseId)) {
        yield refuse("BE4", `The toolResult block at ${path} has no toolUse block before it.`);
      }
    }
  }
}

function ids(entries) {
  return entries.filter(isResult).map(({ inner }) => inner.toolUseId);
}

/** BE9: calls and results require `toolConfig`. */
export function* toolsAreDefined(conversation) {
  const uses = allEntries(conversation).some(({ kind }) => kind === "toolUse" || kind === "toolResult");
  if (uses && conversation.body.toolConfig === undefined) {
    yield refuse("BE9", "The toolConfig field must be defined when using toolUse and toolResult content blocks.");
  }
}

/** BE11: names of documents are plain and distinct, and there are five at most. */
export function* documentsAreNamed(conversation) {
  const names = allEntries(conversation)
    .filter(({ kind }) => kind === "document")
    .map(({ inner }) => inner.name);
  if (names.length > 5) yield refuse("BE11", "You can't include more than 5 documents in a request.");
  for (const name of names) {
    if (!/^[a-zA-Z0-9_ ()[\]-]{1,200}$/.test(name) || name.includes("  ")) {
      yield refuse(
        "BE11",
        "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. " +
          "The name can't contain more than one consecutive whitespace character.",
      );
    }
  }
  if (new Set(names).size < names.length) yield refuse("BE11", "Messages can't contain duplicate document names.");
}

/** BE15 to BE17, BE25: the last message is the user's, or it neither ends in white space nor in reasoning. */
export function* endsWell({ turns, body }, { model, allowPrefill }) {
  const { role, entries } = turns.at(-1);
  if (role !== "assistant") return;
  const last = entries.at(-1);
  if (last !== undefined && isServers(last)) return;
  const isContinued = allowPrefill || goesOn(body.modelId) || /amazon\.nova/.test(body.modelId);
  if (!isContinued && model === "other") {
    yield refuse(
      "BE15",
      "The model that you are using requires the last turn in the conversation to be a user message. Add a user message to the conversation and try again.",
    );
  }
  if (!isContinued)
    yield refusedByModel("This model does not support assistant message prefill. The conversation must end with a user message.", "BE17");
  if (last?.kind === "text" && endsInWhiteSpace(last.inner))
    yield refusedByModel("messages: final assistant content cannot end with trailing whitespace", "BE16");
  const said = lastOf(entries, ({ kind }) => kind !== "cachePoint");
  if (said?.kind === "reasoningContent" && model !== "other") {
    yield refusedByModel(`messages.${said.message}: The final block in an assistant message cannot be \`thinking\`.`, "BE25");
  }
}

/** BE14: Claude's reasoning is signed. */
export function* reasoningIsSigned(conversation, { model }) {
  for (const { kind, inner, path } of allEntries(conversation)) {
    if (kind === "reasoningContent" && model !== "other" && inner.reasoningText !== undefined && !inner.reasoningText.signature) {
      yield refusedByModel(`${path}.thinking.signature: Field required`, "BE14");
    }
  }
}

/** BE18: with thinking enabled, the turn of the running tool loop starts with reasoning. */
export function* thinkingLeads({ body, turns }) {
  if (body.additionalModelRequestFields?.thinking?.type !== "enabled") return;
  const at = lastIndexOf(turns, ({ role }) => role === "assistant");
  const runs = turns.slice(at + 1).some(({ entries }) => entries.some(isResult));
  if (at >= 0 && runs && turns[at].entries[0]?.kind !== "reasoningContent") {
    yield refusedByModel(
      `messages.${at}.content.0.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`tool_use\`. When \`thinking\` is enabled, a final ` +
        "`assistant` message must start with a thinking block (preceeding the lastmost set of `tool_use` and `tool_result` blocks).",
      "BE18",
    );
  }
}

/** BE24: the result of a failed tool is text. */
export function* failuresAreText(conversation, { model }) {
  for (const entry of allEntries(conversation)) {
    const media = nestedEntries(entry).some(({ kind }) => ["image", "document", "video"].includes(kind));
    if (model === "claude" && entry.inner?.status === "error" && media)
      yield refusedByModel('all content must be type "text" if "is_error" is true', "BE24");
  }
}

/** BE21, BE22: cache points are few, and long-lived ones come first. */
export function* cachePointsAreFew({ body, system, messages }) {
  const tools = (body.toolConfig?.tools ?? []).filter(({ cachePoint }) => cachePoint).map(({ cachePoint }) => cachePoint);
  const said = [...system, ...messages.flatMap(({ entries }) => entries)]
    .filter(({ kind }) => kind === "cachePoint")
    .map(({ inner }) => inner);
  const points = [...tools, ...said];
  if (points.length > 4) yield refusedByModel(`A maximum of 4 blocks with cache_control may be provided. Found ${points.length}.`, "BE21");
  const short = points.findIndex(({ ttl }) => ttl !== "1h");
  if (short >= 0 && points.slice(short).some(({ ttl }) => ttl === "1h")) {
    yield refusedByModel("messages: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block.", "BE22");
  }
}

/** BE13: the model accepts the kinds of blocks in the messages. */
export function* mediaAreTaken(conversation, { unsupportedBlocks }) {
  for (const { kind } of allEntries(conversation)) {
    if (unsupportedBlocks.includes(kind)) yield refuse("BE13", `This model doesn't support the ${kind} content block that you provided.`);
  }
}

/** The request fits the context window. */
export function* contextIsLargeEnough({ body }, { contextWindow }) {
  if (countRequest(body) > contextWindow) yield refuse("context-window", "Input is too long for requested model.");
}
