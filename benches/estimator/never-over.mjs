/**
 * Cuts 1,000 random transcripts of 30 rounds to a limit, for Claude up to 4.6 and since 4.7, and counts what is left by the teachers'
 * tokenizers and by what recorded requests show around texts. Prints by how much the counts exceed the limits.
 * Run: npm run build && node benches/estimator/never-over.mjs
 */
import { fit } from "../../pkg/index.mjs";
import { loadChunks } from "./chunks.mjs";
import { randomFrom } from "./random.mjs";
import { PROSE } from "./sources.mjs";
import { countTokens } from "./teachers.mjs";

const RUNS = 1_000;
const ROUNDS = 30;

/** The tokens that Claude counts around texts, as recorded requests show them. */
const MODELS = [
  { model: "claude-sonnet-4-5", vocabulary: "claude", frame: 4, turn: 3, call: 51, argument: 14, answer: 0, tools: 496 },
  { model: "claude-opus-4-8", vocabulary: "claude47", frame: 4, turn: 2, call: 59, argument: 19, answer: -33, tools: 496 },
];

const TOOLS = [
  {
    name: "read_file",
    description: "Reads a file and returns its text.",
    input_schema: { type: "object", properties: { path: { type: "string", description: "The path of the file." } }, required: ["path"] },
  },
  {
    name: "write_file",
    description: "Writes a file.",
    input_schema: { type: "object", properties: { path: { type: "string" }, content: { type: "string" } }, required: ["path", "content"] },
  },
];

const chunks = (await loadChunks()).filter(({ split }) => split === "test");
const prose = chunks.filter(({ category }) => PROSE.has(category));
const others = chunks.filter(({ category }) => !PROSE.has(category));

/** A transcript: agents read and write more than they are told. */
const transcriptOf = (random) => {
  const pick = (list) => random.pick(list).text;
  const messages = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (round === 0 || random.next() < 0.3) messages.push({ role: "user", content: pick(prose) });
    const id = `toolu_${round}`;
    const writes = random.next() < 0.2;
    const input = { path: `src/part-${random.integer(0, 39)}.ts`, ...(writes && { content: pick(others) }) };
    const said = random.next() < 0.5 ? [{ type: "text", text: pick(prose) }] : [];
    messages.push({ role: "assistant", content: [...said, { type: "tool_use", id, name: writes ? "write_file" : "read_file", input }] });
    messages.push({ role: "user", content: [{ type: "tool_result", tool_use_id: id, content: writes ? "Written." : pick(others) }] });
  }
  return messages;
};

/** The texts of a body, and the tokens around them. */
const readOf = (body, { frame, turn, call, argument, answer, tools }) => {
  const texts = body.tools.map((tool) => JSON.stringify(tool));
  let around = frame + tools + 2 * body.tools.length;
  for (const { role, content } of body.messages) {
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
    const results = blocks.filter(({ type }) => type === "tool_result");
    if (results.length === 0) around += turn;
    for (const block of blocks) {
      if (block.type === "text") texts.push(block.text);
      if (block.type === "tool_result") texts.push(...[block.content].flat().map((part) => part.text ?? part));
      if (block.type !== "tool_use") continue;
      texts.push(
        block.name,
        ...Object.entries(block.input).flatMap(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
      );
      around += call + argument * Object.keys(block.input).length;
    }
    if (role === "assistant" && blocks.some(({ type }) => type === "tool_use")) around += answer;
  }
  return { texts, around };
};

const cuts = [];
for (let seed = 0; seed < RUNS; seed += 1) {
  const random = randomFrom(`transcript ${seed}`);
  const rules = MODELS[seed % MODELS.length];
  const limit = random.integer(4_000, 30_000);
  const body = { model: rules.model, max_tokens: 1_024, tools: TOOLS, messages: transcriptOf(random) };
  const cut = fit("anthropic", body, { maxTokens: limit });
  cuts.push({ rules, limit, size: cut.tokens, wasCut: cut.reduction !== null, ...readOf(cut.body, rules) });
}

const texts = [...new Set(cuts.flatMap((cut) => cut.texts))].filter((text) => text !== "");
const counts = new Map(countTokens(texts).map((count, at) => [texts[at], count]));
for (const { model, vocabulary } of MODELS) {
  const own = cuts
    .filter(({ rules }) => rules.model === model)
    .map(({ limit, size, texts: said, around, wasCut }) => {
      const counted = said.reduce((sum, text) => sum + (counts.get(text)?.[vocabulary] ?? 0), around);
      return { over: counted / limit - 1, error: size / counted - 1, wasCut };
    });
  const sorted = (pick) => own.map(pick).sort((one, other) => one - other);
  const at = (list, share) => `${(100 * list[Math.min(list.length - 1, Math.floor(share * list.length))]).toFixed(1)} %`;
  const [over, error] = [sorted((cut) => cut.over), sorted((cut) => cut.error)];
  const cut = own.filter(({ wasCut }) => wasCut).length;
  const above = own.filter((one) => one.over > 0).length;
  console.log(`${model}: ${own.length} transcripts, ${cut} cut, ${above} over their limit, by ${at(over, 1)} at most`);
  console.log(
    `  size / count - 1: 1st percentile ${at(error, 0.01)}, median ${at(error, 0.5)}, 99th ${at(error, 0.99)}, least ${at(error, 0)}`,
  );
}
