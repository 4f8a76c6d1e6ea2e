// Tests that benches/ computes its figures correctly. The figures themselves are not tested.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, it } from "node:test";
import { ByteArena } from "../../../benches/lib/byte-arena.mjs";
import { cuts, lengthOf, repairs } from "../../../benches/lib/peers.mjs";
import { agentMessages, korean, prose } from "../../../benches/lib/material.mjs";
import { measure } from "../../../benches/lib/measure.mjs";
import { SHAPES } from "../../../benches/lib/shapes.mjs";
import { median, quartiles, ratio } from "../../../benches/lib/statistics.mjs";
import { kilobytes, table, time, times } from "../../../benches/lib/table.mjs";

describe("statistics of benchmarks", () => {
  for (const [numbers, expected] of [[[3], 3], [[3, 1, 2], 2], [[4, 1, 3, 2], 2.5], [[10, 9, 1e9], 10]]) {
    it(`the median of ${numbers.join(", ")} is ${expected}`, () => assert.equal(median(numbers), expected));
  }

  it("half of the numbers lie between the quartiles", () => {
    assert.deepEqual(quartiles([8, 1, 7, 2, 6, 3, 5, 4]), [3, 7]);
  });

  it("the median leaves its numbers in their order", () => {
    const numbers = [3, 1, 2];
    median(numbers);
    assert.deepEqual(numbers, [3, 1, 2]);
  });

  it("a ratio is taken within each round, so a slow round changes nothing", () => {
    assert.equal(ratio([20, 2_000, 20], [10, 1_000, 10]), 2);
  });

  it("no numbers, and rounds that do not match, are refused", () => {
    assert.throws(() => median([]), RangeError);
    assert.throws(() => ratio([1, 2], [1]), RangeError);
  });
});

describe("tables of benchmarks", () => {
  it("columns are aligned, the first to the left, numbers to the right", () => {
    const expected = ["| work  | ratio |", "| ----- | ----: |", "| a     |    2× |", "| a b c | 10.5× |"].join("\n");
    assert.equal(table(["work", "ratio"], [["a", "2×"], ["a b c", "10.5×"]]), expected);
  });

  it("a row of another length is refused", () => assert.throws(() => table(["a", "b"], [["only one"]]), RangeError));

  it("numbers have three significant digits and a suitable unit", () => {
    assert.deepEqual([5.04, 999.6, 1_500, 123_456, 2_000_000].map(time), ["5.04 ns", "1000 ns", "1.50 µs", "123 µs", "2.00 ms"]);
    assert.deepEqual([0.5, 12.34, 987.6].map(times), ["0.500×", "12.3×", "988×"]);
    assert.equal(kilobytes(1_234), "1.23 KB");
  });
});

describe("measuring", () => {
  const options = { rounds: 3, calls: 4, warmUp: 2 };

  it("each work is called as often as was asked for, and the rounds of warming up do not count", async () => {
    let calls = 0;
    const taken = await measure({ work: () => (calls += 1) }, options);
    assert.equal(calls, 20);
    assert.equal(taken.work.length, 3);
    assert.ok(taken.work.every((nanoseconds) => nanoseconds >= 0));
  });

  it("works take turns, and each round begins with another", async () => {
    const order = [];
    const work = (name) => ({ before: () => order.push(name), run: () => 1 });
    await measure({ a: work("a"), b: work("b"), c: work("c") }, { rounds: 3, warmUp: 0 });
    assert.equal(order.join(""), "abcbcacab");
  });

  it("the work between calls runs before each call", async () => {
    const order = [];
    await measure({ work: { before: () => order.push("before"), between: () => order.push("between"), run: () => order.push("run") } }, { rounds: 1, calls: 2, warmUp: 0 });
    assert.deepEqual(order, ["before", "between", "run", "between", "run"]);
  });

  it("a work that returns no number is refused", () => assert.rejects(measure({ work: () => undefined }, options), TypeError));

  it("a work that is async is waited for", async () => {
    let [begun, ended] = [0, 0];
    const run = async () => {
      assert.equal(begun, ended);
      begun += 1;
      await new Promise((resolve) => setTimeout(resolve, 1));
      return (ended += 1);
    };
    await measure({ one: run, other: run }, { rounds: 2, warmUp: 0 });
    assert.equal(ended, 4);
  });
});

describe("material of benchmarks", () => {
  it("texts have the length that was asked for, are the same every time, and differ by their seed", () => {
    for (const text of [prose, korean]) {
      assert.equal(text(500, 7).length, 500);
      assert.equal(text(500, 7), text(500, 7));
      assert.notEqual(text(500, 7), text(500, 8));
    }
  });

  it("the arena writes what JSON.stringify writes, as copy and as view, also after more messages", () => {
    const messages = agentMessages(9, 100).map((message) => message["openai-chat"]);
    const arena = new ByteArena(messages.slice(0, 5));
    const decoder = new TextDecoder();
    const expected = (count) => JSON.stringify({ model: "a", messages: messages.slice(0, count) });
    assert.equal(decoder.decode(arena.copy({ model: "a" })), expected(5));
    arena.push(...messages.slice(5));
    assert.equal(decoder.decode(arena.view({ model: "a" })), expected(9));
    assert.equal(decoder.decode(arena.copy({ model: "a" })), expected(9));
  });
});

describe("shapes of bodies", () => {
  for (const [name, shape] of Object.entries(SHAPES)) {
    it(`${name}: four times the repetitions make four times the body, and the same body every time`, () => {
      const [small, large] = [100, 400].map((count) => JSON.stringify(shape(count)).length);
      assert.ok(Math.abs(large / small - 4) < 0.2, `${large / small}`);
      assert.deepEqual(shape(20), shape(20));
    });
  }

  it("no two shapes make the same body", () => {
    const bodies = Object.values(SHAPES).map((shape) => JSON.stringify(shape(20)));
    assert.equal(new Set(bodies).size, bodies.length);
  });
});

describe("works of other libraries", () => {
  const wire = agentMessages(80, 100).map((message) => message["openai-chat"]);

  for (const [name, work] of Object.entries(cuts(wire))) {
    it(`${name} leaves a part of the messages, and the same part every time`, async () => {
      const { before = () => {}, run } = typeof work === "function" ? { run: work } : work;
      const kept = async () => (before(), await run());
      const count = await kept();
      assert.ok(count >= wire.length / 4 && count < wire.length, `${count} messages`);
      assert.equal(await kept(), count);
    });
  }

  const broken = wire.filter(({ role }, place) => role !== "tool" || place > 4);
  for (const [name, repair] of Object.entries(repairs(broken))) {
    it(`${name} adds the missing result`, () => assert.equal(repair(), wire.length));
  }

  it("the length of a message is a quarter of its text and its arguments", () => {
    const lengths = wire.slice(0, 3).map(lengthOf);
    assert.deepEqual(lengths, [25, Math.ceil(wire[1].tool_calls[0].function.arguments.length / 4), 25]);
  });
});

describe("a short run of each benchmark", () => {
  const folder = fileURLToPath(new URL("../../../benches/", import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith(".mjs"));
  for (const file of files) {
    it(`${file} works, and prints its table with the versions`, () => {
      const printed = execFileSync(process.execPath, [join(folder, file), "--quick"], { encoding: "utf8" });
      assert.match(printed, /Node \d+.*backscroll \d+/);
      assert.match(printed, /^\| -+ \|/m);
    });
  }
});

describe("the loop of an agent", () => {
  it("an arena forgets what was dropped", () => {
    const arena = new ByteArena([{ role: "user", content: "a" }, { role: "user", content: "b" }]);
    const decoded = (bytes) => JSON.parse(new TextDecoder().decode(bytes)).messages.map(({ content }) => content).join("");
    assert.equal(decoded(arena.view({ model: "a" })), "ab");
    arena.push({ role: "user", content: "c" });
    arena.dropFirst(1);
    assert.equal(decoded(arena.view({ model: "a" })), "bc");
    assert.equal(decoded(arena.copy({ model: "a" })), "bc");
  });
});
