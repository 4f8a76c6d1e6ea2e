/** Suites of the imaginary service, with how many tests each has. */
const SUITES = [
  ["tests/carriers/registry.test.ts", 14], ["tests/carriers/surcharges.test.ts", 11], ["tests/db/migrations.test.ts", 9],
  ["tests/db/pool.test.ts", 5], ["tests/flags.test.ts", 7], ["tests/http/health.test.ts", 4], ["tests/http/quotes.route.test.ts", 23],
  ["tests/http/validation.test.ts", 31], ["tests/jobs/reprice.test.ts", 12], ["tests/lib/retry-budget.test.ts", 8],
  ["tests/lib/with-deadline.test.ts", 6], ["tests/observability/metrics.test.ts", 5], ["tests/quotes/pricing.test.ts", 64],
  ["tests/quotes/quote-service.test.ts", 19], ["tests/quotes/zones.test.ts", 27],
];

/** The whole suite, verbose: a line a test, as CI prints it. */
export function fullRun(random, { skip = [] } = {}) {
  const lines = [" RUN  v3.2.4 /srv/build/quote-api", ""];
  const suites = SUITES.filter(([file]) => !skip.includes(file));
  let total = 0;
  for (const [file, count] of suites) {
    for (let number = 1; number <= count; number += 1) {
      lines.push(` ✓ ${file} > ${caseName(file, number)} ${random.between(1, 48)}ms`);
    }
    total += count;
  }
  lines.push("", ` Test Files  ${suites.length} passed (${suites.length})`, `      Tests  ${total} passed (${total})`, `   Start at  03:41:18`, `   Duration  ${random.between(31, 38)}.${random.between(10, 99)}s (transform 1.92s, setup 3.40s, collect 6.11s, tests 21.07s)`);
  return lines.join("\n");
}

/** A run that fails: the output of the two tests that failed, with what the service logged while they ran. */
export function failingRun(random) {
  const noise = Array.from({ length: 38 }, (_, place) => `stdout | tests/db/pool.test.ts > a deadline around a transaction > does not leak a client when the deadline passes while an upstream hangs\n{"level":"warn","round":${place + 1},"msg":"deadline passed, work goes on unseen","pool":{"total":${Math.min(20, place + 1)},"idle":0,"waiting":${Math.max(0, place - 19)}},"ms":${random.between(5, 7)}}\n`);
  return [
    " RUN  v3.2.4 /srv/build/quote-api", "",
    ...noise,
    " ❯ tests/db/pool.test.ts (5 tests | 2 failed) 9214ms",
    "   ✓ withClient > gives the client back when the work succeeds 12ms",
    "   ✓ withClient > gives the client back when a transaction is rolled back 9ms",
    "   ✓ withClient > destroys the client when the rollback fails as well 7ms",
    "   × withClient > gives the client back when the work throws 1033ms",
    "     → expected +0 to be 1 // Object.is equality",
    "   × a deadline around a transaction > does not leak a client when the deadline passes while an upstream hangs 8041ms",
    "     → expected 'Error: timeout exceeded when trying to connect' to contain 'deadline of 5 ms exceeded: hanging'", "",
    "⎯⎯⎯⎯⎯⎯⎯ Failed Tests 2 ⎯⎯⎯⎯⎯⎯⎯", "",
    " FAIL  tests/db/pool.test.ts > withClient > gives the client back when the work throws",
    "AssertionError: expected +0 to be 1 // Object.is equality", "", "- Expected", "+ Received", "", "- 1", "+ 0", "",
    " ❯ tests/db/pool.test.ts:17:28",
    "     15|   it(\"gives the client back when the work throws\", async () => {",
    "     16|     await expect(withClient(async () => { throw new Error(\"boom\"); })).rejects.toThrow(\"boom\");",
    "     17|     expect(pool.idleCount).toBe(pool.totalCount);",
    "       |                            ^",
    "     18|   });", "",
    " FAIL  tests/db/pool.test.ts > a deadline around a transaction > does not leak a client when the deadline passes while an upstream hangs",
    "AssertionError: expected 'Error: timeout exceeded when trying to connect' to contain 'deadline of 5 ms exceeded: hanging'", "",
    " ❯ tests/db/pool.test.ts:44:7", "",
    "⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/2]⎯", "",
    " Test Files  1 failed (1)", "      Tests  2 failed | 3 passed (5)", "   Start at  02:48:51", "   Duration  11.87s",
  ].join("\n");
}

/** The two suites that the fix touches, green. */
export function focusedRun(random) {
  return [
    " RUN  v3.2.4 /srv/build/quote-api", "",
    ` ✓ tests/db/pool.test.ts (5 tests) ${random.between(410, 690)}ms`,
    ` ✓ tests/lib/with-deadline.test.ts (6 tests) ${random.between(40, 90)}ms`,
    ` ✓ tests/quotes/quote-service.test.ts (19 tests) ${random.between(300, 480)}ms`, "",
    " Test Files  3 passed (3)", "      Tests  30 passed (30)", "   Start at  03:12:40", "   Duration  2.31s",
  ].join("\n");
}

const SUBJECTS = ["a lane without carriers", "a parcel at the weight limit", "an unknown country", "a carrier that is switched off", "an expired tariff", "a zero weight", "two carriers of one price", "a remote area", "an oversize parcel", "a peak surcharge", "a missing currency", "a request with a trace header"];
const FACTS = ["is refused with 422", "is priced to the cent", "is left out", "keeps its place", "is counted once", "falls back to the base tariff", "is logged without personal data", "is stored for 20 minutes"];

function caseName(file, number) {
  const seed = [...file].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) + number * 7;
  return `${SUBJECTS[seed % SUBJECTS.length]} ${FACTS[(seed >> 2) % FACTS.length]} (#${number})`;
}
