/**
 * The estimator is a finite automaton over UTF-8 bytes that imitates the splitting expression of o200k_base: words with the character
 * before them, digits in threes, runs of punctuation and of white space. Every transition costs the weight of one feature. The fit finds
 * the weights.
 *
 * A state is a name: a group ("w" for a lower-case word) and, where it counts,
 * the position in the run ("w3"). A feature is named after the transition:
 * "w3" for the third letter of a word, "sp>w" for its first after a space.
 */

/** @param {number} first @param {number} last */
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => first + index);
const bytesOf = (text) => [...text].map((character) => character.charCodeAt(0));

/** Byte classes; every byte belongs to exactly one. */
const CLASS_BYTES = {
  vowel: bytesOf("ai"),
  rounded: bytesOf("ou"),
  letter_e: bytesOf("e"),
  common: bytesOf("lnrst"),
  consonant: bytesOf("bcdfghmp"),
  northern: bytesOf("jk"),
  rare: bytesOf("vwyz"),
  foreign: bytesOf("qx"),
  upper: range(0x41, 0x5a),
  digit: range(0x30, 0x39),
  space: [0x20],
  newline: [0x0a, 0x0d],
  tab: [0x09, 0x0b, 0x0c],
  quote: bytesOf('"'),
  apostrophe: bytesOf("'"),
  dot: bytesOf("."),
  comma: bytesOf(","),
  colon: bytesOf(":;!?"),
  open: bytesOf("([{"),
  close: bytesOf(")]}"),
  underscore: bytesOf("_"),
  hyphen: bytesOf("-"),
  slash: bytesOf("/"),
  backslash: bytesOf("\\"),
  operator: bytesOf("=<>+*&|^~%"),
  sign: [...bytesOf("#@$`"), ...range(0x00, 0x08), ...range(0x0e, 0x1f), 0x7f],
  t80: [0x80],
  t81: [0x81, 0x82],
  t83: [0x83],
  t84: range(0x84, 0x8f),
  t90: [0x90],
  t91: [...range(0x91, 0x93), ...range(0x96, 0x9d)],
  t94: [0x94, 0x95],
  t9e: [0x9e, 0x9f],
  ta0: [...range(0xa0, 0xa3), 0xa8, 0xa9, 0xac, 0xad],
  ta4: [0xa4, 0xa5],
  ta6: [0xa6, 0xa7],
  taa: [0xaa, 0xab, 0xae, 0xaf],
  tb0: [0xb0, 0xb1],
  tb2: range(0xb2, 0xb5),
  tb8: [0xb8],
  tb9: [0xb9],
  tba: [0xb6, 0xb7, ...range(0xba, 0xbf)],
  lc2: [0xc0, 0xc1, 0xc2],
  lc3: [0xc3],
  lc4: range(0xc4, 0xc8),
  lc9: [...range(0xc9, 0xcd), ...range(0xd2, 0xd5)],
  lce: [0xce, 0xcf],
  ld0: [0xd0, 0xd1],
  ld6: [0xd6, 0xd7],
  ld8: range(0xd8, 0xdb),
  ldc: range(0xdc, 0xdf),
  le0: [0xe0],
  le1: [0xe1],
  le2: [0xe2],
  le3: [0xe3],
  le4: [0xe4],
  le5: [0xe5],
  le6: [0xe6],
  le7: [0xe7, 0xe8, 0xe9],
  lea: [0xea],
  leb: [0xeb, 0xec, 0xed],
  lef: [0xef],
  lf0: [0xee, ...range(0xf0, 0xff)],
};

export const CLASSES = Object.keys(CLASS_BYTES);

/** Class index of every byte. */
export const CLASS_OF = Uint8Array.from({ length: 256 }, (_, byte) => CLASSES.findIndex((name) => CLASS_BYTES[name].includes(byte)));

const PUNCTUATION = CLASSES.slice(CLASSES.indexOf("quote"), CLASSES.indexOf("t80"));
const LETTERS = ["vowel", "rounded", "letter_e", "common", "consonant", "northern", "rare", "foreign"];
const TRAILS = CLASSES.filter((name) => name.startsWith("t") && name !== "tab");

/** Longest position that a run of each group counts to. */
const DEPTH = {
  w: 11,
  vw: 7,
  u: 5,
  c: 1,
  e: 3,
  x: 4,
  y: 4,
  d: 3,
  sp: 3,
  ls: 1,
  nl: 2,
  tab: 2,
  fw: 8,
  fu: 1,
  fs: 1,
  hw: 8,
  hu: 1,
  hs: 1,
  vs: 1,
  box: 5,
  orn: 2,
  cyr: 8,
  gre: 5,
  heb: 5,
  ara: 6,
  dev: 5,
  ben: 3,
  ind: 3,
  dra: 3,
  tha: 2,
  han: 4,
  hgl: 4,
  hir: 4,
  kat: 4,
  pct: 1,
  cjp: 2,
  sym: 1,
  ops: 1,
  oth: 1,
  emo: 2,
};

/** Groups whose characters start with a lead byte that identifies the script. */
const LEADS = {
  lc2: "sym",
  lc3: "x",
  lc4: "y",
  ldc: "oth",
  lce: "gre",
  ld0: "cyr",
  ld6: "heb",
  ld8: "ara",
  le5: "han",
  le6: "han",
  le7: "han",
  leb: "hgl",
};

/** Lead bytes whose second byte identifies the script. The state remembers the run before them. */
const SECONDS = {
  le0: { ta4: "dev", ta6: "ben", ta0: "ind", taa: "ind", tb0: "dra", tb2: "dra", tb8: "tha", tb9: "tha", otherwise: "oth" },
  le1: { tb8: "x", tb9: "x", tba: "x", otherwise: "oth" },
  le2: { t80: "pct", t84: "ops", t94: "box", t90: "orn", t91: "orn", otherwise: "sym" },
  le3: { t80: "cjp", t81: "hir", t83: "kat", t84: "cjp", otherwise: "han" },
  le4: { otherwise: "han" },
  lea: { tb0: "hgl", tb2: "hgl", tb8: "hgl", tb9: "hgl", tba: "hgl", otherwise: "oth" },
  lef: { tb8: "sym", tb9: "sym", tba: "cjp", otherwise: "oth" },
  lf0: { t9e: "emo", otherwise: "oth" },
};

/** The runs that a two-step character may continue, for each such lead byte. */
const GOES_ON = {
  le0: ["dev", "tha", "ben", "ind", "dra"],
  le1: [],
  le2: ["box", "orn"],
  le3: ["hir", "kat", "han", "cjp"],
  le4: ["hir", "kat", "han"],
  lea: ["hgl"],
  lef: [],
  lf0: ["emo"],
};

/** The depth that stands for all others while such a character is pending, so that there are fewer states. */
const PENDING_DEPTH = { le3: { han: 1 }, le4: { hir: 1, kat: 1, han: 3 } };

/** Scripts in which the quarter of the trailing byte tells kinds of letters apart. */
const TRAILING = new Set([
  "cyr",
  "gre",
  "heb",
  "ara",
  "dev",
  "ben",
  "ind",
  "dra",
  "tha",
  "hgl",
  "x",
  "y",
  "pct",
  "ops",
  "box",
  "orn",
  "emo",
]);
/** The quarters in which these have few characters that texts have often: arrows, dashes, quotes and blocks are in the others. */
const RARE_QUARTERS = { pct: ["t8", "tb"], ops: ["t8", "tb"], orn: ["ta", "tb"] };
const quarterOf = (trail) => ({ 8: "t8", 9: "t9", a: "ta", b: "tb" })[trail[1]];

/** Combining marks and letters that few languages add to the Latin and the Cyrillic alphabet do not end a word, and Armenian has no state. */
const within = (group) => (/^([wucxy]|[fhv][wu])$/.test(group) ? "latin" : group === "cyr" ? "cyr" : "other");

/**
 * Last bytes of the characters of which programs draw rules and bars. Tokenizers have long pieces of some only, so that this byte decides
 * what a run costs.
 */
const RULED = { box1: ["t80", "t81"], box4: ["t80", "t81", "t90"], orn2: ["t81", "t84", "t91"] };

/** A run of four characters or more is a rule, of which every further one costs the same; shorter ones are the branches of a tree. */
const RULE_DEPTH = 4;

const trailing = (state, className) => {
  const [group, quarter] = [groupOf(state), quarterOf(className)];
  const place = group === "box" && depthOf(state) >= RULE_DEPTH ? `box${RULE_DEPTH}` : state;
  if (RULED[place]?.includes(className)) return `${place}.${className}`;
  if (group === "box" && depthOf(state) > 1) return `${place}.${quarter}`;
  return TRAILING.has(group) ? `${RARE_QUARTERS[group]?.includes(quarter) ? "@" : ""}${group}.${quarter}` : undefined;
};

const groupOf = (state) => /^[a-z]+/.exec(state)[0];
const depthOf = (state) => Number(/\d+/.exec(state)?.[0] ?? 1);
/** A word whose last letter so far is a vowel other than e has a "v" behind its depth. */
const endsInVowel = (state) => state.endsWith("v");
const isPunctuation = (group) => PUNCTUATION.includes(group.replace(/(run|row)$/, ""));

/** A space that stands for itself: behind these, tokenizers that join a space with the word after it find no word, or do not join it with digits. */
const isAlone = (group) => ["nl", "tab", "d", "han", "hgl", "emo"].includes(group);
const isBlank = (group) => ["sp", "ls", "nl", "tab"].includes(group);

/** Scripts that no tokenizer joins with the space before them as words, so that a space before them may be a token of its own. */
const isHard = (group) => group === "han" || group === "hgl";
const HARD_LEADS = new Set(["le4", "lea", "lf0"]);

/** The context that the first character of a run depends on, as fine as the script needs. */
const contextOf = (state, to) => {
  const group = groupOf(state);
  if (group === "fs" || group === "hs") return to === "d" ? "sp1" : isHard(to) ? "sp" : "blank";
  if (group === "fm" || group === "hm") return to === "d" ? "run" : "mark";
  const spaces = `sp${Math.min(depthOf(state), 2)}`;
  if (["fw", "hw", "vw"].includes(to)) return group;
  if (to === "w" || to === "u" || to === "d") {
    if (group === "c") return to === "d" ? "other" : "c";
    if (group === "u" && to === "w") return `u${Math.min(depthOf(state), 2)}`;
    if (group === "w") return depthOf(state) > 3 ? "word" : "short";
    if (group === "sp") return spaces;
    if (group === "ls") return "ls";
    if (/(run|row)$/.test(group)) return "run";
    return isPunctuation(group) || ["nl", "tab", "d", "x", "y", "box"].includes(group) ? group : "other";
  }
  if (isBlank(group)) return group === "sp" && isHard(to) ? "sp" : "blank";
  if (isPunctuation(group) || ["pct", "cjp", "sym", "ops"].includes(group)) return "mark";
  if (to === "han" || to === "hir" || to === "kat") return ["han", "hir", "kat"].includes(group) ? group : "other";
  return "other";
};

const advance = (state, to) => {
  const goesOn = groupOf(state) === to;
  const depth = goesOn ? Math.min(depthOf(state) + 1, DEPTH[to]) : 1;
  return { next: `${to}${depth}`, feature: goesOn ? `${to}${depth}` : `${contextOf(state, to)}>${to}` };
};

/**
 * Two families of languages in Latin letters: "f" after accents of the South, "h" after those of the North and the East, whose words are longer.
 * Each has its words ("fw"), capitals ("fu"), spaces ("fs") and marks ("fm").
 */
const isForeign = (group) => /^[fh][wums]$/.test(group);
const familyOf = (group) => (isForeign(group) ? group[0] : { x: "f", y: "h" }[group]);
/** The last bytes of ä, å, ö, ø, ü and of some others. */
const NORTHERN = new Set(["ta4", "tb8", "tba"]);

/** The next letter of a word. */
const spell = (state, to, className, depth = groupOf(state) === to ? Math.min(depthOf(state) + 1, DEPTH[to]) : 1) => ({
  next: `${to}${depth}${className === "vowel" || className === "rounded" ? "v" : ""}`,
  feature:
    groupOf(state) === to ? `${to}${depth}.${endsInVowel(state) ? "v" : ""}.${className}` : `${contextOf(state, to)}>${to}.${className}`,
});

/**
 * A word with an accent shows that its line is probably not English: the words after it are priced as those of its family until the line
 * ends or something other than a word follows. A word that ends in a vowel is a weaker sign: the next word is "vw", and after a second such
 * word the line is of the family "f". A letter behind a backslash is an escape, of which a word may follow without a space: "e".
 * A capital within a word starts a hump, as in camelCase: "c".
 */
const letter = (state, className) => {
  const group = groupOf(state);
  if (className === "upper" && group.startsWith("backslash")) return advance(state, "u");
  if (className === "upper" && group === "w") return { next: "c1", feature: `${contextOf(state, "u")}>u` };
  if (className === "upper" && group === "c") return { next: "u2", feature: "c>u" };
  const [family, role] = isForeign(group) ? group : ["", ""];
  if (className === "upper")
    return family !== "" && role !== "u" ? { next: `${family}u1`, feature: `${group}>${family}u` } : advance(state, "u");
  if (group.startsWith("backslash")) return { next: "e1", feature: `${group}>e` };
  if (group === "e") return advance(state, "e");
  if (family !== "") return role === "u" ? spell(state, `${family}w`, className, 2) : spell(state, `${family}w`, className);
  if (group === "vs" || group === "vw") return spell(state, "vw", className);
  if (group === "u" || group === "c") return spell(state, "w", className, Math.min(depthOf(state) + 1, DEPTH.w));
  if (group === "x" || group === "y")
    return { next: `${group}${Math.min(depthOf(state) + 1, DEPTH[group])}`, feature: `${group}.w${depthOf(state)}` };
  return spell(state, "w", className);
};

const digit = (state) => {
  if (groupOf(state) !== "d") return advance(state, "d");
  return { next: `d${(depthOf(state) % 3) + 1}`, feature: `d.${(depthOf(state) % 3) + 1}` };
};

/** Marks that do not end a line of prose. */
const JOINING = new Set(["apostrophe", "dot", "comma", "colon", "hyphen"]);

/** Marks of which programs draw lines. In a row, a mark costs a fraction of a token. */
const ROWS = new Set(["hyphen", "operator", "underscore", "dot", "sign", "slash"]);

/** One punctuation mark can lead a word. A second mark, or a mark after a space, is a run of its own. */
const punctuation = (state, className) => {
  const group = groupOf(state);
  if (familyOf(group) !== undefined && !/^.[ms]$/.test(group) && JOINING.has(className))
    return { next: `${familyOf(group)}m1`, feature: `+${className}` };
  if (group === "fm" || group === "hm") return { next: `${className}run`, feature: `fm+${className}` };
  if (isPunctuation(group)) {
    const mark = group.replace(/(run|row)$/, "");
    if (mark !== className || mark === group) return { next: `${className}run`, feature: `${mark}+${className}` };
    return { next: ROWS.has(className) ? `${className}row` : group, feature: `${group}+` };
  }
  if (group === "ls") return { next: `${className}run`, feature: `ls+${className}` };
  if (["sp", "fs", "hs"].includes(group)) return { next: `${className}run`, feature: `sp+${className}` };
  return { next: className, feature: group === "nl" || group === "tab" ? `line+${className}` : `${group === "d" ? "d" : ""}+${className}` };
};

const blank = (state, className) => {
  const group = groupOf(state);
  const to = { space: "sp", newline: "nl", tab: "tab" }[className];
  if (group === to) return advance(state, to);
  if (to === "sp") {
    if (group === "ls") return { next: "sp2", feature: "ls2" };
    if (group === "fs" || group === "hs") return { next: "sp2", feature: "sp2" };
    const feature = `${group}>sp`;
    if (isAlone(group)) return { next: "ls1", feature };
    if (group === "w" && endsInVowel(state) && depthOf(state) > 2) return { next: "vs1", feature };
    if (group === "vw" && endsInVowel(state) && depthOf(state) > 2) return { next: "fs1", feature };
    return { next: group !== "vw" && familyOf(group) !== undefined ? `${familyOf(group)}s1` : "sp1", feature };
  }
  if (to === "nl") {
    const before =
      isPunctuation(group) || ["fm", "hm"].includes(group)
        ? "mark"
        : ["fs", "hs"].includes(group)
          ? "sp1"
          : ["ls", "tab", "d"].includes(group)
            ? group
            : group === "sp"
              ? `sp${Math.min(depthOf(state), 2)}`
              : "text";
    return { next: before === "mark" ? "nl2" : "nl1", feature: `${before}>nl` };
  }
  return { next: `${to}1`, feature: `${["sp", "ls", "nl", "tab", "d"].includes(group) ? group : "text"}>${to}` };
};

/** The state between the bytes of a character: it keeps the run, or a substitute for the run before it, as in "le0:dev2". */
const pending = (state, lead) => {
  const group = groupOf(state);
  const standIn = () => {
    if (lead === "le2" || lead === "lef" || lead === "lf0") return "oth1";
    if (lead === "le1") return group === "w" || group === "u" || group === "c" || familyOf(group) !== undefined ? "x1" : "oth1";
    const context = contextOf(state, "other");
    return { blank: "sp1", mark: "pct1" }[context] ?? "oth1";
  };
  const goesOn = () => (PENDING_DEPTH[lead]?.[group] === undefined ? state : `${group}${PENDING_DEPTH[lead][group]}`);
  const isSpaced = HARD_LEADS.has(lead) && ["sp", "fs", "hs"].includes(group);
  return {
    next: `${lead}:${GOES_ON[lead].includes(group) ? goesOn() : standIn()}`,
    feature: isSpaced ? `sp>${lead}` : lead === "lf0" ? "lf0" : undefined,
  };
};

/** Scripts that no text of the fit is in are told apart by two bytes only. Their features have an "@": they are priced by the characters themselves. */
const second = (lead, before, given) => {
  const to = SECONDS[lead][given] ?? SECONDS[lead].otherwise;
  const className = given === "t91" || given === "t94" ? "t90" : given;
  const step = advance(before, to);
  const isRare =
    to === "oth" ||
    (lead === "le0" && (className === "ta0" || className === "tb2")) ||
    to === "sym" ||
    (lead === "le1" && className !== "tba") ||
    (lead === "le3" && (to === "han" || className === "t84")) ||
    (lead === "le4" && !className.startsWith("tb"));
  if (isRare) return { ...step, feature: `@${lead}.${className}` };
  return { ...step, feature: lead === "le4" ? `${step.feature}.4` : lead === "lea" ? `${step.feature}.a` : step.feature };
};

/** @param {string} state @param {string} className @returns {{ next: string, feature: string | undefined }} */
export const stepOf = (given, className) => {
  const isWord = LETTERS.includes(className);
  const state =
    groupOf(given) === "vs" && !isWord ? "sp1" : groupOf(given) === "vw" && !isWord && className !== "space" ? given.slice(1) : given;
  const [lead, before] = state.split(":");
  if (before !== undefined) return TRAILS.includes(className) ? second(lead, before, className) : { next: "nl1", feature: undefined };
  if (TRAILS.includes(className))
    return { next: groupOf(state) === "x" && NORTHERN.has(className) ? `y${depthOf(state)}` : state, feature: trailing(state, className) };
  if (isWord || className === "upper") return letter(state, className);
  if (className === "digit") return digit(state);
  if (PUNCTUATION.includes(className)) return punctuation(state, className);
  if (["space", "newline", "tab"].includes(className)) return blank(state, className);
  if (SECONDS[className] !== undefined) return pending(state, className);
  if (className === "lc9") return { next: state, feature: `@lc9.${within(groupOf(state))}` };
  const to = LEADS[className];
  if ((to === "x" || to === "y") && /^([wxyuc]|[fh][wu])$/.test(groupOf(state)))
    return { next: `${to}${Math.min(depthOf(state) + 1, DEPTH[to])}`, feature: `w>${to}` };
  const step = advance(state, to);
  if (to === "oth") return { ...step, feature: `@${className}` };
  return to === "han" ? { ...step, feature: `${step.feature}.${className[2]}` } : step;
};

/** The state before the first byte; a text starts like a line. */
export const START = "nl1";

/** Joins states that cost the same on whatever follows, such as the last two depths of most groups. */
const minimized = ({ states, features, next, feature }) => {
  const size = CLASSES.length;
  let blocks = states.map(() => 0);
  for (let amount = 0; ; ) {
    const found = new Map();
    blocks = states.map((_, state) => {
      const key = [blocks[state], ...CLASSES.flatMap((_, at) => [feature[state * size + at], blocks[next[state * size + at]]])].join();
      return found.get(key) ?? found.set(key, found.size).get(key);
    });
    if (found.size === amount) break;
    amount = found.size;
  }
  const firsts = states.flatMap((_, state) => (blocks.indexOf(blocks[state]) === state ? [state] : []));
  const rowsOf = (table) => firsts.flatMap((state) => table.slice(state * size, (state + 1) * size));
  return {
    states: firsts.map((state) => states[state]),
    features,
    next: rowsOf(next).map((state) => blocks[state]),
    feature: rowsOf(feature),
  };
};

/**
 * All reachable states with their transitions, in a fixed order.
 * `next` and `feature` are indexed by `state * CLASSES.length + class`.
 */
export const buildAutomaton = () => {
  const states = [START];
  const features = [];
  const next = [];
  const feature = [];
  for (let index = 0; index < states.length; index += 1) {
    for (const className of CLASSES) {
      const step = stepOf(states[index], className);
      if (!states.includes(step.next)) states.push(step.next);
      next.push(states.indexOf(step.next));
      if (step.feature !== undefined && !features.includes(step.feature)) features.push(step.feature);
      feature.push(step.feature === undefined ? -1 : features.indexOf(step.feature));
    }
  }
  return minimized({ states, features, next, feature });
};

const encoder = new TextEncoder();

/** The lanes in which script.rs walks a text, each with the bytes before it that bring it into its state. */
const [LANES, SHORTEST_LANE, WARM_UP] = [4, 16, 8];

/** Counts each feature in a text, in the lanes of script.rs. @returns {Float64Array} */
export const countFeatures = (automaton, text) => {
  const counts = new Float64Array(automaton.features.length);
  const bytes = encoder.encode(text);
  const walk = (from, to, start, counted) => {
    let state = start;
    for (let at = from; at < to; at += 1) {
      const step = state * CLASSES.length + CLASS_OF[bytes[at]];
      if (counted && automaton.feature[step] >= 0) counts[automaton.feature[step]] += 1;
      state = automaton.next[step];
    }
    return state;
  };
  const lane = Math.floor(bytes.length / LANES);
  if (lane < SHORTEST_LANE) walk(0, bytes.length, 0, true);
  else
    for (let index = 0; index < LANES; index += 1) {
      const from = index * lane;
      walk(from, index === LANES - 1 ? bytes.length : from + lane, index === 0 ? 0 : walk(from - WARM_UP, from, 0, false), true);
    }
  return counts;
};
