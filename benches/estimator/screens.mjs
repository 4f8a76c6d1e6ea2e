/**
 * Screens of programs that draw with characters, as agents read them back from a terminal: rules, frames, panes, padded columns, tables,
 * bars, banners and lists of paths. The text in them is from lines of the fetched packages.
 * The two sides of the split have different packages and different layouts.
 */
import { randomFrom } from "./random.mjs";

const SCREENS = 160;
const LINES = 4_000;

/** The characters of rules with their shares. Programs draw most of them with the light line. */
const RULES = { "─": 36, "━": 8, "═": 10, "=": 14, "-": 12, _: 4, "*": 4, "#": 5, ".": 2, "~": 3, "╌": 1, "▁": 1 };
const RULE_BAG = Object.entries(RULES).flatMap(([character, share]) => Array.from({ length: share }, () => character));

const FRAMES = { light: "┌─┐│└┘├┤┬┴┼", round: "╭─╮│╰╯├┤┬┴┼", heavy: "┏━┓┃┗┛┣┫┳┻╋", double: "╔═╗║╚╝╠╣╦╩╬", plain: "+-+|+++++++" };

/** The width of a rule: most are as wide as a terminal, some as short as a title. */
const widthFrom = (random) => {
  const kind = random.next();
  if (kind < 0.25) return random.integer(6, 48);
  return kind < 0.75 ? random.pick([60, 72, 76, 78, 79, 80, 88, 98, 100, 118, 120, 132]) : random.integer(133, 260);
};
const screenFrom = (random) => random.pick([60, 78, 80, 98, 100, 120, 138, 160, 200]);

const fit = (text, width) => (text.length > width ? `${text.slice(0, Math.max(0, width - 1))}…` : text.padEnd(width));
const centred = (text, width, filler) => {
  const room = Math.max(2, width - text.length - 2);
  return `${filler.repeat(Math.floor(room / 2))} ${text} ${filler.repeat(Math.ceil(room / 2))}`;
};
const repeat = (amount, make) => Array.from({ length: amount }, (_, index) => make(index));
const frameFrom = (random) =>
  random.pick([FRAMES.light, FRAMES.light, FRAMES.round, FRAMES.round, FRAMES.heavy, FRAMES.double, FRAMES.plain]);
const some = (random, lines) => lines.slice(random.integer(0, Math.max(0, lines.length - 40)));

const wordsOf = (line) =>
  line
    .trim()
    .split(/[^\p{L}\p{N}_.]+/u)
    .filter((word) => word.length > 1);
const wordFrom = (random, lines) => random.pick(wordsOf(random.pick(lines)).concat("name"));
const titleFrom = (random, lines) => wordsOf(random.pick(lines)).slice(0, random.integer(1, 4)).join(" ") || "Summary";

const grid = (random, lines, frame, rows) => {
  const widths = repeat(random.integer(2, 6), () => random.integer(6, 28));
  const line = (left, middle, right) => `${left}${widths.map((width) => frame[1].repeat(width + 2)).join(middle)}${right}`;
  const row = () =>
    `${frame[3]}${widths.map((width) => ` ${fit(random.next() < 0.3 ? String(random.integer(0, 9_999)) : titleFrom(random, lines).slice(0, width), width)} `).join(frame[3])}${frame[3]}`;
  return [
    line(frame[0], frame[8], frame[2]),
    row(),
    line(frame[6], frame[10], frame[7]),
    ...repeat(rows, row),
    line(frame[4], frame[9], frame[5]),
  ];
};

/** @type {Record<"train" | "test", Record<string, (random: ReturnType<typeof randomFrom>, lines: string[], paths: string[]) => string[]>>} */
const LAYOUTS = {
  train: {
    rules: (r, lines) => [r.pick(RULE_BAG).repeat(widthFrom(r)), ...some(r, lines).slice(0, r.integer(1, 6))],
    banners: (r, lines) => {
      const [mark, rule] = [r.pick(["//", "#", "--", ";;", " *", "%"]), r.pick(["-", "=", "*", "#", "─", "~"]).repeat(r.integer(20, 100))];
      return [`${mark} ${rule}`, `${mark} ${titleFrom(r, lines)}`, `${mark} ${rule}`, ...some(r, lines).slice(0, r.integer(2, 5))];
    },
    frames: (r, lines) => {
      const [frame, width] = [frameFrom(r), screenFrom(r)];
      const title = r.next() < 0.4 ? ` ${titleFrom(r, lines)} ` : "";
      return [
        `${frame[0]}${frame[1]}${title}${frame[1].repeat(Math.max(0, width - 3 - title.length))}${frame[2]}`,
        ...some(r, lines)
          .slice(0, r.integer(1, 9))
          .map((line) => `${frame[3]} ${fit(line, width - 4)} ${frame[3]}`),
        `${frame[4]}${frame[1].repeat(width - 2)}${frame[5]}`,
        "",
      ];
    },
    agents: (r, lines, paths) => [
      `${r.pick(["●", "⏺", "•"])} ${r.pick(["Read", "Bash", "Update", "Search"])}(${r.pick(paths)})`,
      `  ⎿  ${r.pick(lines).trim()}`,
      ...some(r, lines)
        .slice(0, r.integer(1, 5))
        .map((line) => `     ${line}`),
      r.next() < 0.4 ? `     … +${r.integer(2, 400)} lines (ctrl+r to expand)` : "",
      "",
      ...(r.next() < 0.4
        ? [
            `${r.pick(["─", "─", "━"]).repeat(screenFrom(r))}`,
            `${r.pick([">", "❯", "›"])} ${r.pick(lines).trim()}`,
            "─".repeat(screenFrom(r)),
            `  ${r.integer(1, 99)}% context left · ? for shortcuts`,
          ]
        : []),
    ],
    commands: (r, lines) => [
      `Chunk ID: ${r.hex(6)}`,
      `Wall time: ${r.integer(0, 9)}.${String(r.integer(0, 9_999)).padStart(4, "0")} seconds`,
      `Process exited with code ${r.pick([0, 0, 0, 1])}`,
      `Original token count: ${r.integer(1, 4_000)}`,
      "Output:",
      ...some(r, lines).slice(0, r.integer(0, 12)),
      "",
    ],
    columns: (r, lines) => {
      const widths = repeat(r.integer(3, 7), () => r.integer(6, 34));
      return repeat(r.integer(4, 14), () =>
        widths
          .map((width) => (r.next() < 0.2 ? String(r.integer(0, 99_999)) : wordFrom(r, lines)).padEnd(width))
          .join("")
          .trimEnd(),
      );
    },
    tables: (r, lines) => grid(r, lines, frameFrom(r), r.integer(2, 9)),
    bars: (r, lines) =>
      repeat(r.integer(1, 5), () => {
        const done = r.integer(0, 40);
        return `${wordFrom(r, lines).padEnd(24)} ${"█".repeat(done)}${r.pick(["░", " ", "▒"]).repeat(40 - done)} ${String(done * 2.5).padStart(5)}%`;
      }),
    screen: (r, lines) => [
      ...repeat(r.integer(1, 12), () => ""),
      ...repeat(r.integer(2, 6), () => `${" ".repeat(r.integer(2, 90))}${titleFrom(r, lines)}`),
      ...repeat(r.integer(0, 3), () => `${" ".repeat(r.integer(4, 12))}⋮`),
    ],
    paths: (r, lines, paths) => repeat(r.integer(4, 18), () => `${r.pick(["", "", "  ", " M ", "A  "])}${r.pick(paths)}`),
  },
  test: {
    headings: (r, lines) => [
      titleFrom(r, lines),
      r.pick(RULE_BAG).repeat(widthFrom(r)),
      "",
      ...some(r, lines).slice(0, r.integer(1, 5)),
      "",
    ],
    sections: (r, lines) => [
      centred(titleFrom(r, lines), widthFrom(r), r.pick(["=", "-", "─", "━", "═", "_", "~"])),
      ...some(r, lines).slice(0, r.integer(2, 8)),
    ],
    panes: (r, lines) => {
      const [frame, width] = [frameFrom(r), Math.floor(screenFrom(r) / 2)];
      const [left, right] = [some(r, lines), some(r, lines)];
      return [
        `${frame[0]}${frame[1].repeat(width)}${frame[8]}${frame[1].repeat(width)}${frame[2]}`,
        ...repeat(r.integer(3, 12), (at) => `${frame[3]}${fit(left[at] ?? "", width)}${frame[3]}${fit(right[at] ?? "", width)}${frame[3]}`),
        `${frame[4]}${frame[1].repeat(width)}${frame[9]}${frame[1].repeat(width)}${frame[5]}`,
      ];
    },
    session: (r, lines, paths) => [
      `${r.pick(["$", "➜", "λ"])} ${r.pick(["cat", "vim", "git show", "bat"])} ${r.pick(paths)}`,
      ...some(r, lines).slice(0, r.integer(2, 6)),
      `${r.pick(["✓", "✔", "✗", "⚠"])} ${titleFrom(r, lines)} (${r.integer(1, 900)} ms)`,
      "─".repeat(screenFrom(r)),
      `${" ".repeat(r.integer(30, 120))}${wordFrom(r, lines)}`,
    ],
    report: (r, lines, paths) =>
      repeat(
        r.integer(4, 12),
        () =>
          `${r.pick(paths).slice(-40).padEnd(42)}|${[8, 9, 8].map((width) => String(r.integer(0, 100)).padStart(width)).join(" |")} | ${wordFrom(r, lines)}`,
      ),
    processes: (r, lines) => [
      `  ${"PID".padEnd(8)}${"USER".padEnd(12)}${"STATE".padEnd(10)}COMMAND`,
      ...repeat(
        r.integer(4, 12),
        () =>
          `  ${String(r.integer(1, 99_999)).padEnd(8)}${wordFrom(r, lines).slice(0, 10).padEnd(12)}${r.pick(["running", "sleeping", "idle"]).padEnd(10)}${titleFrom(r, lines)}`,
      ),
    ],
    matrix: (r, lines) => grid(r, lines, r.pick([FRAMES.light, FRAMES.plain, FRAMES.double]), r.integer(3, 7)),
    downloads: (r, lines) =>
      repeat(r.integer(1, 4), () => {
        const done = r.integer(0, 30);
        return `[${r.pick(["#", "=", "█"]).repeat(done)}${r.pick([".", "-", " ", "░"]).repeat(30 - done)}] ${String(r.integer(0, 100)).padStart(3)}% ${wordFrom(r, lines)}`;
      }),
    files: (r, lines, paths) => repeat(r.integer(5, 20), () => `${r.pick(paths)}${r.pick(["", "", `:${r.integer(1, 900)}`])}`),
  },
};

/**
 * @param {import("./documents.mjs").Document[]} files Files of code and Markdown.
 * @param {Record<"train" | "test", string[]>} paths Their paths.
 * @returns {import("./documents.mjs").Document[]}
 */
export const screenDocuments = (files, paths) =>
  ["train", "test"].flatMap((split) => {
    const lines = files
      .filter((file) => file.split === split)
      .flatMap(({ text }) => text.split("\n").filter((line) => /\p{L}{2}/u.test(line) && line.length < 200));
    return Object.entries(LAYOUTS[split]).map(([name, draw]) => {
      const random = randomFrom(`screen ${name}`);
      const part = () => {
        const at = random.integer(0, Math.max(0, lines.length - LINES));
        return lines.slice(at, at + LINES);
      };
      return {
        category: "screens",
        source: `screens: ${name}`,
        split,
        text: repeat(SCREENS, () => draw(random, part(), paths[split]).join("\n")).join("\n"),
      };
    });
  });
