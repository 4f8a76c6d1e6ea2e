import { psql, sessions, strandedQuotes } from "../cluster.mjs";
import { gatewayLog, serviceLog } from "../logs.mjs";
import { rangeQuery, step, table } from "../metrics.mjs";

/** The release, the carrier back on, and the quotes that were stored without surcharges. */
export function rollOut(log, random) {
  log.user("mara", "go with that plan. I'm moving to my laptop, the session may hop hosts");
  log.orphan("call_hRk2Vd8nQ0sYpT4wZbXe1LmC", { ok: true, deployment: "quote-api", revision: 311, note: "delivered by the session's former host" });
  log.calls(null, [
    { name: "deploy", args: { service: "quote-api", release: "2026.02.17-2", region: "eu-north", strategy: "canary", pods: 1, flags: { "carrier.nordpost.enabled": "canary" }, approvedBy: "mara.lindqvist" }, result: { ok: true, rollout: "ro-5512", pod: "quote-api-canary-66c8f9d7c4-zp2wd", startedAt: "2026-02-17T03:38:12Z" } },
  ]);
  log.calls("The canary is up. Ten minutes of it against the twelve others:", [
    { name: "query_metrics", args: { query: "canary versus baseline", from: "03:38", to: "03:49", step: 30 }, result: table(random, { from: "03:38", to: "03:49", step: 30, columns: [{ name: "canary_p99_ms", value: () => 610 }, { name: "baseline_p99_ms", value: () => 452 }, { name: "canary_5xx", value: () => 0 }, { name: "canary_pool_idle", value: () => 17.2, noise: 0.04 }, { name: "canary_left_out_per_s", value: () => 4.4 }] }) },
    { name: "grep_logs", args: { service: "quote-api", pod: "quote-api-canary-66c8f9d7c4-zp2wd", pattern: "left out|surcharge retry", from: "03:38", to: "03:49", limit: 30 }, result: serviceLog(random, { from: "03:38", to: "03:49", lines: 30, only: ["carrier left out of the quote", "surcharge retry"] }) },
    { name: "query_database", args: { database: "quotes", sql: "SELECT state, wait_event, count(*), max(now() - state_change) AS oldest FROM pg_stat_activity WHERE application_name = 'quote-api/2026.02.17-2' GROUP BY 1, 2" }, result: sessions([["idle", "ClientRead", 18, "00:00:12"], ["active", "ClientRead", 2, "00:00:00"]]) },
  ], { reasoning: "Nordpost is still slow (window until 04:30), which is the best test there could be: the canary must leave Nordpost out of quotes and keep its pool." });
  log.says("The canary does what it should while Nordpost is *still slow*:\n\n| | canary | baseline |\n|---|---|---|\n| p99 | 0.61 s | 0.45 s |\n| 5xx | 0 | 0 |\n| clients idle | 17 of 20, flat | 17 of 20, flat (Nordpost off) |\n| idle in transaction | 0 | 0 |\n\nNordpost is left out after 2.5 s and costs no client. The 0.16 s more are quotes that wait for Nordpost until the deadline of others has long passed; that is the price of asking it. 25 % next?");

  log.user("mara", "25, then all if 10 min are clean, don't ask me in between. then Tokyo.");
  log.calls(null, [
    { name: "deploy", args: { service: "quote-api", release: "2026.02.17-2", region: "eu-north", strategy: "percent", percent: 25, approvedBy: "mara.lindqvist" }, result: { ok: true, rollout: "ro-5513", pods: 3, startedAt: "2026-02-17T03:52:40Z" } },
  ]);
  log.calls(null, [
    { name: "query_metrics", args: { query: "golden signals by release", from: "03:52", to: "04:04", step: 30 }, result: rangeQuery(random, { metric: "p99_ms", from: "03:52", to: "04:04", step: 30, series: [{ labels: { release: "2026.02.17-2" }, value: () => 540 }, { labels: { release: "2026.02.16-3" }, value: () => 455 }] }) },
    { name: "query_metrics", args: { query: 'pg_pool_idle{release="2026.02.17-2"}', from: "03:52", to: "04:04", step: 30 }, result: rangeQuery(random, { metric: "pg_pool_idle", from: "03:52", to: "04:04", step: 30, series: ["a", "b", "c"].map((pod) => ({ labels: { pod: `quote-api-6b7c5d9f44-${pod}` }, value: () => 17, noise: 0.03 })) }) },
  ]);
  log.calls("Ten clean minutes: no 5xx, clients flat. All of eu-north, as agreed.", [
    { name: "deploy", args: { service: "quote-api", release: "2026.02.17-2", region: "eu-north", strategy: "percent", percent: 100, approvedBy: "mara.lindqvist" }, result: { ok: true, rollout: "ro-5514", pods: 12, startedAt: "2026-02-17T04:05:30Z" } },
  ]);
  log.calls(null, [
    { name: "deploy", args: { service: "quote-api", release: "2026.02.17-2", region: "ap-northeast", strategy: "percent", percent: 100, approvedBy: "mara.lindqvist" }, result: { ok: true, rollout: "ro-5515", pods: 4, startedAt: "2026-02-17T04:14:02Z" } },
    { name: "query_metrics", args: { query: "golden signals eu-north", from: "04:00", to: "04:24", step: 60 }, result: table(random, { from: "04:00", to: "04:24", step: 60, columns: [{ name: "p99_ms", value: () => 470 }, { name: "ok_per_s", value: () => 196 }, { name: "504_per_s", value: () => 0 }, { name: "pg_pool_idle", value: () => 17.1, noise: 0.02 }, { name: "gateway_ratio", value: () => 1.04 }] }) },
  ]);
  log.says("Both regions run 2026.02.17-2 since 04:15. p99 0.47 s, no 5xx, clients flat at 17 of 20, requests to the gateway 1.04 times those to quote-api (2.8 in the night). Nordpost is still off for everyone but no longer has to be.");

  log.user("mara", "their window ends 04:30. leave it off until we see the upstream healthy for 10 min, then on. and then the quotes that were stored without surcharges, how many?");
  log.calls(null, [
    { name: "grep_logs", args: { service: "carrier-gw", pattern: "nordpost/surcharges", from: "04:28", to: "04:41", limit: 30 }, result: gatewayLog(random, { from: "04:28", to: "04:41", lines: 30, carrier: "nordpost", slow: false }) },
    { name: "query_database", args: { database: "quotes", sql: "SELECT id, shop_id, carrier_id, origin || '>' || destination AS lane, total_cents, currency, surcharge_state, created_at FROM quote WHERE surcharge_state = 'missing' AND created_at >= '2026-02-17' ORDER BY created_at LIMIT 120" }, result: strandedQuotes(random, 74) },
  ], { reasoning: "Probe traffic from the gateway's own health check shows the upstream; no production traffic goes to Nordpost while the flag is off." });
  log.calls("Nordpost answers under 0.35 s since 04:29. I switch it on, as you said.", [
    { name: "set_flag", args: { key: "carrier.nordpost.enabled", environment: "production", value: true, reason: "INC-4127: upstream healthy for 10 min, fix deployed", approvedBy: "mara.lindqvist" }, result: { ok: true, key: "carrier.nordpost.enabled", value: true, revision: 8813, effectiveWithinSeconds: 15 } },
  ]);
  log.calls(null, [
    { name: "query_metrics", args: { query: "nordpost share of quotes, p99, clients", from: "04:40", to: "04:52", step: 30 }, result: table(random, { from: "04:40", to: "04:52", step: 30, columns: [{ name: "nordpost_share", value: step(0, 0.31, 2) }, { name: "p99_ms", value: () => 462 }, { name: "pg_pool_idle", value: () => 16.9, noise: 0.02 }] }) },
  ]);
  log.says("Nordpost is on (revision 8813): 31 % of the quotes again, p99 unchanged, clients flat.\n\n74 quotes were stored with `surcharge_state = 'missing'`, from 01:33 to 02:20. All have expired (20 minutes), but some were *bought* while they were valid, at a price without surcharges. I have not yet looked which.");

  log.user("tobias", "Finance will die Liste: gekaufte Labels aus diesen 74, mit Differenzbetrag je Händler. Bitte nichts nachbelasten, nur rechnen.");
  log.calls(null, [
    { name: "query_database", args: { database: "labels", sql: "SELECT l.shop_id, count(*) AS labels, sum(l.charged_cents) AS charged, l.currency FROM label l JOIN stranded_quote q ON q.id = l.quote_id GROUP BY 1, 4 ORDER BY 3 DESC" }, result: psql(["shop_id", "labels", "charged", "currency"], [["sh_1204", 6, 21480, "SEK"], ["sh_1871", 4, 14120, "SEK"], ["sh_1366", 3, 9900, "EUR"], ["sh_1093", 3, 8730, "SEK"], ["sh_1550", 2, 6120, "NOK"], ["sh_1412", 1, 3180, "EUR"]]) },
    { name: "run_job", args: { job: "reprice", mode: "dry-run", quotes: "stranded_quote" }, result: { mode: "dry-run", quotes: 19, differences: [{ shop: "sh_1204", labels: 6, differenceCents: 1290, currency: "SEK" }, { shop: "sh_1871", labels: 4, differenceCents: 840, currency: "SEK" }, { shop: "sh_1366", labels: 3, differenceCents: 265, currency: "EUR" }, { shop: "sh_1093", labels: 3, differenceCents: 610, currency: "SEK" }, { shop: "sh_1550", labels: 2, differenceCents: 420, currency: "NOK" }, { shop: "sh_1412", labels: 1, differenceCents: 95, currency: "EUR" }], written: 0 } },
  ]);
  log.says("Nur gerechnet, nichts gebucht (`reprice`, dry-run, `written: 0`):\n\n| Händler | Labels | Differenz |\n|---|---|---|\n| sh_1204 | 6 | 12,90 SEK |\n| sh_1871 | 4 | 8,40 SEK |\n| sh_1366 | 3 | 2,65 EUR |\n| sh_1093 | 3 | 6,10 SEK |\n| sh_1550 | 2 | 4,20 NOK |\n| sh_1412 | 1 | 0,95 EUR |\n\nZusammen 19 Labels bei sechs Händlern: 27,40 SEK, 3,60 EUR und 4,20 NOK. Die übrigen 55 Angebote sind ungenutzt abgelaufen.");
}
