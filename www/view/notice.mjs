// Shows the result of the last action, or its error.

import { byId, el, prose } from "./dom.mjs";

/** @param {string} text */
export function say(text) {
  byId("error").replaceChildren();
  byId("status").replaceChildren(...prose(text));
}

/** The codes of errors whose `cause` is the callback's own error. */
const OF_THE_CALLBACK = ["reducer-failed", "cannot-fit"];

/**
 * Shows an error, its code first.
 *
 * @param {{ label: string, take: () => void } | null} offer an action that resolves the error
 */
export function complain(error, offer = null) {
  const cause = OF_THE_CALLBACK.includes(error.code) && error.cause instanceof Error ? error.cause.message : "";
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
