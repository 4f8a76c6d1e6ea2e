// Connects the controls of the page with the session, and the session with the views.

import { ConversationError } from "./pkg/index.mjs";
import { FORMATS, TARGETS } from "./formats.mjs";
import { Session } from "./session.mjs";
import { offerComposer, parsed, suggestIds } from "./view/composer.mjs";
import { byId, count, el } from "./view/dom.mjs";
import { showMeter } from "./view/meter.mjs";
import { complain, say } from "./view/notice.mjs";
import { offerCallbacks, showReductions } from "./view/reduction.mjs";
import { showRequest } from "./view/request.mjs";
import { showTurns } from "./view/turns.mjs";

/** The share of the request that the window shrinks to, so that messages have to go. */
const SHRINK = 0.75;

/** Returns true for errors that a person can cause. Any other error is a fault of the page, and goes to the console. */
const isExpected = (error) => error instanceof ConversationError || error.code === "not-json";

export async function startPage() {
  const session = new Session();
  let view;
  const show = async () => {
    view = await session.view();
    showAll(view);
  };

  /** Runs an action, and shows its outcome. Returns false if the action was refused. */
  const attempt = async (action) => {
    const before = view;
    try {
      const said = await action();
      await show();
      say(`${said}${changeOf(before, view)}`);
      return true;
    } catch (error) {
      if (!isExpected(error)) throw error;
      complain(error, offerOf(error));
      return false;
    }
  };

  offerComposer((message) => attempt(() => session.add(message())));
  offerCallbacks((callback) => {
    session.callback = callback;
  });
  offerWindow((tokens) => attempt(() => session.setWindow(tokens)));
  offerLoading((format, text) => attempt(() => session.load(format, parsed(text))));
  offerChoices(session, attempt);
  offerActions({
    fit: () => attempt(() => session.fit()),
    refuse: () => attempt(() => session.refuse()),
    shrink: () => attempt(() => session.setWindow(Math.floor(view.tokens * SHRINK))),
    clear: () => attempt(() => session.clear()),
    undo: () => attempt(() => session.undo()),
    "start-over": () => attempt(() => session.startOver()),
    "add-mishap": ({ mishap }) => attempt(() => session.addMishap(mishap)),
  });
  await show();
  say("This conversation is sound, and it fits. Break it.");
}

/** Describes the repairs that are new or gone. Equal numbers of repairs may be different repairs. */
function changeOf(before, after) {
  const taken = added(before.taken, after.taken);
  const read = taken.length === 0 ? "" : ` To take it in, ${count(taken.length, "repair was", "repairs were")} made: ${codesOf(taken)}.`;
  return `${read}${requestChange(before.request, after.request)}`;
}

function requestChange(before, { repairs, error }) {
  if (error !== null) return error.code === before.error?.code ? "" : ` There is no request: \`${error.code}\`.`;
  const news = added(before.repairs, repairs);
  if (news.length === 0 && repairs.length === before.repairs.length && before.error === null) return "";
  if (repairs.length === 0) return " The request needs no repair.";
  const more = news.length === 0 || news.length === repairs.length ? "" : `, new: ${codesOf(news)}`;
  return ` The request needs ${count(repairs.length, "repair")}: ${codesOf(repairs)}${more}.`;
}

/** Returns the repairs that are new, each as often as it occurs. */
function added(before, after) {
  const known = before.map((repair) => JSON.stringify(repair));
  return after.filter((repair) => {
    const at = known.indexOf(JSON.stringify(repair));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
}

const codesOf = (repairs) => [...new Set(repairs.map(({ code }) => `\`${code}\``))].join(", ");

/** Returns an action that resolves an error, if there is one: a body in another format can be read as that format. */
function offerOf({ code, details }) {
  const format = code === "wrong-format" ? details?.looksLike : undefined;
  if (format === undefined) return null;
  const form = byId("loading");
  const take = () => {
    form.elements.format.value = format;
    form.requestSubmit();
  };
  return { label: `Read it as ${format}`, take };
}

function showAll(view) {
  showMeter(view);
  showTurns(view);
  showRequest(view);
  showReductions(view);
  suggestIds(view);
  byId("undo").disabled = !view.canUndo;
  byId("choices").elements.target.value = view.target;
}

/** Connects the buttons: `data-action` names their action. */
function offerActions(actions) {
  for (const button of document.querySelectorAll("button[data-action]")) {
    button.addEventListener("click", () => actions[button.dataset.action](button.dataset));
  }
}

/** Passes the typed value to the package unchecked, so that the page shows the package's own error. */
function offerWindow(set) {
  const input = byId("window");
  const apply = async () => {
    if (!(await set(input.valueAsNumber))) input.setAttribute("aria-invalid", "true");
  };
  input.addEventListener("change", apply);
  byId("window-form").addEventListener("submit", (event) => event.preventDefault());
}

function offerLoading(load) {
  const form = byId("loading");
  form.elements.format.append(...FORMATS.map(({ name, title }) => el("option", { value: name }, title)));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load(form.elements.format.value, form.elements.transcript.value);
  });
}

/** Connects the choices for the request. They do not change the conversation. */
function offerChoices(session, attempt) {
  const form = byId("choices");
  const radio = (name) => el("input", { type: "radio", name: "target", value: name });
  byId("targets").append(...TARGETS.map(({ name }) => el("label", {}, radio(name), el("span", {}, name))));
  form.addEventListener("change", () =>
    attempt(() => {
      session.target = form.elements.target.value;
      session.openCalls = form.elements.openCalls.value;
      return `Written for \`${session.target}\`; open calls: ${session.openCalls}.`;
    }),
  );
}
