// `useConversation` with each release of React, in a page and on a server.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ConversationManager } from "backscroll";
import { launch } from "../../scripts/lib/browsers.mjs";
import { at } from "../../scripts/lib/paths.mjs";
import { RELEASES, bundled, servedPage } from "../support/hosts/react.mjs";

let browser;
before(async () => {
  browser = await launch();
});
after(() => browser?.close());

for (const [release, alias] of Object.entries(RELEASES)) {
  describe(release, () => {
    let server, render;
    before(async () => {
      server = await servedPage(alias, "tests/browser/react", "page.jsx");
      // React's server is CommonJS, and requires modules of Node.
      const [program, file] = [at("tests", "browser", "react", "server.jsx"), join(server.folder, "server.cjs")];
      await writeFile(file, await bundled(alias, { entryPoints: [program], platform: "node", format: "cjs" }));
      ({ render } = await import(pathToFileURL(file).href));
    });
    after(async () => {
      await server?.close();
    });

    /** Runs `work` in a new page, where nothing is said on the console. */
    async function inPage(work, given) {
      const page = await browser.newPage();
      const troubles = [];
      page.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
      page.on("pageerror", (error) => troubles.push(error.message));
      try {
        await page.goto(server.url);
        await page.waitForFunction(() => window.rendered !== undefined);
        const found = await page.evaluate(work, given);
        assert.deepEqual(troubles, []);
        return found;
      } finally {
        await page.close();
      }
    }

    test("a change renders the component, and an added message only its own row", async () => {
      const found = await inPage(async () => {
        const conversation = new window.ConversationManager();
        for (const id of ["a", "b"]) conversation.addMessage({ id, role: "user", content: id });
        window.show(conversation);
        await window.rendered();
        conversation.addMessage({ id: "c", role: "user", content: "c" });
        await window.rendered();
        conversation.beginRun();
        conversation.enqueue({ source: "user", content: "wait" });
        await window.rendered();
        return { html: document.getElementById("place").innerHTML, renders: window.renders };
      });
      assert.deepEqual(found, { html: '<ol class="busy" data-pending="1"><li>a</li><li>b</li><li>c</li></ol>', renders: { a: 1, b: 1, c: 1 } });
    });

    test("a reduction and another path render what they change", async () => {
      const found = await inPage(async () => {
        const conversation = new window.ConversationManager();
        for (const id of ["a", "b", "c"]) conversation.addMessage({ id, role: "user", content: id });
        window.show(conversation);
        await window.rendered();
        conversation.truncate({ keepRecent: 1 });
        await window.rendered();
        conversation.edit("c", "d");
        await window.rendered();
        return [document.getElementById("place").textContent, window.renders.a, window.renders.b];
      });
      assert.deepEqual(found, ["abd", 1, 1]);
    });

    test("in strict mode it subscribes again, and an unmounted component is not rendered any more", async () => {
      const found = await inPage(async () => {
        const conversation = new window.ConversationManager();
        let listeners = 0;
        const { subscribe } = conversation;
        conversation.subscribe = (listener) => {
          listeners += 1;
          const end = subscribe.call(conversation, listener);
          return () => {
            listeners -= 1;
            end();
          };
        };
        window.show(conversation, { isStrict: true });
        await window.rendered();
        const mounted = listeners;
        conversation.addMessage("user", "shown");
        await window.rendered();
        const text = document.getElementById("place").textContent;
        window.root.unmount();
        conversation.addMessage("user", "not shown");
        return { mounted, text, unmounted: listeners };
      });
      assert.deepEqual(found, { mounted: 1, text: "shown", unmounted: 0 });
    });

    test("a component that is still there after `dispose` shows the last state", async () => {
      const text = await inPage(async () => {
        const conversation = new window.ConversationManager();
        conversation.addMessage("user", "last");
        window.show(conversation);
        await window.rendered();
        conversation.dispose();
        await window.rendered();
        return document.getElementById("place").textContent;
      });
      assert.equal(text, "last");
    });

    test("a server renders it, and the page takes it over", async () => {
      const conversation = new ConversationManager();
      for (const id of ["a", "b"]) conversation.addMessage({ id, role: "user", content: id });
      const html = render(conversation);
      assert.equal(html, '<ol class="" data-pending="0"><li>a</li><li>b</li></ol>');
      const found = await inPage(async ({ html, saved }) => {
        const conversation = window.ConversationManager.fromJSON(saved);
        window.show(conversation, { html });
        const first = document.querySelector("li");
        await window.rendered();
        conversation.addMessage("user", "c");
        await window.rendered();
        return [document.getElementById("place").textContent, document.querySelector("li") === first];
      }, { html, saved: JSON.stringify(conversation) });
      assert.deepEqual(found, ["abc", true]);
    });
  });
}
