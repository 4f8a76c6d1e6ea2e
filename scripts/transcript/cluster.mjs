import { at, iso } from "./clock.mjs";
import { PODS } from "./logs.mjs";

/** `kubectl get pods -o json`, cut to what the agent's tool lets through. */
export function podList(random, { release, startedAt, restarts }) {
  const items = PODS.map((name, place) => ({
    metadata: {
      name,
      namespace: "rates",
      labels: { app: "quote-api", "pod-template-hash": "7d9f6c5b8", "app.kubernetes.io/version": release, tier: "1" },
      creationTimestamp: iso(at(startedAt) + place * 21_000),
      uid: `${random.hex(8)}-${random.hex(4)}-4${random.hex(3)}-a${random.hex(3)}-${random.hex(12)}`,
    },
    spec: {
      nodeName: `ip-10-42-${random.between(1, 6)}-${random.between(10, 240)}.internal`,
      containers: [{
        name: "quote-api",
        image: `registry.internal/rates/quote-api:${release}`,
        resources: { requests: { cpu: "500m", memory: "512Mi" }, limits: { memory: "1Gi" } },
        readinessProbe: { httpGet: { path: "/healthz", port: 8080 }, periodSeconds: 5, failureThreshold: 3 },
      }],
    },
    status: {
      phase: "Running",
      podIP: `10.42.${random.between(1, 6)}.${random.between(10, 240)}`,
      conditions: [{ type: "Ready", status: random.chance(0.7) ? "True" : "False", lastTransitionTime: iso(at("01:34") + random.between(0, 900_000)) }],
      containerStatuses: [{ name: "quote-api", ready: true, restartCount: restarts ? random.between(0, restarts) : 0, started: true }],
    },
  }));
  return { apiVersion: "v1", kind: "PodList", items };
}

/** A table as psql prints it. */
export function psql(heads, rows) {
  const widths = heads.map((head, place) => Math.max(head.length, ...rows.map((row) => String(row[place]).length)));
  const line = (cells) => cells.map((cell, place) => ` ${String(cell).padEnd(widths[place])} `).join("|");
  return [line(heads), widths.map((width) => "-".repeat(width + 2)).join("+"), ...rows.map(line), `(${rows.length} rows)`].join("\n");
}

/** The sessions of the service, by state. */
export function sessions(rows) {
  return psql(["state", "wait_event", "count", "oldest"], rows);
}

/** Rows of a query, as JSON, the way the read-only database tool answers. */
export function strandedQuotes(random, count) {
  const carriers = ["nordpost", "nordpost", "dlx", "nordpost", "parcelux"];
  return {
    rowCount: count,
    truncated: false,
    rows: Array.from({ length: count }, (_, place) => ({
      id: `qt_${random.letters(16, "0123456789abcdefghjkmnpqrstvwxyz")}`,
      shop_id: `sh_${random.between(1040, 1990)}`,
      carrier_id: random.pick(carriers),
      lane: random.pick(["SE>NO", "SE>FI", "FI>SE", "DE>SE", "NO>DK"]),
      total_cents: random.between(490, 6_840),
      currency: random.pick(["SEK", "SEK", "EUR", "NOK"]),
      surcharge_state: "missing",
      created_at: iso(at("01:33") + place * 38_000 + random.between(0, 20_000)),
    })),
  };
}

/** The report of the soak: a line every ten seconds of an hour, with its summary on top. */
export function soakReport(random, { from, minutes, rate }) {
  const lines = [];
  let [requests, worst] = [0, 0];
  for (let second = 0; second < minutes * 60; second += 10) {
    const slow = second >= 1_200 && second < 1_860;
    const sent = rate * 10 + random.between(-9, 9);
    const p99 = slow ? random.between(1_060, 1_390) : random.between(380, 520);
    const leftOut = slow ? random.between(180, 260) : random.between(0, 2);
    requests += sent;
    worst = Math.max(worst, p99);
    const pool = slow ? random.between(6, 11) : random.between(2, 6);
    lines.push(`${iso(at(from) + second * 1000).slice(11, 19)} sent=${sent} ok=${sent} 5xx=0 p50=${random.between(96, 128)} p95=${random.between(240, 330)} p99=${p99} pool_in_use=${pool}/20 waiting=0 carriers_left_out=${leftOut} retries=${slow ? random.between(20, 41) : random.between(0, 3)}${slow ? " fault=nordpost+6s" : ""}`);
  }
  return [
    "soak quote-api staging-eu release=2026.02.17-2 scenario=carrier-slow-then-recovers",
    `duration=${minutes}m rate=${rate}/s requests=${requests} failed=0 worst_p99=${worst}ms clients_leaked=0`,
    "phases: 00-20 min baseline, 20-31 min nordpost answers 6 s late, 31-60 min recovered",
    "assertions: error_rate<0.1% PASS | p99<1500ms PASS | pool_idle_returns_to_total PASS | retries<=10%_of_requests PASS | idle_in_transaction==0 PASS",
    "",
    ...lines,
    "",
    "sessions on the staging primary at the end:",
    sessions([["active", "ClientRead", 1, "00:00:00"], ["idle", "ClientRead", 47, "00:00:29"]]),
  ].join("\n");
}
