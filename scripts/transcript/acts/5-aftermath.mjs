import { soakReport } from "../cluster.mjs";
import { source } from "../files.mjs";
import { rangeQuery } from "../metrics.mjs";

/** What is written down afterwards, and the soak whose report ends the log. */
export function closeDown(log, random) {
  log.user("mara", "close to done. draft the timeline for the postmortem, UTC, facts only, who decided what. then tell me which alert should have fired before the shops noticed");
  log.calls(null, [
    { name: "get_incident", args: { id: "INC-4127" }, result: incident() },
    { name: "query_metrics", args: { query: 'deriv(avg(pg_pool_idle{region="eu-north"})[15m:1m])', from: "00:30", to: "01:40", step: 60 }, result: rangeQuery(random, { metric: "pg_pool_idle_slope_per_minute", from: "00:30", to: "01:40", step: 60, series: [{ labels: { region: "eu-north" }, value: (minute) => (minute < 5 ? 0 : -0.27), noise: 0.1 }] }) },
    { name: "read_file", args: { repository: "alerts", path: "rates/quote-api.yaml" }, result: "groups:\n  - name: quote-api\n    rules:\n      - alert: QuoteApiErrorBudgetBurn\n        expr: slo:error_budget_burn:ratio_5m{service=\"quote-api\"} > 14.4 and slo:error_budget_burn:ratio_1h{service=\"quote-api\"} > 14.4\n        for: 2m\n        labels: { severity: page }\n      - alert: QuoteApiPoolWaiting\n        expr: max(pg_pool_waiting{service=\"quote-api\"}) > 0\n        for: 10m\n        labels: { severity: ticket }" },
  ]);
  log.says("**Timeline (UTC, 17 Feb 2026)**\n\n- 00:31-00:35 Release 2026.02.16-3 is deployed to twelve pods (pipeline).\n- 00:33 Nordpost p95 rises from 0.2 s to 6.4 s, inside its announced window.\n- 00:35-01:33 Idle clients fall by 0.27 a minute, 17 to 0. No alert.\n- 01:33 The pool is empty. p99 9.8 s, about 55 % of quotes in Europe fail.\n- 01:38 Page. 01:40 Mara opens INC-4127.\n- 01:46 Cause named: client not released on error; transaction open across network calls.\n- 01:56 Mara decides: Nordpost off. The leak stops.\n- 02:06-02:07 Mara decides: 219 sessions ended, 4 a second.\n- 02:08 p99 0.47 s, no more 504s. **Impact ends: 35 minutes.**\n- 03:31 Fix merged (5d7f1aa), reviewed by Tobias and Yui.\n- 03:38-04:15 Canary, 25 %, all, Tokyo.\n- 04:41 Nordpost on.\n\n**The alert that was missing:** the slope of `pg_pool_idle`. Below -0.1 a minute for 15 minutes it would have fired at 00:52, 41 minutes before the first failed quote. `QuoteApiPoolWaiting` fired at 01:43, as a ticket, when it was too late to help.");

  log.user("jiho", "포스트모템 액션 아이템에 재시도 예산(RATES-1180)은 이번 PR로 닫아도 되나요? 그리고 게이트웨이 캐시를 다시 넣을지(RATES-1309)도 같이 논의하고 싶습니다.");
  log.calls(null, [
    { name: "get_ticket", args: { key: "RATES-1180" }, result: { key: "RATES-1180", title: "Retry budget for carrier calls", status: "open", acceptance: ["retries <= 10 % of requests for each carrier", "metric for a spent budget", "documented in the runbook"] } },
    { name: "get_ticket", args: { key: "RATES-1309" }, result: { key: "RATES-1309", title: "Surcharges: ask per quote", status: "done", reason: "finance found quotes up to 26 h old; surcharges change once a day at 04:00 UTC" } },
  ]);
  log.says("RATES-1180은 아직 닫지 않는 편이 좋겠습니다. 수락 기준 세 가지 중 첫째(재시도 10 % 이하)만 이번 PR로 충족되고, 예산 소진 메트릭과 런북 문서가 남아 있습니다.\n\nRATES-1309: 캐시를 없앤 이유는 최대 26시간 지난 할증료가 쓰였기 때문입니다. 할증료는 하루 한 번 04:00 UTC에만 바뀌므로, 04:00에 만료되는 캐시라면 정확성과 부하를 모두 해결합니다. 액션 아이템 두 개로 제안합니다: (1) 1180 나머지 두 기준, 담당 지호님, (2) 04:00 UTC 만료 캐시, 담당 토비아스.");

  log.user("mara", "good. put the alert in, runbook too, both as one PR, I'll review over coffee");
  log.calls(null, [
    { name: "edit_file", args: { repository: "alerts", path: "rates/quote-api.yaml", append: '\n      - alert: QuoteApiPoolLeaking\n        expr: deriv(avg by (region) (pg_pool_idle{service="quote-api"})[15m:1m]) * 60 < -0.1\n        for: 15m\n        labels: { severity: page }\n        annotations:\n          summary: "Idle database clients of quote-api fall in {{ $labels.region }}: somebody keeps them."\n          runbook: rates/quote-api.md#the-pool-is-exhausted\n' }, result: { ok: true, path: "rates/quote-api.yaml", linesAdded: 8, linesRemoved: 0 } },
    { name: "edit_file", args: { repository: "runbooks", path: "rates/quote-api.md", replace: [["There is no retry budget yet (RATES-1180).", "Each carrier has a retry budget of a tenth of its requests (`src/lib/retry-budget.ts`)."]] }, result: { ok: true, path: "rates/quote-api.md", linesAdded: 1, linesRemoved: 1 } },
    { name: "run_command", args: { repository: "alerts", command: "promtool check rules rates/quote-api.yaml && promtool test rules rates/quote-api.test.yaml" }, result: "Checking rates/quote-api.yaml\n  SUCCESS: 3 rules found\n\nUnit Testing:  rates/quote-api.test.yaml\n  SUCCESS" },
  ]);
  log.calls("One thing that I could not do in one pull request: alerts and runbooks are two repositories.", [
    { name: "create_pull_request", args: { repository: "alerts", branch: "inc-4127-pool-slope", title: "Page on leaking database clients of quote-api (INC-4127)", body: "Would have fired at 00:52 UTC, 41 minutes before the first failed quote." }, result: { ok: true, number: 618, url: "https://git.internal/alerts/pull/618" } },
    { name: "create_pull_request", args: { repository: "runbooks", branch: "inc-4127", title: "quote-api: retry budget, pool slope (INC-4127)", body: "Follows quote-api 2241." }, result: { ok: true, number: 902, url: "https://git.internal/runbooks/pull/902" } },
  ]);
  log.says("Two pull requests instead of one, because they are two repositories: alerts 618 and runbooks 902. `promtool` passes on both rules and their tests.");

  log.user("mara", "fine. last thing before I sleep: an hour of soak on staging with a carrier that turns slow and recovers. give me a verdict, pass or not, and what you would still worry about");
  log.calls("I start it with the release that is in production. The scenario makes Nordpost answer 6 s late from minute 20 to minute 31.", [
    { name: "read_file", args: { repository: "quote-api", path: "soak/carrier-slow-then-recovers.yaml" }, result: soakScenario() },
    { name: "run_soak", args: { service: "quote-api", environment: "staging-eu", release: "2026.02.17-2", scenario: "carrier-slow-then-recovers", minutes: 60, ratePerSecond: 120 }, result: soakReport(random, { from: "05:02", minutes: 60, rate: 120 }) },
  ], { reasoning: "The verdict must rest on the assertions and on the pool returning to its size after the slow phase, not only on error rates." });
}

function soakScenario() {
  return `name: carrier-slow-then-recovers\nrate: 120\nphases:\n  - { name: baseline, minutes: 20 }\n  - { name: slow, minutes: 11, faults: [{ carrier: nordpost, delaySeconds: 6 }] }\n  - { name: recovered, minutes: 29 }\nassertions:\n  error_rate: "< 0.1%"\n  p99: "< 1500ms"\n  pool_idle_returns_to_total: true\n  retries: "<= 10% of requests"\n  idle_in_transaction: 0\nconfig: |\n${source("config.production.yaml").split("\n").map((line) => `  ${line}`).join("\n")}`;
}

function incident() {
  const notes = [
    ["01:38", "pager", "QuoteApiErrorBudgetBurn fired, acknowledged by mara.lindqvist"], ["01:40", "mara", "opened, severity 1"], ["01:47", "mara", "status page: about 55 % of quotes in Europe fail"],
    ["01:56", "mara", "approved: flag carrier.nordpost.enabled off (revision 8812)"], ["02:05", "mara", "approved: end idle transactions, at most 4/s"], ["02:09", "mara", "shops report recovery"],
    ["02:15", "jiho", "gateway load is back to normal"], ["02:40", "mara", "severity 3, fix in progress"], ["03:31", "mara", "PR 2241 merged"], ["04:15", "agent", "2026.02.17-2 in both regions"], ["04:41", "agent", "flag on (revision 8813)"], ["04:58", "tobias", "finance informed, nothing charged"],
  ];
  return { id: "INC-4127", title: "Quotes time out in eu-north", severity: 1, commander: "mara.lindqvist", openedAt: "2026-02-17T01:40:06Z", mitigatedAt: "2026-02-17T02:08:30Z", notes: notes.map(([time, author, text]) => ({ at: `2026-02-17T${time}:00Z`, author, text })) };
}
