// Implements the `Place` of `tests/hazards/table.mjs` in a page: the other copy is at another address, the other realm is a frame, and the
// worker is a web worker. `window.run` runs one of the hazards.

import { faults } from "/tests/support/hosts/faulty-wasm.mjs";
import { table } from "/tests/hazards/table.mjs";

const FRAME = "a frame";
const url = new URL("/backscroll/index.mjs", location).href;

/** Waits for the next message from `sender` to `receiver`. */
const next = (receiver, sender) =>
  new Promise((resolve, reject) => {
    const take = ({ data, source }) => {
      if (sender !== undefined && source !== sender) return;
      receiver.removeEventListener("message", take);
      resolve(data);
    };
    receiver.addEventListener("message", take);
    receiver.addEventListener("error", (error) => reject(new Error(error.message)), { once: true });
  });

async function frame() {
  const element = document.createElement("iframe");
  element.src = "frame.html";
  document.body.append(element);
  await next(window, element.contentWindow);
  const { contentWindow } = element;
  return { face: contentWindow.face, evaluate: (code) => contentWindow.eval(code) };
}

const worker = new Worker("/tests/hazards/worker-web.mjs", { type: "module" });
await next(worker);

const place = {
  face: await import(url),
  copy: await import(new URL("/copy/index.mjs", location).href),
  faults,
  realms: { [FRAME]: await frame() },
  async work(task, transfer = []) {
    const answered = next(worker);
    worker.postMessage({ url, ...task }, transfer);
    const answer = await answered;
    if (answer.failed !== undefined) throw new Error(answer.failed);
    return answer;
  },
  /** An error thrown by a finalizer is an error of the page. */
  async collect() {
    for (let round = 0; round < 3; round += 1) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  },
};

const groups = table(Object.keys(place.realms));
window.run = async (group, name) => {
  const [, hazards] = groups.find(([title]) => title === group);
  await hazards.find(([title]) => title === name)[1](place);
};
window.isReady = true;
