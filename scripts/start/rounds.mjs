// The main job: what an application does with a conversation, round after round.

import { bar, count, dim, green, heading, line, number, red, repairTable, short, yellow } from "./show.mjs";
import { providerText } from "./targets.mjs";
import { runTool } from "./tools.mjs";

/** A model that never stops calling tools would keep us here for ever. */
const MAX_STEPS = 8;

/** A request that the provider refused, and that nothing could be done about. */
export class Refused extends Error {
  name = "Refused";
}

/**
 * One conversation at work, and the record of it.
 */
export class Session {
  #conversation;
  #text;
  #tally;
  #window;

  /**
   * @param {import("backscroll").ConversationManager} conversation
   * @param {{ text: string, tally: import("./tally.mjs").Tally, window: number }} more
   *   `text`: the transcript as the tools read it. `window`: what the provider really allows.
   */
  constructor(conversation, { text, tally, window }) {
    this.#conversation = conversation;
    this.#text = text;
    this.#tally = tally;
    this.#window = window;
  }

  /**
   * Asks a question and works until the model has answered it without calling a tool.
   *
   * @param {import("./targets.mjs").Target} target
   * @param {string} question
   */
  async round(target, question) {
    heading(`${target.client} (${target.name}): "${question}"`);
    this.#conversation.addMessage("user", question);
    for (let step = 0; step < MAX_STEPS; step += 1) {
      const response = await this.#ask(target);
      const message = this.#conversation.addResponse(target.name, response);
      const calls = message.toolCalls ?? [];
      if (calls.length === 0) {
        line(`answer    ${short(textOf(message), 160)}`);
        return;
      }
      for (const call of calls) this.#answer(call);
    }
    throw new Error(`the model still calls tools after ${MAX_STEPS} steps`);
  }

  /** Prepare, send; on an overflow reduce, and again. */
  async #ask(target) {
    for (;;) {
      const request = await this.#conversation.prepare(target.name, target.params);
      this.#showPrepared(request);
      try {
        const response = await target.send(request.body);
        this.#tally.accept(target.name);
        const { length } = request.bytes();
        line(green(`accepted  200, ${number(length)} bytes, ${count(request.body.messages.length, "message")}`));
        return response;
      } catch (error) {
        if (error.status === undefined) throw error;
        await this.#afterRefusal(target, error);
      }
    }
  }

  async #afterRefusal(target, error) {
    this.#tally.refuse(target.name);
    line(red(`refused   ${error.status} ${short(providerText(error), 200)}`));
    const isReduced = await this.#conversation.recover(error);
    if (!isReduced) {
      this.#tally.finallyRefused += 1;
      throw new Refused(`the provider refused a request and nothing could be done about it: ${error.status} ${providerText(error)}`);
    }
    this.#tally.overflows += 1;
    this.#showReduction(this.#conversation.lastReduction, "recover() called reduce()");
  }

  /** Runs a call and adds its result; a tool that fails is a result too. */
  #answer(call) {
    const { id: toolCallId, name: toolName } = call;
    let [content, isError] = ["", false];
    try {
      content = runTool(this.#text, call);
    } catch (error) {
      [content, isError] = [error.message, true];
    }
    this.#conversation.addMessage({ role: "tool", toolCallId, toolName, content, isError });
    const given = typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments);
    line(`tool      ${toolName} ${short(given, 60)} -> ${number(content.length)} characters`);
  }

  #showPrepared(request) {
    const share = `${Math.round((100 * request.tokens) / this.#window)} % of the provider's window`;
    line(`tokens    ${number(request.tokens)} by our estimate  ${bar(request.tokens, this.#window)} ${share}`);
    if (request.reduction) this.#showReduction(request.reduction, "prepare() called reduce()");
    const fresh = this.#tally.addRepairs(request.repairs);
    if (fresh.length === 0) return;
    line(yellow(`repaired  ${count(fresh.length, "fault")} that the provider would refuse or could not read:`));
    repairTable(fresh);
  }

  #showReduction(reduction, who) {
    this.#tally.reduce(reduction);
    const { tokensBefore, tokensAfter, removed, shortened } = reduction;
    line(yellow(`reduced   ${who}: ${number(tokensBefore)} -> ${number(tokensAfter)} tokens`));
    if (removed.length > 0) {
      const [first, last] = [removed[0], removed.at(-1)];
      line(`  removed   ${count(removed.length, "message")}, from ${dim(inShort(first))} to ${dim(inShort(last))}`);
    }
    if (shortened.length > 0) {
      const largest = [...shortened].sort((left, right) => right.tokensBefore - left.tokensBefore)[0];
      line(`  shortened ${count(shortened.length, "tool result")}, the largest from ${number(largest.tokensBefore)} to ${number(largest.tokensAfter)} tokens`);
    }
  }
}

function inShort(message) {
  const text = textOf(message) || (message.toolCalls ?? []).map((call) => `calls ${call.name}`).join(", ");
  return `${message.role} "${short(text, 40)}"`;
}

function textOf({ content }) {
  if (typeof content === "string") return content;
  return (content ?? []).flatMap((part) => (part.type === "text" ? [part.text] : [])).join(" ");
}
