import { at, iso } from "./clock.mjs";

export const PODS = [
  "quote-api-7d9f6c5b8-2m4xk", "quote-api-7d9f6c5b8-5qhzt", "quote-api-7d9f6c5b8-8wlnc", "quote-api-7d9f6c5b8-9rvbd",
  "quote-api-7d9f6c5b8-c7ktj", "quote-api-7d9f6c5b8-f2sgp", "quote-api-7d9f6c5b8-hx5mv", "quote-api-7d9f6c5b8-k9dqw",
  "quote-api-7d9f6c5b8-n4zfr", "quote-api-7d9f6c5b8-q8jcl", "quote-api-7d9f6c5b8-t6bhy", "quote-api-7d9f6c5b8-x2kqp",
];
const CARRIERS = ["nordpost", "nordpost", "nordpost", "nordpost", "dlx", "parcelux", "tokkyubin", "hanjin"];
const LANES = ["SE>NO", "SE>FI", "DE>SE", "DE>AT", "JP>JP", "KR>JP", "FI>SE", "NO>DK"];

/** What the service logs while its pool runs dry, a line each; the kinds come in the shares that were seen that night. */
const KINDS = [
  [34, "warn", (r) => leftOut(r.pick(CARRIERS))],
  [26, "error", (r) => ({ msg: "request failed", route: "POST /v1/quotes", status: 504, ms: r.between(9_800, 10_040), err: "Error: timeout exceeded when trying to connect", at: "pg-pool/index.js:45:11" })],
  [16, "warn", (r) => ({ msg: "slow acquire", ms: r.between(2_400, 7_990), waiting: r.between(11, 164), idle: 0, total: 20 })],
  [12, "info", (r) => ({ msg: "request completed", route: "POST /v1/quotes", status: 200, ms: r.between(1_180, 9_700), lane: r.pick(LANES), carriers: r.between(1, 4) })],
  [7, "warn", (r) => ({ msg: "surcharge retry", carrier: "nordpost", attempt: r.between(0, 2), err: "HeadersTimeoutError: Headers Timeout Error" })],
  [5, "info", (r) => ({ msg: "request completed", route: "GET /healthz", status: 200, ms: r.between(0, 3) })],
];

function leftOut(carrier) {
  return { msg: "carrier left out of the quote", carrier, err: `DeadlineExceeded: deadline of 2500 ms exceeded: quote:${carrier}` };
}

/** Log lines of quote-api as `grep_logs` prints them: JSON, a line each, oldest first. */
export function serviceLog(random, { from, to, lines, only }) {
  const [start, end] = [at(from), at(to)];
  const kinds = only ? KINDS.filter(([, , fields]) => only.includes(fields(random).msg)) : KINDS;
  const times = Array.from({ length: lines }, () => random.between(start, end)).sort((left, right) => left - right);
  return times
    .map((time) => {
      const [, level, fields] = weighted(random, kinds);
      return JSON.stringify({ ts: iso(time), level, pod: random.pick(PODS), trace: random.hex(16), ...fields(random) });
    })
    .join("\n");
}

/** Access log of carrier-gw for one carrier: what the upstream took, and who asked. */
export function gatewayLog(random, { from, to, lines, carrier, slow }) {
  const [start, end] = [at(from), at(to)];
  const times = Array.from({ length: lines }, () => random.between(start, end)).sort((left, right) => left - right);
  return times
    .map((time) => {
      const lane = random.pick(LANES).split(">");
      const upstream = slow ? random.between(4_800, 11_900) : random.between(90, 340);
      const status = upstream > 10_000 ? 499 : 200;
      const query = `from=${lane[0]}&to=${lane[1]}&grams=${random.between(2, 300) * 50}`;
      return `${iso(time)} carrier-gw-${random.pick(["0", "1", "2"])} caller=quote-api "GET /carriers/${carrier}/surcharges?${query}" ${status} upstream_ms=${upstream} bytes=${status === 200 ? random.between(180, 420) : 0} trace=${random.hex(16)}`;
    })
    .join("\n");
}

/** Lines of the primary: sessions that stand idle in a transaction are logged every ten seconds. */
export function postgresLog(random, { from, to, lines }) {
  const [start, end] = [at(from), at(to)];
  const times = Array.from({ length: lines }, () => random.between(start, end)).sort((left, right) => left - right);
  return times
    .map((time) => {
      const stamp = iso(time).replace("T", " ").replace("Z", " UTC");
      const process = random.between(21_100, 21_940);
      const app = `quote-api/2026.02.16-3`;
      return random.chance(0.7)
        ? `${stamp} [${process}] ${app}@quotes LOG:  session idle in transaction for ${random.between(61, 1_460)} s, last statement: SELECT base_cents, per_gram_cents, zone, valid_from FROM tariff WHERE carrier_id = 'nordpost' AND origin = '${random.pick(["SE", "NO", "FI"])}'`
        : `${stamp} [${process}] ${app}@quotes LOG:  connection authorized: user=quote_api database=quotes SSL enabled (protocol=TLSv1.3)`;
    })
    .join("\n");
}

function weighted(random, kinds) {
  let left = random.next() * kinds.reduce((sum, [weight]) => sum + weight, 0);
  return kinds.find(([weight]) => (left -= weight) < 0) ?? kinds[0];
}
