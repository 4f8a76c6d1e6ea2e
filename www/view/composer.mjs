// The form that adds a message.

import { callIds, freeCallId } from "../turns.mjs";
import { byId, el } from "./dom.mjs";

/** Functions that make a message of each kind from the fields of the form. */
const MAKE = {
  user: ({ text }) => ({ role: "user", content: text }),
  assistant: ({ text }) => ({ role: "assistant", content: text }),
  call: ({ callId, name, args }) => ({ role: "assistant", content: null, toolCalls: [{ id: callId, name, arguments: args }] }),
  result: ({ resultId, text }) => ({ role: "tool", toolCallId: resultId, content: text }),
  json: ({ json }) => parsed(json),
};

/** Calls `add` with a function that makes the message. `add` returns true if the message was added; then the text is cleared. */
export function offerComposer(add) {
  const form = byId("composer");
  const showFields = () => {
    for (const field of form.querySelectorAll("[data-for]")) field.hidden = !field.dataset.for.split(" ").includes(kindOf(form));
  };
  form.addEventListener("change", showFields);
  showFields();
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const isTaken = await add(() => MAKE[kindOf(form)](Object.fromEntries(new FormData(form))));
    if (isTaken) form.elements.text.value = "";
  });
}

/** Suggests ids: a free id for a call, and the newest call without a result for a result. */
export function suggestIds({ messages, request }) {
  const { elements } = byId("composer");
  const open = request.repairs.filter(({ code }) => code === "missing-result-added").map(({ toolCallId }) => toolCallId);
  const ids = callIds(messages);
  elements.callId.value = freeCallId(messages);
  elements.resultId.value = open.at(-1) ?? ids.at(-1) ?? "";
  byId("call-ids").replaceChildren(...ids.map((id) => el("option", { value: id })));
}

/** Parses JSON that a person typed. Invalid JSON is shown like other errors. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw Object.assign(new SyntaxError(`This is no JSON: ${error.message}`), { code: "not-json" });
  }
}

function kindOf(form) {
  return form.elements.kind.value;
}
