/**
 * Output of programs in a terminal, as agents read it: listings, searches, differences, failures. The programs run on the fetched packages.
 * The two sides of the split have different packages and different programs.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { STORE } from "./fetch.mjs";

const LARGEST = 1 << 22;

/** @type {Record<"train" | "test", Record<string, [folder: string, command: string]>>} */
const COMMANDS = {
  train: {
    listing: ["crates", "ls -lR --time-style=long-iso itertools serde_json libz-sys | head -3000"],
    "listing with groups": ["pypi", "ls -la --time-style='+%b %e %H:%M' flask/flask requests/requests click/click wagtail/wagtail/*"],
    find: ["npm", "find preact rxjs commander express axios joi -type f | sort | head -1500"],
    grep: ["npm", "grep -rn 'return' preact/src rxjs/src/internal commander/lib axios/lib | head -900"],
    "grep in Rust": ["crates", "grep -rn 'fn ' regex-automata/src serde_json/src | head -900"],
    "numbered lines": ["pypi", "cat -n flask/flask/app.py requests/requests/models.py"],
    tabs: ["npm", "cat rxjs/src/internal/Observable.ts joi/lib/base.js | sed 's/  /\\t/g' | cat -n"],
    difference: ["npm", "for f in $(cd preact/src && ls *.js); do diff -u preact/src/$f preact/src/component.js; done; true"],
    "difference of git": ["pypi", "git diff --no-index --no-color flask/flask requests/requests; true"],
    checksums: ["pypi", "sha256sum $(find flask requests -type f | sort)"],
    tree: ["crates", "TREE regex-automata serde_json itertools libz-sys/src"],
    "tree of modules": ["npm", "TREE preact rxjs/src commander express joi"],
    sizes: ["npm", "du -a joi axios express | sort -k2; wc -l joi/lib/*.js axios/lib/*.js"],
    statistics: [
      "npm",
      "git diff --no-index --stat=120 --no-color express/lib commander/lib; git diff --no-index --numstat joi/lib axios/lib; true",
    ],
    failures: [
      "npm",
      "for f in $(ls joi/lib/*.js axios/lib/*.js | head -60); do node -e \"require('./$f').nothing.here\" 2>&1; done; true",
    ],
    "failures of Python": ["pypi", "for f in $(ls flask/flask/*.py requests/requests/*.py | head -50); do python3 $f 2>&1; done; true"],
  },
  test: {
    listing: ["npm", "ls -lAh --time-style=full-iso zod fastify/lib winston/lib/winston mongoose/lib"],
    tree: ["npm", "TREE zod/src fastify/lib mongoose/lib"],
    ripgrep: ["npm", "grep -rnE --color=never 'throw|const' fastify/lib winston/lib mongoose/lib | sed 's/:/-/2' | head -900"],
    head: ["pypi", "head -n 40 click/click/*.py rich/rich/*.py | nl -ba"],
    difference: ["npm", "git diff --no-index --no-color winston/lib fastify/lib | head -2500; true"],
    status: ["crates", "find hashbrown itertools lz4-sys -type f -printf ' M %p (%s bytes, %TY-%Tm-%Td)\\n' | sort | head -700"],
    imports: [
      "pypi",
      "for f in $(ls click/click/*.py rich/rich/*.py | head -70); do python3 -c \"exec(open('$f').read())\" 2>&1; done; true",
    ],
    failures: [
      "npm",
      "for f in $(ls fastify/lib/*.js mongoose/lib/*.js | head -60); do node ./$f 2>&1; node --check ./$f/none 2>&1; done; true",
    ],
    archive: ["crates", "tar -cvvf /dev/null --sort=name hashbrown lz4-sys 2>&1 | head -900"],
    hexadecimal: ["npm", "head -c 12000 zod/package.json | xxd 2>/dev/null || head -c 12000 zod/package.json | od -A x -t x1z"],
  },
};

/** Returns a folder as the program `tree` draws it. */
const treeOf = (folder, indent = "") =>
  readdirSync(folder)
    .sort()
    .flatMap((name, index, all) => {
      const isLast = index === all.length - 1;
      const inner = path.join(folder, name);
      return [
        `${indent}${isLast ? "└── " : "├── "}${name}`,
        ...(statSync(inner).isDirectory() ? treeOf(inner, `${indent}${isLast ? "    " : "│   "}`) : []),
      ];
    });

const outputOf = (folder, command) => {
  const cwd = path.join(STORE, folder);
  if (command.startsWith("TREE "))
    return command
      .slice(5)
      .split(" ")
      .flatMap((each) => [each, ...treeOf(path.join(cwd, each))])
      .join("\n");
  const { stdout } = spawnSync("bash", ["-c", command], {
    cwd,
    encoding: "utf8",
    maxBuffer: LARGEST * 4,
    env: { PATH: process.env.PATH, LANG: "C.UTF-8" },
  });
  // The folder of the checkout must not decide about weights.
  return stdout.slice(0, LARGEST).replaceAll(STORE, "/home/dev/project/");
};

/** @returns {import("./documents.mjs").Document[]} */
export const terminalDocuments = () =>
  ["train", "test"].flatMap((split) =>
    Object.entries(COMMANDS[split]).map(([name, [folder, command]]) => ({
      category: "terminal",
      source: `output: ${name}`,
      split,
      text: outputOf(folder, command),
    })),
  );
