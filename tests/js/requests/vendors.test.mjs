// Vendors of chat completions: what each row demands, what goes back to a vendor, and what another vendor does not get.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ConversationManager, convert, fit, isContextOverflow, sanitize, trim, validate } from "backscroll";
import { readStream } from "backscroll/stream";
import { acceptedSets, answeredSets, streamedSets } from "../../support/shared-data.mjs";
import { bytesOf, streamOf } from "../../support/stream/recorded.mjs";
import { objectionOfVendor } from "../../support/judges.mjs";

const target = "openai-chat";
const VENDORS = JSON.parse(readFileSync(new URL("../../support/vendors.json", import.meta.url), "utf8"));

/** A value of each field that a vendor may get back. */
const VALUES = {
  reasoning_content: "Hm.",
  reasoning: "Hm.",
  reasoning_details: [{ type: "reasoning.text", text: "Hm.", signature: "c2ln", format: "anthropic-claude-v1", index: 0 }],
  thinking_blocks: [{ type: "thinking", thinking: "Hm.", signature: "c2ln" }],
  provider_specific_fields: { thought_signature: "c2ln" },
  encrypted_content: "c2ln",
  extra_content: { google: { thought_signature: "c2ln" } },
};
const valuesOf = (names) => Object.fromEntries((names ?? []).map((name) => [name, VALUES[name]]));

/** The address of a vendor's API, by its first host. */
function addressOf({ hosts: [host] }) {
  if (host === undefined) return null;
  return host.startsWith(":") ? `http://localhost${host}/v1` : `https://${host}/v1`;
}

const answer = (fields, ofCall = {}, model = "m-1") => ({
  model,
  choices: [{ message: { role: "assistant", content: "So.", tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: "{}" }, ...ofCall }], ...fields } }],
});

/** A conversation in which the vendor answered a request of this model. */
function answeredBy(options, model, fields, ofCall) {
  const conversation = new ConversationManager();
  conversation.addMessage("user", "Look.");
  conversation.toRequest(target, { model }, options);
  conversation.addResponse(target, answer(fields, ofCall, model));
  conversation.addMessage("tool", "done", { toolCallId: "call_1" });
  return conversation;
}

/** The assistant's message of a request, its call, and the report. */
function sent(conversation, params, options) {
  const { body, repairs } = conversation.toRequest(target, params, options);
  const { role, content, tool_calls: [{ id, type, function: called, ...ofCall }], ...fields } = body.messages[1];
  assert.deepEqual([role, content, id, type, called], ["assistant", "So.", "call_1", "function", { name: "look", arguments: "{}" }]);
  return { body, fields, ofCall, repairs, report: repairs.map(({ code, detail }) => `${code} ${detail}`).join("\n") };
}

describe("a vendor is selected by its name and by its address", () => {
  for (const vendor of VENDORS) {
    const choices = [{ vendor: vendor.name }, addressOf(vendor) && { baseURL: addressOf(vendor) }].filter(Boolean);
    const [fields, ofCall] = [valuesOf(vendor.messageFields), valuesOf(vendor.callFields)];
    for (const options of choices) {
      const [choice] = Object.values(options);

      test(`${vendor.name}: what it added goes back to ${choice} unchanged, from a snapshot too`, () => {
        const conversation = answeredBy(options, "m-1", fields, ofCall);
        for (const each of [conversation, ConversationManager.fromJSON(JSON.stringify(conversation))]) {
          const back = sent(each, { model: "m-1", thinking: { type: "disabled" } }, options);
          assert.deepEqual([back.fields, back.ofCall, back.repairs], [fields, ofCall, []]);
          assert.equal(objectionOfVendor(target, back.body), null);
          assert.deepEqual(sanitize(target, back.body, options), { body: back.body, repairs: [] });
          // Not every vendor knows `thinking`.
          assert.deepEqual(validate(target, back.body, options).filter(({ path }) => path !== "thinking"), []);
        }
      });
    }

    test(`${vendor.name}: no other vendor gets what it added, which is reported`, () => {
      for (const other of VENDORS.filter(({ name }) => name !== vendor.name)) {
        const gone = sent(answeredBy({ vendor: vendor.name }, "m-1", fields, ofCall), { model: "m-1", thinking: { type: "disabled" } }, { vendor: other.name });
        assert.deepEqual([gone.fields, gone.ofCall], [{}, {}], other.name);
        const told = gone.report;
        for (const field of Object.keys({ ...fields, ...ofCall })) {
          assert.ok(told.includes(`\`${field}\``) || (field.startsWith("reasoning") && told.includes("reasoning-dropped")), `${field} to ${other.name}: ${told}`);
        }
      }
    });
  }

  test("an unknown name is an error that lists the names", () => {
    const conversation = answeredBy({}, "m-1", {});
    const isRefusal = ({ code, message }) => code === "invalid-argument" && message.includes("`deepsek`") && message.includes("deepseek");
    assert.throws(() => conversation.toRequest(target, {}, { vendor: "deepsek" }), isRefusal);
    assert.throws(() => sanitize(target, { messages: [] }, { vendor: "deepsek" }), isRefusal);
    assert.throws(() => sanitize(target, { messages: [] }, { vendor: 3 }), { code: "invalid-argument" });
    assert.throws(() => sanitize(target, { messages: [] }, { baseURL: new URL("https://x.ai") }), { code: "invalid-argument" });
  });

  test("an unknown address selects no vendor", () => {
    const conversation = answeredBy({}, "qwen3", { reasoning: "Hm." });
    for (const baseURL of ["https://example.com/v1", "http://localhost:8000", "not an address", ""]) {
      assert.deepEqual(conversation.toRequest(target, { model: "qwen3" }, { baseURL }), conversation.toRequest(target, { model: "qwen3" }), baseURL);
    }
  });

  test("the name comes before the address, and other targets ignore both", () => {
    const picture = { type: "image", url: "https://example.com/a.png" };
    const conversation = new ConversationManager();
    conversation.addMessage("user", [picture, { type: "text", text: "Hi." }]);
    const params = { model: "claude-sonnet-4-6", max_tokens: 10 };
    const request = conversation.toRequest("anthropic", params);
    assert.deepEqual(conversation.toRequest("anthropic", params, { vendor: "deepseek" }), request);
    assert.deepEqual(sanitize("anthropic", request.body, { vendor: "deepseek" }).repairs, []);
    assert.deepEqual(convert("backscroll", "anthropic", conversation.messages, { vendor: "deepseek" }).body.messages, request.body.messages);
    const back = sent(answeredBy({ vendor: "groq", baseURL: "https://api.deepseek.com" }, "m-1", { reasoning: "Hm." }), { model: "m-1" }, { vendor: "groq" });
    assert.deepEqual(back.fields, { reasoning: "Hm." });
  });
});

describe("reasoning that a program keeps goes to the vendor that the program names", () => {
  const kept = (fields) => ({ messages: [{ role: "user", content: "Look." }, answer(fields).choices[0].message, { role: "tool", tool_call_id: "call_1", content: "done" }] });
  const CASES = [
    ["under the name that the vendor takes", "cerebras", { reasoning_content: "Hm." }, { reasoning: "Hm." }],
    ["under the one of two names that the vendor takes", "groq", { reasoning_content: "Hm.", reasoning: "Hm." }, { reasoning: "Hm." }],
    ["as it is where the vendor takes it so", "vllm", { reasoning: "Hm." }, { reasoning: "Hm." }],
    ["not at all where the vendor takes none", "mistral", { reasoning_content: "Hm." }, {}],
  ];
  for (const [name, vendor, given, expected] of CASES) {
    test(`${name}: ${vendor}`, () => {
      const { messages } = kept(given);
      const written = sent(ConversationManager.from(target, messages), { model: "m-1" }, { vendor });
      assert.deepEqual(written.fields, expected);
      const { body, repairs } = sanitize(target, { model: "m-1", messages }, { vendor });
      assert.deepEqual({ ...body.messages[1], role: undefined, content: undefined, tool_calls: undefined }, { ...expected, role: undefined, content: undefined, tool_calls: undefined });
      assert.equal(repairs.length, vendor === "vllm" ? 0 : 1);
      assert.deepEqual(sanitize(target, body, { vendor }), { body, repairs: [] });
    });
  }
});

describe("a router gives each family of models its own reasoning only", () => {
  for (const { name, isRouter, messageFields } of VENDORS.filter(({ messageFields: fields }) => fields?.length > 0)) {
    test(name, () => {
      const fields = valuesOf(messageFields.slice(0, 1));
      const back = sent(answeredBy({ vendor: name }, "kimi-k2", fields), { model: "llama-4", thinking: { type: "disabled" } }, { vendor: name });
      assert.deepEqual(back.fields, isRouter ? {} : fields);
    });
  }
});

/** A model of a vendor among these: `true`, `false`, or words of names. */
const modelAmong = (models) => (models === true ? "m-1" : (models || [])[0] && `m-1-${models[0]}`);

describe("each demand of a row is met", () => {
  const instructions = [{ role: "developer", content: "Be brief." }, { role: "user", content: "Hi." }];
  const picture = { type: "image_url", image_url: { url: "https://example.com/a.png" } };
  const [, call, result] = [null, answer({}).choices[0].message, { role: "tool", tool_call_id: "call_1", content: [{ type: "text", text: "See." }, picture] }];
  const tools = [{ type: "function", function: { name: "look", strict: true, parameters: { type: "object" } } }];
  const OPTIONS = (vendor) => ({ vendor: vendor.name });

  for (const vendor of VENDORS) {
    test(`${vendor.name}: reasoning stands beside calls where it must, even if it is empty`, () => {
      const needing = modelAmong(vendor.needsReasoning);
      for (const [model, isNeeded] of [["m-1", vendor.needsReasoning === true], [needing, needing !== undefined]]) {
        const { fields, repairs } = sent(answeredBy({}, "m-1", {}), { model: model ?? "m-1" }, OPTIONS(vendor));
        assert.deepEqual([fields, repairs.map(({ rule }) => rule)], isNeeded ? [{ reasoning_content: "" }, ["OC14"]] : [{}, []]);
      }
      const off = sent(answeredBy({}, "m-1", {}), { model: "m-1", thinking: { type: "disabled" } }, OPTIONS(vendor));
      assert.deepEqual([off.fields, off.repairs], [{}, []]);
    });

    test(`${vendor.name}: the role of instructions is one that it takes`, () => {
      const expected = (role) => [{ role, content: "Be brief." }, instructions[1]];
      const written = ConversationManager.from(target, instructions).toRequest(target, { model: "m-1" }, OPTIONS(vendor));
      assert.deepEqual(written.body.messages, expected(vendor.developer === "Taken" ? "developer" : "system"));
      // In the caller's own body, the role stays where nothing is known of it.
      const { body, repairs } = sanitize(target, { model: "m-1", messages: instructions }, OPTIONS(vendor));
      const isRefused = vendor.developer === "Refused";
      assert.deepEqual([body.messages, repairs.map(({ rule }) => rule)], [expected(isRefused ? "system" : "developer"), isRefused ? ["OC10"] : []]);
    });

    test(`${vendor.name}: pictures stand where it takes them`, () => {
      const messages = [{ role: "user", content: "Look." }, call, result];
      const model = modelAmong(vendor.sees);
      const { body } = ConversationManager.from(target, messages).toRequest(target, { model, thinking: { type: "disabled" } }, OPTIONS(vendor));
      const holders = body.messages.filter(({ content }) => JSON.stringify(content).includes("example.com")).map(({ role }) => role);
      assert.deepEqual(holders, vendor.pictures === "InResults" ? ["tool"] : ["user"]);
      const blind = ConversationManager.from(target, messages).toRequest(target, { model: "m-1", thinking: { type: "disabled" } }, OPTIONS(vendor));
      assert.equal(JSON.stringify(blind.body.messages).includes("example.com"), vendor.sees === true);
      const mended = sanitize(target, { model, messages }, OPTIONS(vendor));
      assert.deepEqual(sanitize(target, mended.body, OPTIONS(vendor)).repairs, []);
      if (vendor.pictures === "NotInResults") assert.deepEqual(mended.repairs.map(({ code }) => code), vendor.joinsResults ? ["media-moved", "part-moved"] : ["media-moved"]);
      if (vendor.pictures === "InResults") assert.deepEqual(mended, { body: { model, messages }, repairs: [] });
    });

    test(`${vendor.name}: cache markers, and parts of vendors, go to those that take them`, () => {
      const messages = [{ role: "user", content: [{ type: "text", text: "Long.", cache_control: { type: "ephemeral" } }, { type: "file_url", file_url: { url: "https://example.com/a.pdf" } }] }];
      const { body, repairs } = ConversationManager.from(target, messages).toRequest(target, { model: "m-1" }, OPTIONS(vendor));
      const takesFiles = vendor.parts === null || vendor.parts.includes("file_url");
      const written = JSON.stringify(body.messages);
      assert.deepEqual([written.includes("cache_control"), written.includes("file_url")], [vendor.takesBreakpoints, takesFiles]);
      assert.equal(repairs.length, Number(!vendor.takesBreakpoints) + Number(!takesFiles));
    });

    test(`${vendor.name}: declarations of tools are strict where it takes that`, () => {
      const { body, repairs } = answeredBy({}, "m-1", {}).toRequest(target, { model: "m-1", thinking: { type: "disabled" }, tools }, OPTIONS(vendor));
      assert.deepEqual(body.tools, vendor.takesStrict ? tools : [{ type: "function", function: { name: "look", parameters: { type: "object" } } }]);
      assert.deepEqual(repairs.map(({ code }) => code), vendor.takesStrict ? [] : ["field-dropped"]);
    });

    test(`${vendor.name}: its words for a request that is too long are recognized`, () => {
      for (const words of vendor.overflow) assert.equal(isContextOverflow({ status: 400, error: { message: words } }), true, words);
    });
  }
});

test("every function that takes options of a request takes a vendor", async () => {
  const options = { vendor: "deepseek" };
  const messages = [{ role: "developer", content: "Be brief." }, { role: "user", content: "Hi." }];
  const expected = [{ role: "system", content: "Be brief." }, { role: "user", content: "Hi." }];
  const body = { model: "deepseek-chat", messages };
  const conversation = ConversationManager.from(target, messages);
  const params = { model: "deepseek-chat" };
  assert.deepEqual((await conversation.prepare(target, params, options)).body.messages, expected);
  assert.deepEqual(JSON.parse(new TextDecoder().decode(conversation.toRequestBytes(target, params, options))).messages, expected);
  assert.deepEqual(sanitize(target, body, options).body.messages, expected);
  assert.deepEqual(trim(target, body, { maxTokens: 1_000, ...options }).body.messages, expected);
  assert.deepEqual(fit(target, body, { maxTokens: 1_000, ...options }).body.messages, expected);
  assert.deepEqual(validate(target, body, options).map(({ rule, path }) => [rule, path]), [["OC10", "messages[0]"]]);
  assert.deepEqual(convert([{ role: "system", content: "Be brief." }, { role: "user", content: "Hi." }], "backscroll", target, options).body.messages, expected);
});

/** The vendor of a recording, by its address. */
const vendorOf = ({ uri }) => VENDORS.find(({ hosts }) => hosts.some((host) => !host.startsWith(":") && uri.split("/")[0].endsWith(host)));

/** An answer as a request would hold it: without nulls, empty values and places of calls, and with the usual order in calls. */
function asSent(message) {
  const isThere = ([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
  const { tool_calls: calls, content = null, ...fields } = message;
  const held = Object.fromEntries(Object.entries(fields).filter(isThere));
  const withCalls = calls?.length > 0 ? { tool_calls: calls.map(({ index, id, type, function: called, ...ofCall }) => ({ id, type, function: called, ...ofCall })) } : {};
  return { ...held, content: content ?? (calls?.length > 0 ? null : ""), ...withCalls };
}

describe("requests that a vendor answered are left alone", () => {
  for (const { name, rows, absence } of acceptedSets().filter((set) => set.isVendors && set.target === target)) {
    test(`${name}`, { skip: absence }, () => {
      const known = rows.filter(vendorOf);
      for (const row of known) assert.deepEqual(sanitize(target, row.request, { baseURL: `https://${vendorOf(row).hosts[0]}` }), { body: row.request, repairs: [] }, row.id);
      assert.ok(known.length > 100, `${known.length} requests`);
    });
  }
});

describe("recorded answers go back to their vendor byte for byte", () => {
  const goesBack = (vendor, request, response, id) => {
    const conversation = new ConversationManager();
    conversation.addMessage("user", "Go on.");
    const [params, options] = [{ model: request.model, thinking: { type: "disabled" } }, { baseURL: `https://${vendor.hosts[0]}` }];
    conversation.toRequest(target, params, options);
    const { toolCalls = [] } = conversation.addResponse(target, response);
    for (const call of toolCalls) conversation.addMessage("tool", "done", { toolCallId: call.id });
    if (toolCalls.length === 0) conversation.addMessage("user", "And?");
    const { body, repairs } = conversation.toRequest(target, params, options);
    const expected = asSent(response.choices[0].message);
    assert.deepEqual(body.messages[1], expected, id);
    for (const [name, value] of Object.entries(expected)) assert.equal(JSON.stringify(body.messages[1][name]), JSON.stringify(value), `${id}: ${name}`);
    // An answer that says nothing at all gets the empty text.
    const isSilent = response.choices[0].message.content === null && toolCalls.length === 0;
    assert.deepEqual(repairs.map(({ rule }) => rule), isSilent ? ["OC5"] : [], id);
  };

  for (const { name, rows, absence } of answeredSets().filter((set) => set.isVendors && set.target === target)) {
    test(`${name}`, { skip: absence }, () => {
      const known = rows.filter((row) => vendorOf(row) && row.response.choices);
      for (const row of known) goesBack(vendorOf(row), row.request, row.response, row.id);
      assert.ok(known.length > 100, `${known.length} pairs`);
    });
  }

  for (const { name, rows, absence } of streamedSets().filter((set) => set.isVendors && set.target === target)) {
    test(`${name}`, { skip: absence }, async () => {
      const known = rows.filter(vendorOf);
      for (const row of known) {
        const { response } = await readStream(target, streamOf([bytesOf(row)])).result();
        goesBack(vendorOf(row), row.request, response, row.id);
      }
      assert.ok(known.length > 100, `${known.length} streams`);
    });
  }
});
