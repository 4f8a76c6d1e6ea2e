// Draws how time and memory depend on the length of a conversation, into benches/curves/.

import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ConversationManager, fit, sanitize } from "backscroll";
import { ByteArena } from "./lib/byte-arena.mjs";
import { chart } from "./lib/chart.mjs";
import { machine } from "./lib/machine.mjs";
import { prose } from "./lib/material.mjs";
import { isQuick } from "./lib/measure.mjs";
import { SHAPES } from "./lib/shapes.mjs";
import { median } from "./lib/statistics.mjs";
import { table } from "./lib/table.mjs";

const TARGET = "openai-chat";
const PARAMS = { model: "a-model", max_tokens: 1_024 };
const folder = isQuick ? mkdtempSync(join(tmpdir(), "curves-")) : fileURLToPath(new URL("curves", import.meta.url));
const encoder = new TextEncoder();
const texts = Array.from({ length: 400 }, (_, seed) => prose(1_000, seed + 1));

mkdirSync(folder, { recursive: true });
console.log(`Curves, ${machine()}, written to ${isQuick ? "a folder for temporary files" : "benches/curves"}\n`);
turns();
memory();
corners();
fits();

function save(name, content) {
  writeFileSync(join(folder, `${name}.svg`), chart(content));
  const rows = content.lines.flatMap((line) => line.points.map(([x, y]) => [line.name, x.toLocaleString("en"), y.toPrecision(3)]));
  console.log(`${content.title}\n\n${table(["line", content.x.label, content.y.label], rows)}\n`);
}

/** Returns the nanoseconds that `work` takes. */
function timed(work) {
  const start = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - start);
}

/** A turn of the loop against its number, in a window of 33 turns (0.1 MB). */
function turns() {
  const window = 33;
  const last = isQuick ? 60 : 6_700;
  const at = (isQuick ? [20, 60] : [7, 17, 33, 67, 167, 333, 667, 1_667, 3_333, 6_667]).map((turn) => ({ turn, messages: 3 * turn }));
  const ways = { "typical JavaScript": typical, "byte arena": arena, backscroll };
  const lines = Object.entries(ways).map(([name, make]) => {
    const warm = make(window);
    for (let turn = 0; turn < (isQuick ? 5 : 2_000); turn += 1) warm.turn(turn);
    warm.end?.();
    const way = make(window);
    const taken = [];
    for (let turn = 0; turn < last; turn += 1) taken.push(timed(() => way.turn(turn)));
    way.end?.();
    // The turns around a place, so that no single stall counts.
    const around = (turn) => median(taken.slice(Math.max(0, Math.floor(turn * 0.8) - 2), Math.ceil(turn * 1.2) + 2));
    return { name, points: at.map(({ turn, messages }) => [messages, around(turn) / 1e3]) };
  });
  const title = "A turn of the loop, in a window of 33 turns (0.1 MB)";
  save("turn", { title, x: { label: "messages so far", isLog: true }, y: { label: "µs a turn", isLog: true }, lines });
}

/** The messages of a turn in OpenAI's form. */
function wire(turn) {
  const text = (place) => texts[(3 * turn + place) % texts.length];
  const call = { id: `call_${turn}`, type: "function", function: { name: "write_file", arguments: JSON.stringify({ text: text(1) }) } };
  return [
    { role: "user", content: text(0) },
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", content: text(2), tool_call_id: call.id },
  ];
}

function typical(window) {
  const list = [];
  const turn = (number) => {
    list.push(...wire(number));
    if (list.reduce((sum, { content }) => sum + (content?.length ?? 0), 0) > 0) while (list.length > 3 * window) list.splice(0, 3);
    return encoder.encode(JSON.stringify({ ...PARAMS, messages: list })).length;
  };
  return { turn };
}

function arena(window) {
  const kept = new ByteArena([]);
  const turn = (number) => {
    kept.push(...wire(number));
    kept.dropFirst(Math.max(0, kept.count - 3 * window));
    return kept.view(PARAMS).length;
  };
  return { turn };
}

function backscroll(window) {
  const conversation = new ConversationManager({ transcript: false });
  return { turn: (number) => said(conversation, number, window, texts).length, end: () => conversation.dispose() };
}

/** Adds a turn, drops what is older than the window, and writes the request. */
function said(conversation, turn, window, words) {
  const text = (place) => words[(3 * turn + place) % words.length];
  conversation.addMessage("user", text(0));
  conversation.addMessage("assistant", null, { toolCalls: [{ id: `call_${turn}`, name: "write_file", arguments: { text: text(1) } }] });
  conversation.addMessage("tool", text(2), { toolCallId: `call_${turn}` });
  if (conversation.contextTokens > 0) conversation.truncate({ keepRecent: window });
  return conversation.toRequestView(TARGET, PARAMS);
}

/** The memory of a conversation through whose window a million messages go. */
function memory() {
  const [window, count, samples] = [100, isQuick ? 600 : 1_000_000, isQuick ? 4 : 40];
  const short = texts.map((text) => text.slice(0, 200));
  const conversation = new ConversationManager({ transcript: false });
  const points = { wasm: [], heap: [] };
  const turns = Math.floor(count / 3);
  for (let turn = 1; turn <= turns; turn += 1) {
    const view = said(conversation, turn, window, short);
    if (turn % Math.floor(turns / samples) !== 0) continue;
    globalThis.gc?.();
    points.wasm.push([3 * turn, view.buffer.byteLength / 1e6]);
    points.heap.push([3 * turn, process.memoryUsage().heapUsed / 1e6]);
  }
  conversation.dispose();
  const lines = [
    { name: "WebAssembly memory", points: points.wasm },
    { name: "JavaScript heap", points: points.heap },
  ];
  const title = `Memory while ${count.toLocaleString("en")} messages go through a window of ${window} turns`;
  save("memory", { title, x: { label: "messages so far" }, y: { label: "MB" }, lines });
}

/** What a message costs in conversations of an unusual form. */
function corners() {
  const sizes = isQuick ? [2, 10] : [10, 30, 100, 300, 1_000, 3_000, 5_000, 10_000];
  const cases = {
    "parallel results": { most: 5_000, work: results },
    "tiny messages": { most: 10_000, work: tiny },
    "open calls": { most: 10_000, work: open },
    "KB of one message": { most: 30_000, work: large, sizes: isQuick ? [2, 10] : [10, 100, 1_000, 10_000, 30_000] },
  };
  const lines = Object.entries(cases).map(([name, { most, work, sizes: own = sizes }]) => {
    own.forEach((size) => size <= 100 && work(size));
    const cost = (size) => median(Array.from({ length: size > 1_000 ? 3 : 9 }, () => timed(() => work(size)))) / size / 1e3;
    return { name, points: own.filter((size) => size <= most).map((size) => [size, cost(size)]) };
  });
  const title = "Adding them, and the first request, for each of them";
  save("corners", { title, x: { label: "how many", isLog: true }, y: { label: "µs for each", isLog: true }, lines });
}

function written(fill) {
  const conversation = new ConversationManager({ limits: { messageBytes: 64_000_000 } });
  conversation.addMessage("user", "Go on.");
  fill(conversation);
  const { length } = conversation.toRequestView(TARGET, PARAMS);
  conversation.dispose();
  return length;
}

function calls(count) {
  return Array.from({ length: count }, (_, index) => ({ id: `call_${index}`, name: "read", arguments: "{}" }));
}

function results(count) {
  return written((conversation) => {
    conversation.addMessage("assistant", null, { toolCalls: calls(count) });
    for (const { id } of calls(count)) conversation.addMessage("tool", "Done.", { toolCallId: id });
  });
}

function tiny(count) {
  return written((conversation) => {
    for (let index = 0; index < count; index += 1) conversation.addMessage(index % 2 === 0 ? "assistant" : "user", "ok");
  });
}

function open(count) {
  return written((conversation) => conversation.addMessage("assistant", null, { toolCalls: calls(count) }));
}

function large(kilobytes) {
  const text = texts[0].repeat(kilobytes);
  return written((conversation) => conversation.addMessage("user", text));
}

/** The cost of a message in bodies without a conversation, which are repaired and cut. */
function fits() {
  const counts = isQuick ? [20, 40] : [33, 100, 333, 1_000, 3_333, 10_000];
  const bodies = counts.map((count) => {
    const body = SHAPES["turns with a call"](count);
    return { size: body.messages.length, body, json: JSON.stringify(body), tokens: fit(TARGET, body, { maxTokens: 1e9 }).tokens };
  });
  const cut = (share) => (body, tokens) => fit(TARGET, body, { maxTokens: Math.ceil(tokens * share) });
  const ways = {
    "JSON.parse": (_, __, json) => JSON.parse(json),
    sanitize: (body) => sanitize(TARGET, body),
    "fit, nothing to drop": cut(2),
    "fit to half": cut(1 / 2),
    "fit to an eighth": cut(1 / 8),
  };
  const lines = Object.entries(ways).map(([name, work]) => {
    const cost = ({ size, body, json, tokens }) =>
      median(Array.from({ length: size > 1_000 ? 3 : 9 }, () => timed(() => work(body, tokens, json)))) / size / 1e3;
    bodies.filter(({ size }) => size <= 300).forEach(cost);
    return { name, points: bodies.map((one) => [one.size, cost(one)]) };
  });
  const title = "A body without a conversation, for each of its messages";
  save("fit", { title, x: { label: "messages of the body", isLog: true }, y: { label: "µs for each", isLog: true }, lines });
}
