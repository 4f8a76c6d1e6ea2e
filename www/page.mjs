// From what a person does on the page to the session, and back to what the page shows.

import { ConversationError } from "./pkg/index.mjs";
import { Session } from "./session.mjs";
import { offerComposer, parsed, suggestIds } from "./view/composer.mjs";
import { byId, count } from "./view/dom.mjs";
import { showMeter } from "./view/meter.mjs";
import { complain, say } from "./view/notice.mjs";
import { offerCallbacks, showReductions } from "./view/reduction.mjs";
import { showRequest } from "./view/request.mjs";
import { showTurns } from "./view/turns.mjs";

/** Share of the request that the window shrinks to: little enough that something has to go. */
const SHRINK = 0.75;

/** Codes that a person of this page can meet; anything else is a fault of the page, and belongs on the console. */
const isExpected = (error) => error instanceof ConversationError || error.code === "not-json";

export function startPage() {
  const session = new Session();
  const show = () => showAll(session.view);

  /** Does it, says what came of it, and shows the outcome. False: it was refused. */
  const attempt = async (action) => {
    const { repairs } = session.view.request;
    try {
      const said = await action();
      show();
      say(`${said}${changeOf(repairs, session.view.request.repairs)}`);
      return true;
    } catch (error) {
      if (!isExpected(error)) throw error;
      complain(error);
      return false;
    }
  };

  offerComposer((message) => attempt(() => session.add(message())));
  offerCallbacks((callback) => {
    session.callback = callback;
  });
  offerWindow((tokens) => attempt(() => session.setWindow(tokens)));
  offerLoading((format, text) => attempt(() => session.load(format, parsed(text))));
  offerChoices(session, show);
  offerActions({
    fit: () => attempt(() => session.fit()),
    refuse: () => attempt(() => session.refuse()),
    shrink: () => attempt(() => session.setWindow(Math.floor(session.view.tokens * SHRINK))),
    clear: () => attempt(() => session.clear()),
    undo: () => attempt(() => session.undo()),
    "start-over": () => attempt(() => session.startOver()),
    suffer: ({ mishap }) => attempt(() => session.suffer(mishap)),
  });
  show();
  say("This conversation is sound, and it fits. Break it.");
}

/** Whether an action made repairs necessary, or unnecessary. */
function changeOf(before, after) {
  if (before.length === after.length) return "";
  if (after.length === 0) return " The request needs no repair.";
  const codes = [...new Set(after.map(({ code }) => `\`${code}\``))];
  return ` The request needs ${count(after.length, "repair")}: ${codes.join(", ")}.`;
}

function showAll(view) {
  showMeter(view);
  showTurns(view);
  showRequest(view);
  showReductions(view);
  suggestIds(view);
  byId("undo").disabled = !view.canUndo;
}

/** Buttons say in `data-action` what they do. */
function offerActions(actions) {
  for (const button of document.querySelectorAll("button[data-action]")) {
    button.addEventListener("click", () => actions[button.dataset.action](button.dataset));
  }
}

/** Whatever was typed is given to the package as it is, which says what is wrong with it. */
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
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load(form.elements.format.value, form.elements.transcript.value);
  });
}

/** How the request is written; the conversation does not change. */
function offerChoices(session, show) {
  const form = byId("choices");
  form.addEventListener("change", () => {
    session.target = form.elements.target.value;
    session.openCalls = form.elements.openCalls.value;
    show();
  });
}
