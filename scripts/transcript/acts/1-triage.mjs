import { podList, sessions } from "../cluster.mjs";
import { numbered, source } from "../files.mjs";
import { gatewayLog, postgresLog, serviceLog } from "../logs.mjs";
import { rangeQuery, rise, step, table } from "../metrics.mjs";

const SYSTEM = `You are the operations agent of Kestrel Parcel. You work with the engineer on call in the incident channel and in the repositories of the team.

Rules
- Look before you touch. Say what you saw, where (file and line, query, time in UTC), and how sure you are.
- Reading is free. Anything that changes production (flags, deploys, sessions on a database, data) is proposed first, with its cost and how to undo it, and done after a yes from the person on call.
- One change at a time in production. After each, wait for the metric that should move, and say whether it moved.
- People in the channel write in their own language. Answer in the language of the message.
- Short answers. A table when there are more than three numbers. No guesses dressed as facts.

Service: quote-api (TypeScript, Node 22, Postgres 15, twelve pods in eu-north, four in ap-northeast). Owner: team Rates. Tier 1: checkout calls it synchronously.`;

/** From the page to the first suspicion. */
export function triage(log, random) {
  log.system(SYSTEM);

  log.user("mara", "paged 01:38 UTC: QuoteApiErrorBudgetBurn, fast burn. shops report an empty shipping step. INC-4127 is open, I'm on call (Mara). Start with golden signals for quote-api from 01:00 and tell me what kind of bad this is.");
  log.calls(null, [
    {
      name: "query_metrics",
      args: { query: 'histogram_quantile(0.99, sum by (le) (rate(http_server_duration_ms_bucket{service="quote-api",route="POST /v1/quotes"}[1m])))', from: "01:00", to: "01:42", step: 60 },
      result: rangeQuery(random, { metric: "p99_ms", from: "01:00", to: "01:42", step: 60, series: [{ labels: { service: "quote-api", region: "eu-north" }, value: rise(420, 9_850, 33) }, { labels: { service: "quote-api", region: "ap-northeast" }, value: rise(390, 610, 36) }] }),
    },
    {
      name: "query_metrics",
      args: { query: 'sum by (status) (rate(http_server_requests_total{service="quote-api",route="POST /v1/quotes"}[1m]))', from: "01:00", to: "01:42", step: 60 },
      result: rangeQuery(random, { metric: "requests_per_second", from: "01:00", to: "01:42", step: 60, series: [{ labels: { status: "200" }, value: rise(212, 71, 33) }, { labels: { status: "504" }, value: rise(0.01, 96, 33) }, { labels: { status: "422" }, value: () => 3.1 }] }),
    },
    {
      name: "get_pods",
      args: { namespace: "rates", selector: "app=quote-api" },
      result: podList(random, { release: "2026.02.16-3", startedAt: "00:31", restarts: 0 }),
    },
  ], { reasoning: "Start wide: latency, errors by status, and whether the pods are healthy or restarting. Three independent reads, so I ask for them at once." });
  log.says("It is a saturation problem in eu-north, not a crash.\n\n| signal | 01:00 | 01:41 |\n|---|---|---|\n| p99 `POST /v1/quotes`, eu-north | 0.42 s | 9.8 s |\n| p99, ap-northeast | 0.39 s | 0.6 s |\n| 504 per second | 0 | ~95 |\n| 200 per second | ~212 | ~70 |\n\nThe knee is at 01:33. No pod restarted; several flap out of Ready. All twelve started between 00:31 and 00:35 with release 2026.02.16-3, so there was a deploy an hour before the knee. p99 stops just under 10 s, which is our own request timeout: requests wait for something rather than work on something.");

  log.user("mara", "waiting for what? pool?");
  log.calls("The pool is my first suspect. I look at it from three sides.", [
    {
      name: "query_metrics",
      args: { query: 'avg by (__name__) ({__name__=~"pg_pool_(total|idle|waiting)",region="eu-north"})', from: "00:30", to: "01:44", step: 120 },
      result: table(random, { from: "00:30", to: "01:44", step: 120, columns: [{ name: "pg_pool_total", value: () => 20, noise: 0 }, { name: "pg_pool_idle", value: (minute) => Math.max(0, 17 - minute * 0.27), noise: 0.02 }, { name: "pg_pool_waiting", value: rise(0.01, 138, 64, 2) }, { name: "pg_pool_acquire_ms_p95", value: rise(1.2, 7_900, 63, 2) }] }),
    },
    {
      name: "query_database",
      args: { database: "quotes", sql: "SELECT state, wait_event, count(*), max(now() - state_change) AS oldest FROM pg_stat_activity WHERE application_name LIKE 'quote-api/%' GROUP BY 1, 2 ORDER BY 3 DESC" },
      result: sessions([["idle in transaction", "ClientRead", 231, "00:58:12"], ["active", "ClientRead", 6, "00:00:00"], ["idle", "ClientRead", 3, "00:00:02"]]),
    },
    {
      name: "grep_logs",
      args: { service: "quote-api", pattern: "slow acquire|request failed|left out", from: "01:31", to: "01:44", limit: 60 },
      result: serviceLog(random, { from: "01:31", to: "01:44", lines: 60, only: ["slow acquire", "request failed", "carrier left out of the quote"] }),
      twice: true,
    },
  ]);
  log.says("Yes, the pool, and it is a leak rather than load:\n\n- `pg_pool_idle` fell in a straight line from 17 at 00:32 to 0 at 01:33, about one client every four minutes a pod. Load would look like the traffic curve; this is a ramp.\n- 231 of our 240 sessions stand `idle in transaction`, the oldest for 58 minutes. They hold a BEGIN and wait for a client that never writes again.\n- The primary itself is bored.\n\nSo something takes a client out of the pool, begins, and never gives it back. It started with the deploy at 00:31.");

  log.user("mara", "primary CPU? I don't want to hear later it was vacuum or a lock. and what shipped in -3");
  log.calls(null, [
    {
      name: "query_metrics",
      args: { query: 'pg_node_cpu_ratio{instance="pg-quotes-0"} or pg_locks_waiting{instance="pg-quotes-0"} or pg_autovacuum_workers{instance="pg-quotes-0"}', from: "00:00", to: "01:45", step: 300 },
      result: table(random, { from: "00:00", to: "01:45", step: 300, columns: [{ name: "cpu_ratio", value: step(0.31, 0.11, 92) }, { name: "locks_waiting", value: () => 0, noise: 0 }, { name: "autovacuum_workers", value: step(1, 0, 40), noise: 0 }, { name: "wal_mb_per_s", value: step(4.1, 1.3, 92) }] }),
    },
    {
      name: "git_log",
      args: { repository: "quote-api", range: "2026.02.16-2..2026.02.16-3" },
      result: "9c41e07 2026-02-16 16:20 Tobias Reinhardt  surcharges: read tariff and surcharges in one transaction (RATES-1312)\nb7de550 2026-02-16 14:02 Ji-ho Baek        surcharges: drop the gateway cache, ask per quote (RATES-1309)\n41f8a9d 2026-02-16 11:47 Tobias Reinhardt  lib: withDeadline around each carrier\n0e6b3c2 2026-02-16 10:15 renovate[bot]     deps: pg 8.17.1, undici 7.18.2\n77a1d4f 2026-02-15 18:33 Yui Sato          migrations: 0147 drop tariff.surcharge_cents",
    },
    { name: "git_diff", args: { repository: "quote-api", range: "2026.02.16-2..2026.02.16-3", path: "src/lib/with-deadline.ts" }, result: diffOfNewFile("src/lib/with-deadline.ts", source("with-deadline.ts")) },
  ]);
  log.says("CPU of the primary *fell* from 31 % to 11 % at the knee, no lock waits, one autovacuum that ended at 00:40. Not the database.\n\nFive commits in -3. Three of them meet in one place: a deadline around each carrier (41f8a9d), surcharges asked for on every quote (b7de550), and the tariff and surcharges read in one transaction (9c41e07). I read the code next.");

  log.user("mara", "go");
  log.calls(null, [
    { name: "read_file", args: { repository: "quote-api", path: "src/db/pool.ts" }, result: numbered("pool.ts") },
    { name: "read_file", args: { repository: "quote-api", path: "src/lib/with-deadline.ts" }, result: numbered("with-deadline.ts") },
    { name: "read_file", args: { repository: "quote-api", path: "src/quotes/quote-service.ts" }, result: numbered("quote-service.ts") },
    { name: "read_file", args: { repository: "quote-api", path: "src/carriers/surcharge.ts" }, result: "Error: ENOENT: no such file or directory, open '/srv/repos/quote-api/src/carriers/surcharge.ts'. Did you mean src/carriers/surcharges.ts?" },
  ], { reasoning: "pool.ts for release semantics, with-deadline for what happens to abandoned work, quote-service for who holds a client while doing I/O.", index: true });
  log.calls("A slip in the path; the file is `surcharges.ts`.", [
    { name: "read_file", args: { repository: "quote-api", path: "src/carriers/surcharges.ts" }, result: numbered("surcharges.ts") },
  ]);
  log.says("Two faults that are harmless alone and a leak together:\n\n1. `src/db/pool.ts:27-34`: `withClient` releases only when the work *succeeds*. There is no `finally`; a throw skips line 32 and the client is gone. `inTransaction` rolls back and rethrows through it, so every failed transaction costs one client.\n2. `src/quotes/quote-service.ts:37-43`: the transaction is open while `surchargesWithRetry` talks to carrier-gw, up to three tries of up to 10 s each. The deadline of 2.5 s answers the caller, but the work behind it goes on, holding BEGIN.\n\nBefore -3 nothing inside a transaction could throw in practice. Now a slow carrier makes it throw or hang. What I have not seen yet: which carrier is slow, and since when.");

  log.user("mara", "nordpost has a maintenance window tonight I think. check, and keep it short, I'm typing the status page");
  log.calls(null, [
    {
      name: "metrics.query range",
      args: { query: 'histogram_quantile(0.95, sum by (le, carrier) (rate(carrier_gw_latency_ms_bucket[2m])))', from: "00:20", to: "01:46", step: 120 },
      result: rangeQuery(random, { metric: "carrier_gw_latency_ms_p95", from: "00:20", to: "01:46", step: 120, series: [{ labels: { carrier: "nordpost" }, value: rise(210, 6_400, 13, 2) }, { labels: { carrier: "dlx" }, value: () => 240 }, { labels: { carrier: "parcelux" }, value: () => 180 }, { labels: { carrier: "tokkyubin" }, value: () => 150 }, { labels: { carrier: "hanjin" }, value: () => 165 }] }),
    },
    { name: "grep_logs", args: { service: "carrier-gw", pattern: "nordpost/surcharges", from: "01:20", to: "01:46", limit: 45 }, result: gatewayLog(random, { from: "01:20", to: "01:46", lines: 45, carrier: "nordpost", slow: true }) },
    { name: "search_docs", args: { query: "nordpost maintenance february 2026", spaces: ["carriers", "calendar"] }, result: { hits: [{ title: "Carrier calendar 2026", space: "calendar", updated: "2026-01-28", excerpt: "17 Feb, 00:30-04:30 UTC: Nordpost, platform maintenance, 'reduced performance of the rate and surcharge interfaces'. Labels unaffected. Contact: integration desk, ticket NP-88214." }, { title: "Nordpost: integration notes", space: "carriers", updated: "2025-11-03", excerpt: "Surcharges change once a day at 04:00 UTC. The interface has no published latency objective; 5 s at month's end is normal." }] } },
  ]);
  log.says("Confirmed. Nordpost p95 went from 0.2 s to 6.4 s at 00:33, inside their announced window (00:30-04:30 UTC, NP-88214). The other four carriers are flat. So: their window is the trigger, our release is the cause.\n\nFor the status page: \"Since 01:33 UTC about 55 % of shipping quotes in Europe fail or are slow. The cause is known; a mitigation is being applied.\"");

  log.user("mara", "posted. before we touch anything: is the primary log telling the same story, and what does the runbook say about sessions idle in transaction");
  log.calls(null, [
    { name: "grep_logs", args: { service: "pg-quotes-0", pattern: "idle in transaction|authorized", from: "01:30", to: "01:48", limit: 70 }, result: postgresLog(random, { from: "01:30", to: "01:48", lines: 70 }) },
    { name: "read_file", args: { repository: "runbooks", path: "rates/quote-api.md" }, result: source("runbook.md") },
  ]);
  log.says("Same story: each line that is idle in a transaction has the tariff query for `nordpost` as its last statement.\n\nThe runbook (\"The pool is exhausted\") allows ending sessions older than 60 s *one by one*, never all at once, and says that a restart of the pods one at a time buys about 20 minutes when it is a leak. It also has a switch for exactly this: flag `carrier.nordpost.enabled`.");
}

function diffOfNewFile(path, text) {
  const lines = text.split("\n");
  return [`diff --git a/${path} b/${path}`, "new file mode 100644", "--- /dev/null", `+++ b/${path}`, `@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`)].join("\n");
}
