// Values of planted sentences: names, paths, amounts and dates that occur nowhere else in a conversation.

/** @typedef {import("../../../tests/support/random.mjs").Random} Random */

const NOUNS = [
  "kestrel",
  "amber",
  "cobalt",
  "fjord",
  "gable",
  "iris",
  "juniper",
  "lantern",
  "moss",
  "nimbus",
  "onyx",
  "pepper",
  "quartz",
  "sable",
  "thistle",
  "umber",
  "velvet",
  "willow",
  "yarrow",
  "zephyr",
];
const FIRST_NAMES = ["Aino", "Bruno", "Carmen", "Deniz", "Elif", "Femi", "Ginevra", "Hugo", "Ines", "Jaromir", "Keiko", "Lior"];
const LAST_NAMES = ["Adeyemi", "Brandt", "Castellanos", "Duval", "Eriksen", "Ferrante", "Gupta", "Horvat", "Ishikawa", "Jansen"];
const LETTERS = "BCDFGHKLMNPRSTVWXZ";

/** The kinds of values, each with its maker. @type {Record<string, (chance: Random) => string>} */
const KINDS = {
  name: (chance) => `${chance.pick(NOUNS)}-${chance.pick(NOUNS)}`,
  path: (chance) => `packages/${chance.pick(NOUNS)}/${chance.pick(NOUNS)}${10 + chance.below(90)}`,
  host: (chance) => `${chance.pick(NOUNS)}${10 + chance.below(90)}.intra.example`,
  branch: (chance) => `release/${chance.pick(NOUNS)}-${10 + chance.below(90)}`,
  command: (chance) => `npm run check:${chance.pick(NOUNS)}-${chance.pick(NOUNS)}`,
  money: (chance) => `$${210 + chance.below(760)}`,
  count: (chance) => `${12 + chance.below(80)}`,
  date: (chance) => `2031-${chance.pick(["02", "05", "08", "11"])}-${10 + chance.below(19)}`,
  code: (chance) => `${chance.pick(LETTERS)}${chance.pick(LETTERS)}-${2_000 + chance.below(7_000)}`,
  person: (chance) => `${chance.pick(FIRST_NAMES)} ${chance.pick(LAST_NAMES)}`,
  mail: (chance) => `${chance.pick(NOUNS)}.${chance.pick(NOUNS)}@example.net`,
};

/** Fills in the values of one conversation. No value is used twice. */
export class Values {
  #chance;
  #used = new Set();

  /** @param {Random} chance */
  constructor(chance) {
    this.#chance = chance;
  }

  /**
   * Returns templates with their values filled in. A name in braces has one value in all of them; `{host}` and `{host2}` differ.
   *
   * @template {Record<string, string> | readonly string[]} T
   * @param {T} templates
   * @returns {T}
   */
  fill(templates) {
    const values = new Map();
    const valueOf = (_, name) => {
      if (!values.has(name)) values.set(name, this.#fresh(name.replace(/\d$/, "")));
      return values.get(name);
    };
    const filled = Object.entries(templates).map(([key, text]) => [key, text.replace(/\{(\w+)\}/g, valueOf)]);
    return Array.isArray(templates) ? filled.map(([, text]) => text) : Object.fromEntries(filled);
  }

  #fresh(kind) {
    for (;;) {
      const value = KINDS[kind](this.#chance);
      if (this.#used.has(value)) continue;
      this.#used.add(value);
      return value;
    }
  }
}

/** Returns a template's text without its marks, and the marked parts. @param {string} template */
export function marked(template) {
  return { text: template.replace(/[<>]/g, ""), parts: [...template.matchAll(/<(.+?)>/g)].map(([, part]) => part) };
}
