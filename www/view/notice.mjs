// What the last action did, or why it did nothing.

import { byId, el, prose } from "./dom.mjs";

/** @param {string} text */
export function say(text) {
  byId("error").replaceChildren();
  byId("status").replaceChildren(...prose(text));
}

/**
 * An error, its code first. A reducer's own error comes as the cause.
 *
 * @param {{ label: string, take: () => void } | null} offer a way out
 */
export function complain(error, offer = null) {
  const cause = error.cause instanceof Error ? error.cause.message : "";
  const because = cause === "" || error.message.includes(cause) ? "" : ` The callback said: ${ended(cause)}`;
  byId("status").replaceChildren();
  byId("error").replaceChildren(
    el("code.chip.bad", {}, error.code ?? error.name),
    " ",
    ...prose(`${ended(error.message)}${because} The conversation is as it was.`),
  );
  if (offer === null) return;
  const button = el("button.quiet", { type: "button" }, offer.label);
  button.addEventListener("click", offer.take);
  byId("error").append(" ", button);
}

function ended(sentence) {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
