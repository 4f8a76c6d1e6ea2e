import { writeFileSync } from "node:fs";
import { test } from "vitest";
import { probe } from "./probe.mjs";

test("the probe runs", async () => writeFileSync(process.env.ANSWER, await probe()), 60_000);
