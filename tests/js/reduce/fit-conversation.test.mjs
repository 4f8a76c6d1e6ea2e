// The cut of `fit` is the one that a conversation would have made: it gets the messages one by one, and prepares a request before each
// message of the assistant and at the end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ConversationManager, estimateTokens, trim } from "backscroll";
import { LISTS } from "../../support/judges.mjs";
import { runs } from "../../support/runs.mjs";
import { noteTotal, notedCount } from "../../support/reduce/notes.mjs";
import { shareOf } from "../../support/transcripts/budget.mjs";
import { transcript } from "../../support/transcripts/transcript.mjs";
import { fitOrNull, listOf, outOf, written } from "../../support/reduce/lists.mjs";
import { FORMATS } from "../../support/formats/all.mjs";

const CASES = runs({ few: 15, all: 40 });
/** The reply that Mistral wants between a result and the user's words. */
const FILLER = "OK.";

/**
 * Left out: pins, which no list holds; media, which some providers take in a message of their own behind the results, so that a body holds
 * other messages than the conversation; and reasoning, which a body holds only where its provider can verify it.
 */
const SHAPE = { newest: ["request", "closed"], pinned: [], interrupted: false, media: "none", reasoning: [] };

/** The model of lists, and that of bodies which need one. It has borders of one size around words of the system and the user: a note may be either. */
const MODEL = { model: "gpt-4o" };
const MODELS = { anthropic: MODEL, bedrock: { modelId: MODEL.model }, mistral: MODEL };

for (const format of FORMATS) {
  test(`${format}: ${CASES} transcripts, cut as a conversation cuts them`, async () => {
    const counts = { cut: 0, same: 0, refused: 0 };
    for (let seed = 0; seed < CASES; seed += 1) {
      const made = written(format, transcript(seed, SHAPE).messages);
      const given = format in MODELS ? { ...made, ...MODELS[format] } : made;
      const messages = readFrom(format, given);
      const isBody = format in LISTS;
      const params = isBody ? paramsOf(format, given) : MODEL;
      const beside = isBody ? estimateTokens(JSON.stringify(params)) : 0;
      const maxTokens = Math.floor(estimateTokens(messages, MODEL) * (0.2 + shareOf(seed) / 2)) + beside;
      const fitted = fitOrNull(format, given, { maxTokens, ...(!isBody && { capabilities: MODEL }) });
      const prepared = await conversed(format, messages, params, maxTokens);
      // Where a request in between could not have fitted, no conversation comes as far.
      if (prepared === null) {
        counts.refused += 1;
        continue;
      }
      assert.ok(fitted !== null, `seed ${seed}: only the conversation fits`);
      const where = `seed ${seed}: ${fitted.tokens} and ${prepared.tokens} tokens of ${maxTokens}`;
      if (format in LISTS) {
        const list = listOf(format, prepared.body);
        assert.deepEqual(joined(listOf(format, fitted.body)), joined(list), where);
        const over = prepared.tokens - trim(format, prepared.body, { maxTokens: 1e9 }).reduction.tokensAfter;
        // A note that was joined to the user's words takes no four tokens of its own, nor do words behind it.
        const notes = noteTotal(list);
        assert.ok(over >= -notes && over <= 8 * notes, `${where}: trim counts alike: ${over} over, ${notes} notes`);
      }
      assert.deepEqual(saidIn(readFrom(format, outOf(fitted))), saidIn(prepared.messages), where);
      // Each reply that Mistral wants before a note is rounded up in a conversation.
      const fillers = format === "mistral" ? noteTotal(prepared.messages) : 0;
      assert.ok(fitted.tokens <= prepared.tokens && fitted.tokens >= prepared.tokens - fillers, where);
      counts[fitted.reduction === null ? "same" : "cut"] += 1;
    }
    assert.ok(counts.cut > CASES / 2 && counts.refused < CASES / 4, JSON.stringify(counts));
  });
}

/** Returns the messages that a conversation keeps of these, with a request before each of the assistant's; null where one of them cannot fit. */
async function conversed(format, messages, params, tokenLimit) {
  // Anthropic takes the results of a list as they are, failures too.
  const target = format in LISTS ? format : "anthropic";
  const conversation = new ConversationManager({ tokenLimit, reserveTokens: 0 });
  try {
    for (const [place, message] of messages.entries()) {
      if (message.role === "assistant" && place > 0) await conversation.prepare(target, params);
      conversation.addMessage(message);
    }
    const { body, tokens } = await conversation.prepare(target, params);
    return { body, tokens, messages: conversation.messages };
  } catch (error) {
    if (error.code === "cannot-fit") return null;
    throw error;
  } finally {
    conversation.dispose();
  }
}

function readFrom(format, given) {
  const conversation = ConversationManager.from(format, given);
  try {
    return conversation.messages;
  } finally {
    conversation.dispose();
  }
}

/** Returns the fields of a body beside its messages. */
function paramsOf(format, given) {
  const { [LISTS[format]]: list, system, instructions, systemInstruction, ...params } = given;
  assert.ok(list.length > 0);
  return params;
}

/** Joins the messages of a user that stand side by side: a list may keep them apart, and a request joins a note to its neighbour. */
function joined(list) {
  const made = [];
  for (const message of list) {
    const last = made.at(-1);
    if (message.role === "user" && last?.role === "user" && Array.isArray(message.content) && Array.isArray(last.content)) made[made.length - 1] = { ...last, content: [...last.content, ...message.content] };
    else made.push(message);
  }
  return made;
}

/** Returns the words of messages. The role of a note is that which its format gives it, and Mistral's is a reply before it. */
function saidIn(messages) {
  const isFiller = ({ texts: [text] }, next) => text === FILLER && next !== undefined && (next.role === "note" || next.role === "user");
  const all = messages.flatMap((message) => {
    const one = said(message);
    if (one.texts.every((text) => notedCount(text) === null)) return [one];
    return one.texts.map((text) => (notedCount(text) === null ? { ...one, texts: [text] } : { role: "note", text }));
  });
  return all.filter((one, at) => one.texts === undefined || !isFiller(one, all[at + 1]));
}

/** A message without its name and time, which a list need not have, and with one text as the list that some formats make of it. */
function said({ role, content, toolCalls = [], toolCallId }) {
  const parts = typeof content === "string" ? [{ type: "text", text: content }] : (content ?? []);
  return { role, texts: parts.map(({ text }) => text).filter((text) => text !== ""), toolCalls: toolCalls.map(({ name, arguments: given }) => ({ name, given })), isResult: toolCallId !== undefined };
}
