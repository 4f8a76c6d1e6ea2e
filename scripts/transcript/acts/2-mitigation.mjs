import { at, iso } from "../clock.mjs";
import { psql, sessions } from "../cluster.mjs";
import { source } from "../files.mjs";
import { serviceLog } from "../logs.mjs";
import { rangeQuery, rise, step, table } from "../metrics.mjs";

/** Stops the bleeding: what was considered, what was done, and what was interrupted. */
export function mitigate(log, random) {
  log.user("mara", "options, in order of how fast and how risky. rollback first in the list please, everyone will ask");
  log.calls(null, [
    { name: "list_files", args: { repository: "quote-api", path: "migrations", since: "2026.02.16-2" }, result: "migrations/0147_drop_tariff_surcharge_cents.sql\nmigrations/0147_drop_tariff_surcharge_cents.down.sql" },
    { name: "read_file", args: { repository: "quote-api", path: "migrations/0147_drop_tariff_surcharge_cents.sql" }, result: "-- RATES-1309: surcharges come from the carrier gateway now.\nBEGIN;\nALTER TABLE tariff DROP COLUMN surcharge_cents;\nCOMMENT ON TABLE tariff IS 'Base tariffs. Surcharges: carrier-gw.';\nCOMMIT;" },
    { name: "read_file", args: { repository: "quote-api", path: "config/production.yaml" }, result: source("config.production.yaml") },
    { name: "get_flag", args: { key: "carrier.nordpost.enabled", environment: "production" }, result: { key: "carrier.nordpost.enabled", environment: "production", value: true, rules: [], lastChangedBy: "yui.sato", lastChangedAt: "2025-12-02T09:11:40Z", refreshSeconds: 15 } },
  ], { reasoning: "Rollback depends on migration 0147. It drops a column that the older release reads. So rollback is not a plain undo. The flag is fast and reversible. Raising poolSize: 12 x 20 = 240 of 400; 12 x 30 = 360 leaves 40 for everything else, and a leak only fills it later." });
  log.says("| option | effect after | risk | undo |\n|---|---|---|---|\n| roll back to -2 | not possible as is | 0147 dropped `tariff.surcharge_cents`, which -2 reads; the down migration restores the column *empty* | none |\n| A. flag `carrier.nordpost.enabled` off | 15 s | shops that only have Nordpost get no quote: the leak stops, held clients stay held | flag on |\n| B. A, then end sessions idle in a transaction > 60 s, one by one | minutes | little; runbook step 2 | none needed |\n| C. restart pods one at a time | 6 min | capacity 11/12 while it runs; the leak goes on unless A is on | none needed |\n| D. pool 20 to 30 | a deploy | 360 of 400 sessions on the primary; hides the leak for 30 min | deploy |\n\nI propose A, then B. Not D.");

  log.user("tobias", "Kurze Frage von der Seite: Wie viele Händler haben *nur* Nordpost? Der Vertrieb fragt schon, und wenn wir das Flag ausschalten, sehen die gar keine Versandart mehr.");
  log.calls(null, [
    { name: "query_database", args: { database: "shops", sql: "SELECT country, count(*) FILTER (WHERE carriers = '{nordpost}') AS only_nordpost, count(*) AS shops FROM shop_active GROUP BY 1 ORDER BY 2 DESC LIMIT 8" }, result: psql(["country", "only_nordpost", "shops"], [["SE", 97, 2204], ["FI", 31, 871], ["NO", 15, 640], ["DE", 0, 1312], ["DK", 0, 402], ["AT", 0, 228], ["JP", 0, 131], ["KR", 0, 73]]) },
  ]);
  log.says("Von 5.861 aktiven Händlern haben 143 ausschließlich Nordpost (SE 97, FI 31, NO 15). Das sind 2,4 % der Händler und, gemessen an den Anfragen der letzten sieben Tage, 0,9 % der Angebote. Zum Vergleich: Zurzeit scheitern in Europa etwa 55 % aller Anfragen, auch die dieser 143. Für sie ändert das Flag nichts zum Schlechteren, solange Nordposts Wartung läuft (bis 04:30 UTC).");

  log.user("mara", "ok that settles it. flag off, yes.");
  log.calls(null, [
    { name: "set_flag", args: { key: "carrier.nordpost.enabled", environment: "production", value: false, reason: "INC-4127: leak of database clients while Nordpost is slow", approvedBy: "mara.lindqvist" }, result: { ok: true, key: "carrier.nordpost.enabled", value: false, revision: 8812, effectiveWithinSeconds: 15 } },
  ]);
  log.calls("Flag is off (revision 8812). I watch whether the leak stops.", [
    {
      name: "query_metrics",
      args: { query: 'sum(rate(quote_carrier_failed{carrier="nordpost"}[30s])) , avg(pg_pool_idle{region="eu-north"})', from: "01:50", to: "02:04", step: 30 },
      result: table(random, { from: "01:50", to: "02:04", step: 30, columns: [{ name: "nordpost_failed_per_s", value: step(61, 0, 6) }, { name: "pg_pool_idle", value: step(0, 0.4, 7) }, { name: "pg_pool_waiting", value: step(141, 96, 8) }, { name: "p99_ms", value: step(9_840, 8_120, 8) }] }),
      id: "call_gw-eu-north-1.session-5f0c2b7e9a4d4f0d8f6e-attempt-2.query_metrics.00000000000000000042",
    },
  ], { reasoning: "The leak's rate should drop to zero within a minute. Held clients stay held until their sessions end." });
  log.says("The leak has stopped: no Nordpost call since 01:56:15, `pg_pool_idle` no longer falls. As expected the held clients stay held, so p99 is only a little better (8.1 s). B is next: 219 sessions, one by one, about 4 a second, about a minute. I need a yes for it.");

  log.user("mara", "yes. max 4/s and stop if the primary complains");
  log.calls(null, [
    { name: "run_job", args: { job: "end-idle-in-transaction", database: "quotes", olderThanSeconds: 60, perSecond: 4, application: "quote-api/2026.02.16-3" }, result: endedSessions(random) },
  ]);
  log.calls(null, [
    { name: "query_database", args: { database: "quotes", sql: "SELECT state, wait_event, count(*), max(now() - state_change) AS oldest FROM pg_stat_activity WHERE application_name LIKE 'quote-api/%' GROUP BY 1, 2 ORDER BY 3 DESC" }, result: sessions([["idle", "ClientRead", 204, "00:00:41"], ["active", "ClientRead", 19, "00:00:00"], ["idle in transaction", "ClientRead", 4, "00:00:00"]]) },
    { name: "query_metrics", args: { query: "golden signals eu-north", from: "02:00", to: "02:14", step: 60 }, result: table(random, { from: "02:00", to: "02:14", step: 60, columns: [{ name: "p99_ms", value: step(8_100, 470, 8) }, { name: "ok_per_s", value: step(74, 209, 8) }, { name: "504_per_s", value: step(91, 0, 8), noise: 0.02 }, { name: "pg_pool_idle", value: step(0, 16.4, 8) }] }), late: true },
  ]);

  log.user("mara", "shops say it's back. are we green or just lucky");
  log.says("Green, and not by luck: 219 sessions ended, none complained, `idle in transaction` is down to 4 that are younger than a second. p99 is 0.47 s since 02:08 and 504s are at zero. The cause is still in the code: as soon as Nordpost is switched on while it is slow, or any other carrier slows down, it starts again.");

  log.user("jiho", "궁금한 게 있는데요, carrier-gw 쪽 요청 수가 quote-api 요청 수의 거의 3배까지 올라간 건 재시도 때문인가요? 게이트웨이 쪽에서 제한을 걸어야 하는지 판단이 필요합니다.");
  log.calls(null, [
    { name: "query_metrics", args: { query: 'sum by (attempt) (rate(surcharge_retry{carrier="nordpost"}[1m]))', from: "00:30", to: "02:00", step: 180 }, result: rangeQuery(random, { metric: "surcharge_retry_per_s", from: "00:30", to: "02:00", step: 180, series: [0, 1, 2].map((attempt) => ({ labels: { carrier: "nordpost", attempt: String(attempt) }, value: rise(0.1, 58 - attempt * 4, 12) })) }) },
    { name: "grep_logs", args: { service: "quote-api", pattern: "surcharge retry", from: "01:10", to: "01:30", limit: 40 }, result: serviceLog(random, { from: "01:10", to: "01:30", lines: 40, only: ["surcharge retry"] }) },
  ]);
  log.says("네, 재시도 때문입니다. `surchargesWithRetry`는 실패하면 대기 없이 바로 최대 세 번까지 다시 시도하고, 2.5초 마감이 지난 뒤에도 멈추지 않습니다. 그래서 시도 0, 1, 2가 각각 초당 약 58, 54, 50건으로 거의 같은 수로 쌓였습니다(합계 약 2.8배).\n\n게이트웨이 제한은 당장은 필요 없다고 봅니다. 호출하는 쪽에서 (1) 마감 이후에는 시도하지 않고, (2) 지수 백오프와 지터를 넣고, (3) 캐리어별 재시도 예산을 두면 비율이 1.1배 아래로 내려갑니다. 예산은 RATES-1180에 이미 적혀 있습니다.");
}

/** The job's own log: four sessions a second until all are ended. */
function endedSessions(random) {
  const batches = Array.from({ length: 55 }, (_, batch) => {
    const ended = Math.min(219, (batch + 1) * 4);
    const cpu = (0.1 + random.next() * 0.06).toFixed(2);
    return `${iso(at("02:06:08") + batch * 1000).slice(11, 19)} ended ${ended}/219 last_pid=${21_100 + batch * 13} idle_for=${random.between(61, 4_100)}s new_connections=${random.between(0, 5)} cpu=${cpu}`;
  });
  return batches.join("\n");
}
