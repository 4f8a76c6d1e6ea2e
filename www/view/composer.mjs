// The form that adds a message, and what it makes of its fields.

import { callIds, freeCallId } from "../turns.mjs";
import { byId, el } from "./dom.mjs";

/** For each kind of message: what is added, from the fields of the form. */
const MAKE = {
  user: ({ text }) => ({ role: "user", content: text }),
  assistant: ({ text }) => ({ role: "assistant", content: text }),
  call: ({ callId, name, args }) => ({ role: "assistant", content: null, toolCalls: [{ id: callId, name, arguments: args }] }),
  result: ({ resultId, text }) => ({ role: "tool", toolCallId: resultId, content: text }),
  json: ({ json }) => parsed(json),
};

/** Calls `add` with the message that was composed. It returns whether the message was taken; only then the text goes. */
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

/** Suggests ids: for a call one that is free, for a result the newest call without one. */
export function suggestIds({ messages, request }) {
  const { elements } = byId("composer");
  const open = request.repairs.filter(({ code }) => code === "missing-result-added").map(({ toolCallId }) => toolCallId);
  const ids = callIds(messages);
  elements.callId.value = freeCallId(messages);
  elements.resultId.value = open.at(-1) ?? ids.at(-1) ?? "";
  byId("call-ids").replaceChildren(...ids.map((id) => el("option", { value: id })));
}

/** JSON that a person typed. What is none is told as the other errors are. */
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
