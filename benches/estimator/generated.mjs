/**
 * Logs, numeric tables and API answers, written by seeded generators because no
 * package ships enough of them. The two sides of the split have different
 * generators: other formats, other words, other ranges of numbers.
 */
import { randomFrom } from "./random.mjs";

const two = (number) => String(number).padStart(2, "0");
const clock = (random) => `${two(random.integer(0, 23))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}`;
const date = (random) => `${random.integer(2021, 2026)}-${two(random.integer(1, 12))}-${two(random.integer(1, 28))}`;
const address = (random) => Array.from({ length: 4 }, () => random.integer(1, 254)).join(".");
const uuid = (random) => [8, 4, 4, 4, 12].map((length) => random.hex(length)).join("-");
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

const WORDS =
  "open file path list user order item price status name city street note total count state event result value type team member comment branch issue label page token limit".split(
    " ",
  );
const phrase = (r, words) => Array.from({ length: words }, () => r.pick(WORDS)).join(" ");

const LOGS = {
  train: {
    access: (r) =>
      `${address(r)} - - [${two(r.integer(1, 28))}/${r.pick(MONTHS)}/2024:${clock(r)} +0000] "${r.pick(["GET", "POST", "PUT"])} /${r.pick(["api/v1/users", "static/app.js", "login", "products"])}/${r.integer(1, 99999)} HTTP/1.1" ${r.pick([200, 201, 304, 404, 500])} ${r.integer(80, 99999)} "-" "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36"`,
    java: (r) =>
      `${date(r)} ${clock(r)},${r.integer(100, 999)} ${r.pick(["INFO ", "WARN ", "ERROR", "DEBUG"])} [${r.pick(["main", "http-nio-8080-exec-", "pool-1-thread-"])}${r.integer(1, 16)}] com.example.${r.pick(["orders", "billing", "search"])}.${r.pick(["OrderService", "InvoiceController", "IndexWriter"])} - ${r.pick(["Processed request in", "Retry scheduled after", "Connection pool usage", "Slow query took"])} ${r.integer(1, 9000)} ms (id=${r.integer(1000, 999999)})`,
    journal: (r) =>
      `${r.pick(MONTHS)} ${two(r.integer(1, 28))} ${clock(r)} host${r.integer(1, 40)} ${r.pick(["sshd", "systemd", "kernel", "cron"])}[${r.integer(200, 32000)}]: ${r.pick(["Accepted publickey for deploy from", "Connection closed by", "Started session for user from", "Failed password for invalid user admin from"])} ${address(r)} port ${r.integer(1024, 65000)}`,
    jsonLines: (r) =>
      JSON.stringify({
        level: r.pick(["info", "warn", "error"]),
        time: r.integer(1_600_000_000_000, 1_800_000_000_000),
        pid: r.integer(10, 9999),
        requestId: uuid(r),
        msg: r.pick(["request completed", "cache miss", "upstream timed out"]),
        durationMs: r.integer(1, 5000),
      }),
    trace: (r) =>
      `    at ${r.pick(["Object", "async Server", "Router", "process"])}.${r.pick(["handle", "emitMessage", "processTicksAndRejections", "_load"])} (${r.pick(["node:internal/modules/cjs/loader", "/app/src/server.ts", "/srv/node_modules/router/lib/layer.js"])}:${r.integer(1, 1900)}:${r.integer(1, 90)})`,
    listing: (r) =>
      `${r.pick(["drwxr-xr-x", "-rw-r--r--", "-rwxr-x---"])} ${String(r.integer(1, 30)).padStart(2)} ${r.pick(["root", "deploy", "www-data"])} ${r.pick(["root", "staff"])} ${String(r.integer(20, 4_000_000)).padStart(8)} ${r.pick(MONTHS)} ${String(r.integer(1, 28)).padStart(2)} ${clock(r).slice(0, 5)} ${r.pick(WORDS)}_${r.pick(WORDS)}.${r.pick(["txt", "tar.gz", "py", "md"])}`,
    matches: (r) =>
      `${r.pick(["src", "lib", "packages/core"])}/${r.pick(WORDS)}/${r.pick(WORDS)}.${r.pick(["ts", "rs", "go"])}:${r.integer(1, 900)}:${" ".repeat(r.integer(0, 8))}${r.pick(["const", "return", "if"])} ${r.pick(WORDS)}${r.pick(["Count", "Map", "Id"])} = ${r.pick(WORDS)}.${r.pick(WORDS)}(${r.integer(0, 64)});`,
    metrics: (r) =>
      `${r.pick(["http_requests_total", "process_cpu_seconds", "go_gc_duration"])}{method="${r.pick(["get", "post"])}",code="${r.pick([200, 404, 500])}"} ${r.integer(0, 90000)}.${r.integer(0, 99)} # ${r.pick(WORDS)}`,
    commits: (r) =>
      `${r.hex(r.pick([7, 40]))} ${r.pick(["fix", "feat", "docs"])}(${r.pick(WORDS)}): ${phrase(r, 5)} (#${r.integer(1, 9999)})`,
    windows: (r) =>
      `[${r.integer(1, 12)}/${r.integer(1, 28)}/2023 ${clock(r)} ${r.pick(["AM", "PM"])}] <${r.pick(["Info", "Verbose", "Fatal"])}> Thread 0x${r.hex(4).toUpperCase()}: ${phrase(r, 4)}; code=0x${r.hex(8)}, elapsed=${r.integer(0, 900)}ms`,
    build: (r) =>
      `[${r.integer(1, 400)}/${r.integer(400, 900)}] ${r.pick(["Compiling", "Building CXX object", "Linking"])} src/${r.pick(["core", "net", "ui"])}/${r.pick(["main", "parser", "socket", "layout"])}.${r.pick(["cpp.o", "rs", "c.o"])} (${r.integer(1, 99)}.${r.integer(0, 99)}s)`,
  },
  test: {
    kubernetes: (r) =>
      `${r.pick(["I", "W", "E"])}${two(r.integer(1, 12))}${two(r.integer(1, 28))} ${clock(r)}.${r.integer(100000, 999999)} ${String(r.integer(1, 99999)).padStart(7)} ${r.pick(["controller.go", "reflector.go", "kubelet.go"])}:${r.integer(30, 900)}] ${r.pick(["Syncing pod", "Watch closed with", "Updated status of", "Evicting container in"])} "default/web-${r.hex(10)}-${r.hex(5)}" generation=${r.integer(1, 90)}`,
    postgres: (r) =>
      `${date(r)} ${clock(r)}.${r.integer(100, 999)} UTC [${r.integer(100, 40000)}] ${r.pick(["LOG", "ERROR", "STATEMENT"])}:  ${r.pick(["duration:", "checkpoint complete: wrote", "could not receive data from client after", "automatic vacuum of table took"])} ${r.integer(1, 90000)}.${r.integer(100, 999)} ms`,
    python: (r) =>
      `${date(r)}T${clock(r)}.${r.integer(100000, 999999)}+00:00 ${r.pick(["worker", "scheduler", "beat"])}-${r.integer(1, 9)} ${r.pick(["WARNING", "INFO", "CRITICAL"])} celery.app.trace: Task ${r.pick(["tasks.send_email", "reports.render", "media.transcode"])}[${uuid(r)}] ${r.pick(["succeeded in", "retry: Retry in", "raised unexpected after"])} ${r.integer(0, 90)}.${r.integer(1000, 999999)}s`,
    apache: (r) =>
      `[${r.pick(["Mon", "Wed", "Sun"])} ${r.pick(MONTHS)} ${two(r.integer(1, 28))} ${clock(r)} 2025] [error] [client ${address(r)}:${r.integer(1024, 65000)}] File does not exist: /var/www/html/${r.pick(["favicon.ico", "wp-login.php", "images/logo.png", ".env"])}, referer: https://shop.example.org/item?id=${r.integer(1, 9999)}`,
    tests: (r) =>
      `${r.pick(["ok", "not ok"])} ${r.integer(1, 500)} - ${r.pick(["parses an empty document", "rejects a wrong checksum", "keeps the order of keys", "closes the socket twice"])} # time=${r.integer(0, 900)}.${r.integer(1, 999)}ms`,
  },
};

const decimal = (r, scale, digits) => ((r.next() - 0.3) * scale).toFixed(digits);
const TABLES = {
  train: {
    sensor: (r) => `${date(r)},${clock(r)},${decimal(r, 50, 2)},${decimal(r, 1000, 1)},${r.integer(0, 100)}`,
    features: (r) => Array.from({ length: 8 }, () => decimal(r, 4, 6)).join(","),
    codes: (r) =>
      `${r.pick("ABCDEFGHKLMPQRSTVWX")}${r.pick("ABCDEFGHKLMPQRSTVWX")},${r.integer(1, 9)},${r.pick(["A", "C", "N", "Y"])},${r.integer(-900, 900)},${decimal(r, 1, 3)}`,
    exponents: (r) => Array.from({ length: 5 }, () => `${decimal(r, 9, 5)}e${r.pick(["-", "+"])}${two(r.integer(0, 12))}`).join("\t"),
    integers: (r) => Array.from({ length: 7 }, () => r.integer(-500, 70000)).join(r.pick([",", ", "])),
    stamps: (r) => `${date(r)}T${clock(r)}Z,${r.integer(0, 20)},${decimal(r, 3000, 2)},${r.pick(["true", "false"])},`,
    ledger: (r) => `${r.integer(100000, 999999)};${r.integer(1, 500)};${decimal(r, 10000, 2)};${r.pick(["EUR", "USD", "JPY"])}`,
  },
  test: {
    trades: (r) => `${r.integer(1_500_000_000, 1_900_000_000)},${decimal(r, 300, 4)},${r.integer(1, 100000)},${r.pick(["B", "S"])}`,
    matrix: (r) => Array.from({ length: 6 }, () => decimal(r, 200, 3)).join("\t"),
    counts: (r) => Array.from({ length: 12 }, () => r.integer(0, 3000)).join(","),
  },
};

const API = {
  train: {
    orders: (r) => ({
      id: r.integer(1, 99999),
      status: r.pick(["paid", "open", "shipped"]),
      customer: { name: phrase(r, 2), email: `${r.pick(WORDS)}${r.integer(1, 99)}@example.com` },
      items: Array.from({ length: r.integer(1, 4) }, () => ({
        sku: `${r.hex(4).toUpperCase()}-${r.integer(100, 999)}`,
        quantity: r.integer(1, 9),
        price: Number(decimal(r, 100, 2)),
      })),
      createdAt: `${date(r)}T${clock(r)}Z`,
      note: null,
    }),
    calls: (r) => ({
      id: `call_${r.hex(24)}`,
      type: "function",
      function: {
        name: `${r.pick(WORDS)}_${r.pick(WORDS)}`,
        arguments: JSON.stringify({ path: `src/${r.pick(WORDS)}/${r.pick(WORDS)}.ts`, limit: r.integer(1, 500), query: phrase(r, 4) }),
      },
    }),
  },
  test: {
    issues: (r) => ({
      number: r.integer(1, 9000),
      title: phrase(r, 6),
      state: r.pick(["open", "closed"]),
      user: { login: r.pick(WORDS) + r.integer(1, 999), site_admin: false },
      labels: [{ name: r.pick(WORDS), color: r.hex(6) }],
      comments: r.integer(0, 40),
      html_url: `https://github.com/acme/${r.pick(WORDS)}/issues/${r.integer(1, 9000)}`,
      updated_at: `${date(r)}T${clock(r)}Z`,
    }),
    uses: (r) => ({
      type: "tool_use",
      id: `toolu_${r.hex(22)}`,
      name: `${r.pick(WORDS)}${r.pick(["File", "Rows", "Issue"])}`,
      input: {
        file_path: `/home/${r.pick(WORDS)}/${r.pick(WORDS)}.py`,
        offset: r.integer(0, 900),
        recursive: r.next() > 0.5,
        pattern: phrase(r, 3),
      },
    }),
  },
};

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NOISE = {
  train: {
    base64: (r) => Array.from({ length: 76 }, () => r.pick(BASE64)).join(""),
    hashes: (r) => `${r.hex(64)}  ${r.pick(WORDS)}.bin`,
    uuids: (r) => uuid(r),
  },
  test: {
    tokens: (r) =>
      `ey${Array.from({ length: 90 }, () => r.pick(BASE64)).join("")}.${Array.from({ length: 43 }, () => r.pick(BASE64)).join("")}`,
    commits: (r) => `${r.hex(40)} ${r.hex(40)}`,
  },
};

const EMOJI = Array.from({ length: 0x1faff - 0x1f300 }, (_, offset) => String.fromCodePoint(0x1f300 + offset)).filter((character) =>
  /\p{Emoji_Presentation}/u.test(character),
);
const CHAT = {
  train: {
    stickers: (r) =>
      `${phrase(r, r.integer(1, 6))} ${r.pick(EMOJI.filter((_, index) => index % 2 === 0))}${r.next() > 0.6 ? r.pick(EMOJI.filter((_, index) => index % 2 === 0)) : ""}`,
    steps: (r) =>
      `- ${r.pick(EMOJI.filter((_, index) => index % 2 === 0))} ${phrase(r, r.integer(1, 5))}: ${r.pick(EMOJI.filter((_, index) => index % 2 === 0))}, ${phrase(r, 2)}`,
  },
  test: { reactions: (r) => `${r.pick(EMOJI.filter((_, index) => index % 2 === 1))} ${phrase(r, r.integer(2, 8))}` },
};

const repeat = (amount, make) => Array.from({ length: amount }, make);

/** @returns {import("./documents.mjs").Document[]} */
export const generatedDocuments = () =>
  ["train", "test"].flatMap((split) => [
    ...Object.entries(LOGS[split]).map(([name, line]) => {
      const random = randomFrom(`log ${name}`);
      return { category: "logs", source: `generated ${name}`, split, text: repeat(700, () => line(random)).join("\n") };
    }),
    ...Object.entries(TABLES[split]).map(([name, row]) => {
      const random = randomFrom(`table ${name}`);
      return { category: "CSV numeric", source: `generated ${name}`, split, text: repeat(900, () => row(random)).join("\n") };
    }),
    ...Object.entries({ ...NOISE[split], ...CHAT[split] }).map(([name, line]) => {
      const random = randomFrom(`noise ${name}`);
      return {
        category: name in CHAT[split] ? "emoji" : "base64 and hashes",
        source: `generated ${name}`,
        split,
        text: repeat(500, () => line(random)).join("\n"),
      };
    }),
    ...Object.entries(API[split]).map(([name, record]) => {
      const random = randomFrom(`record ${name}`);
      return { category: "JSON compact", source: `generated ${name}`, split, text: JSON.stringify(repeat(250, () => record(random))) };
    }),
  ]);
