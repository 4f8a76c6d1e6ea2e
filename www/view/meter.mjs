// Shows the size of the next request against the window.

import { byId, el, number } from "./dom.mjs";

/** @param {Awaited<ReturnType<import("../session.mjs").Session["view"]>>} view */
export function showMeter({ parts, tokens, paramsTokens, addedTokens, window }) {
  const isOver = tokens > window;
  const scale = Math.max(tokens, window, 1);
  const share = (value) => `${(100 * value) / scale}%`;

  const meter = byId("meter");
  meter.setAttribute("aria-valuemax", String(window));
  meter.setAttribute("aria-valuenow", String(tokens));
  meter.setAttribute("aria-valuetext", `${tokens} of ${window} tokens${isOver ? `, ${tokens - window} over` : ""}`);
  meter.classList.toggle("over", isOver);
  meter.replaceChildren(
    ...parts.map(({ kind, title, tokens: size }) => segment(kind, `${title}: ${size} tokens`, share(size))),
    segment("params", `Model and other params: ${paramsTokens} tokens`, share(paramsTokens)),
    segment("params", `Results of open calls, and what else is put in: ${addedTokens} tokens`, share(addedTokens)),
  );
  if (isOver) meter.append(excess(share(window)));

  byId("tokens").textContent = number(tokens);
  byId("room").textContent = isOver ? `${number(tokens - window)} over` : `${number(window - tokens)} free`;
  byId("room").className = isOver ? "chip bad" : "chip good";
  const input = byId("window");
  input.value = String(window);
  input.removeAttribute("aria-invalid");
}

function segment(kind, title, width) {
  const element = el(`span.segment.${kind}`, { title });
  element.style.width = width;
  return element;
}

function excess(left) {
  const element = el("span.excess", { title: "Over the window" });
  element.style.left = left;
  return element;
}
