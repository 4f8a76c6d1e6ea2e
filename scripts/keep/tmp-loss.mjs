import { plantedCases } from "./planted/case.mjs";
import { hitsOf } from "./judge.mjs";
import { budgetOf } from "./cut.mjs";
import { byNeed } from "./ways/ours.mjs";
const want = (process.argv[2] ?? "clean").split(",");
const share = Number(process.argv[3] ?? 0.2);
for (const [n, c] of plantedCases().entries()) {
  const kept = await byNeed.keep(c, budgetOf(c, share));
  for (const item of c.items) {
    const h = hitsOf({ ...c, items: [item] }, kept);
    for (const f of want) if (h[f] && [h[f]].flat().includes(0)) console.log(n + 1, c.id, f, item.figure, JSON.stringify(item.parts), item.old ? "OLD " + JSON.stringify(item.old) : "", h["stale only"] ? "stale " + h["stale only"] : "");
  }
}
