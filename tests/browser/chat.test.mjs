// The chat page in `examples/react-chat/`, with each release of React: a person talks to the strict provider.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { launch } from "../../scripts/lib/browsers.mjs";
import { RELEASES, servedPage } from "../support/hosts/react.mjs";
import { startStrictProvider } from "../support/strict/index.mjs";

const LONG = "word ".repeat(400).trim();
const lastOf = ({ messages }) => messages.at(-1).content;

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

for (const [release, alias] of Object.entries(RELEASES)) {
  describe(release, () => {
    let provider, server;
    before(async () => {
      const script = ({ index, body }) => ({ text: lastOf(body) === "Talk." ? LONG : `Answer ${index} to ${lastOf(body)}` });
      provider = await startStrictProvider({ script, eventDelay: 5, allowOrigin: "*" });
      server = await servedPage(alias, "examples/react-chat", "chat.tsx");
    });
    after(async () => {
      await server?.close();
      await provider?.close();
    });

    /** Opens the page for a new person, who finds nothing on the console, and whose requests are accepted. */
    async function visit(work) {
      const context = await browser.newContext();
      const troubles = [];
      context.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
      context.on("weberror", (error) => troubles.push(error.error().message));
      try {
        const page = await context.newPage();
        await page.goto(`${server.url}?provider=${encodeURIComponent(provider.url)}`);
        await work(person(page));
        assert.deepEqual(troubles, []);
        assert.deepEqual(provider.log.filter(({ status }) => status !== 200), []);
      } finally {
        await context.close();
      }
    }

    test("an answer appears word by word, and the next request holds it", () =>
      visit(async ({ page, say, rows }) => {
        await say("Talk.", { isWaiting: false });
        await page.locator(".partial", { hasText: "word word" }).waitFor();
        await page.getByRole("button", { name: "Send" }).waitFor();
        assert.deepEqual(await rows(), ["Talk.", LONG]);
        await say("More?");
        const { messages } = provider.log.at(-1).body;
        assert.deepEqual(messages.map(({ role, content }) => [role, content]), [["system", "Be brief."], ["user", "Talk."], ["assistant", LONG], ["user", "More?"]]);
      }));

    test("a stop keeps the words so far, also for the model", () =>
      visit(async ({ page, say, rows }) => {
        await say("Talk.", { isWaiting: false });
        await page.locator(".partial", { hasText: "word word" }).waitFor();
        await page.getByRole("button", { name: "Stop" }).click();
        await page.getByRole("button", { name: "Send" }).waitFor();
        const [, said] = await rows();
        assert.ok(said.length > 0 && said.length < LONG.length && LONG.startsWith(said.trim()), `${said.length}`);
        await say("More?");
        assert.equal(provider.log.at(-1).body.messages.at(-2).content.trim(), said.trim());
      }));

    test("a message is edited, and the arrows lead to both versions", () =>
      visit(async ({ page, say, rows, press, versions }) => {
        await say("One?");
        await say("Two?");
        const before = await rows();
        await press("Edit", 0);
        await page.getByLabel("Edited message").fill("Uno?");
        await press("Save");
        await page.getByRole("button", { name: "Send" }).waitFor();
        assert.deepEqual([(await rows())[0], await versions()], ["Uno?", ["‹ 2 / 2 ›"]]);
        assert.deepEqual(provider.log.at(-1).body.messages.length, 2, "the model gets the new path alone");
        await press("Previous");
        assert.deepEqual([await rows(), await versions()], [before, ["‹ 1 / 2 ›"]]);
        await press("Next");
        assert.equal((await rows()).length, 2);
      }));

    test("an answer is regenerated, and a reload keeps all versions", () =>
      visit(async ({ page, say, rows, press, versions }) => {
        await say("One?");
        const [, first] = await rows();
        await press("Regenerate");
        await page.locator(".versions").waitFor();
        const [, second] = await rows();
        assert.notEqual(second, first);
        assert.deepEqual(await versions(), ["‹ 2 / 2 ›"]);
        await page.reload();
        await page.locator(".versions").waitFor();
        assert.deepEqual([await rows(), await versions()], [["One?", second], ["‹ 2 / 2 ›"]]);
        await press("Previous");
        assert.deepEqual(await rows(), ["One?", first]);
        await say("Two?");
        assert.equal(provider.log.at(-1).body.messages.at(-2).content, first);
      }));
  });
}

/** A person's actions on the page, and what they see. */
function person(page) {
  const press = (name, place = 0) => page.getByRole("button", { name, exact: true }).nth(place).click();
  return {
    page,
    press,
    /** Says something, and waits for the whole answer. */
    say: async (text, { isWaiting = true } = {}) => {
      const count = await page.locator("li").count();
      await page.getByLabel("Message", { exact: true }).fill(text);
      await press("Send");
      if (!isWaiting) return;
      await page.waitForFunction((count) => document.querySelectorAll("li:not(.partial)").length === count, count + 2);
      await page.getByRole("button", { name: "Send" }).waitFor();
    },
    rows: () => page.locator("li > p").allTextContents(),
    versions: () => page.locator(".versions").allTextContents(),
  };
}
