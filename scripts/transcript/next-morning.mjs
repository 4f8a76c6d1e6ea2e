import { numbered, source } from "./files.mjs";
import { gatewayLog, postgresLog, serviceLog } from "./logs.mjs";
import { failingRun } from "./testruns.mjs";

/**
 * A short conversation as an Anthropic request body: the next morning, a colleague asks for the details.
 *
 * It has signed thinking, parallel calls, an error result, and three faults: a call that is never answered, a result whose call
 * is not there, and an empty text block.
 */
export function nextMorning(random) {
  const id = () => `toolu_01${random.letters(22)}`;
  const use = (name, input) => ({ type: "tool_use", id: id(), name, input });
  const result = (call, content, extra = {}) => ({ type: "tool_result", tool_use_id: call.id, content, ...extra });
  const user = (...content) => ({ role: "user", content });
  const agent = (...content) => ({ role: "assistant", content });
  const text = (words) => ({ type: "text", text: words });
  const thinking = (words) => ({ type: "thinking", thinking: words, signature: `EqQB${random.letters(120)}==` });

  const readPool = use("read_file", { repository: "quote-api", path: "src/db/pool.ts" });
  const readService = use("read_file", { repository: "quote-api", path: "src/quotes/quote-service.ts" });
  const grep = use("grep_logs", { service: "quote-api", pattern: "slow acquire", from: "00:30", to: "01:35", limit: 30 });
  const primary = use("grep_logs", { service: "pg-quotes-0", pattern: "idle in transaction", from: "00:30", to: "00:50", limit: 25 });
  const lost = use("query_metrics", { query: "pg_pool_idle", from: "00:00", to: "02:00" });
  const tests = use("run_tests", { repository: "quote-api", ref: "9c41e07", files: ["tests/db/pool.test.ts"] });
  const gateway = use("grep_logs", { service: "carrier-gw", pattern: "nordpost", from: "00:30", to: "01:35", limit: 25 });
  const absent = use("read_file", { repository: "quote-api", path: "src/lib/retry-budget.ts", ref: "9c41e07" });

  return {
    model: "claude-sonnet-5",
    max_tokens: 2048,
    system: [{ type: "text", text: "You answer questions of the team Rates about incident INC-4127. You may read everything and change nothing. Name the source of each statement.", cache_control: { type: "ephemeral" } }],
    messages: [
      { role: "user", content: "Guten Morgen, ich war nachts nicht dabei. Warum hat ein Carrier, der langsam ist, gleich alles mitgerissen? Er hat doch eine eigene Frist." },
      agent(thinking("The question is why the deadline did not contain the damage. I need the pool and the service as they were in the release."), text("Ich sehe mir an, was die Frist beendet und was nicht."), readPool, readService),
      user(result(readPool, numbered("pool.ts")), result(readService, [{ type: "text", text: numbered("quote-service.ts") }])),
      agent(text("Die Frist beendet nur das *Warten*. Die Arbeit dahinter läuft weiter und hält ihre Transaktion (`quote-service.ts:37-43`); scheitert sie am Ende, gibt `withClient` die Verbindung nicht zurück (`pool.ts:32` wird übersprungen). Nach 20 solchen Fällen je Pod ist nichts mehr da, für keinen Carrier.")),
      user(text("Seit wann hätte man das sehen können? Logs bitte, nicht nur Metriken.")),
      agent(grep, primary, lost),
      user(result(grep, serviceLog(random, { from: "00:30", to: "01:35", lines: 30, only: ["slow acquire"] })), result(primary, postgresLog(random, { from: "00:30", to: "00:50", lines: 25 })), { type: "text", text: "" }),
      agent(text("Seit etwa 00:35. Die Datenbank meldet ab da Sitzungen, die untätig in einer Transaktion stehen; die Anwendung meldet langsame Vergaben erst gegen Ende, weil bis dahin noch Verbindungen frei waren.")),
      user({ type: "tool_result", tool_use_id: "toolu_01FormerSessionOfTheNight", content: "(delivered late)" }, text("Und der Test, der es zeigt? Bitte auf dem Stand von gestern laufen lassen, und parallel das Gateway.")),
      agent(thinking("Run the test at the commit of the release, and show what the gateway saw."), tests, gateway, absent),
      user(result(tests, failingRun(random)), result(gateway, gatewayLog(random, { from: "00:40", to: "01:30", lines: 25, carrier: "nordpost", slow: true })), result(absent, "no such file at 9c41e07", { is_error: true })),
      agent(text("Zwei von fünf Tests scheitern auf 9c41e07, genau die beiden, die das Leck beschreiben. Das Gateway zeigt Antwortzeiten von fünf bis zwölf Sekunden bei Nordpost. Ein Budget für Wiederholungen gab es auf diesem Stand noch nicht (`src/lib/retry-budget.ts` fehlt).")),
      user(text("Danke. Was steht im Runbook dazu, und was fehlt dort?")),
      agent(text(`Im Runbook steht:\n\n${source("runbook.md").split("\n").slice(22, 34).join("\n")}\n\nEs fehlt, woran man das Leck *vor* dem Ausfall erkennt: an der Steigung von \`pg_pool_idle\`.`)),
    ],
  };
}
