// The inputs that fuzzing begins with: the bodies in the cases of the rules, and the snapshots of the fixtures.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ruleFiles } from "../../tests/support/rule-files.mjs";
import { at } from "../lib/paths.mjs";

/** Tokens that cut some of the bodies of a seed. */
const LIMITS = [20, 60, 200];

/** Returns the bodies of the rules' cases of a provider. */
const bodiesOf = (target) => ruleFiles(target).flatMap(({ cases }) => cases.map(({ given }) => given));

/** A memory of `fit` with each kind of entry. */
const MEMORY = {
  items: [[0, 1]],
  messages: 2,
  added: 3,
  view: [[0, 0], { message: { role: "user", content: "In short." } }, { number: 1, message: { role: "assistant", content: "Yes." } }],
  void: [0, 1],
};

/**
 * Returns the seeds of a target, as text.
 *
 * @param {string} name
 * @param {readonly string[]} providers
 * @returns {string[]}
 */
export function seedsOf(name, providers) {
  switch (name) {
    case "snapshots":
      return snapshots();
    case "fit":
      return providers.flatMap((format) =>
        bodiesOf(format).map((body, index) => JSON.stringify({ format, limit: LIMITS[index % LIMITS.length], body, memory: MEMORY })),
      );
    case "views":
      return providers.flatMap((provider) => bodiesOf(provider).slice(0, 12)).map((body) => JSON.stringify(body, null, 1));
    default:
      return bodiesOf(name).map((body) => JSON.stringify(body));
  }
}

function snapshots() {
  const folder = at("tests", "fixtures", "snapshots");
  const texts = readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith(".json"))
    .flatMap((file) => readFileSync(join(folder, file), "utf8"));
  const messages = bodiesOf("openai-chat")
    .slice(0, 40)
    .map(({ messages: list }) => list?.map(({ role, content }) => ({ role, content })));
  return [...texts.filter((text) => text.length < 8_000), ...messages.filter(Boolean).map((list) => JSON.stringify(list))];
}

/** Writes the seeds of a target, each into a file. */
export function writeSeeds(name, providers, folder) {
  mkdirSync(folder, { recursive: true });
  seedsOf(name, providers).forEach((text, index) => writeFileSync(join(folder, `seed-${index}`), text));
}
