// Tries what must not work: the same approval once more, and one that was changed on its way.

import { Checkpoint, resume } from "backscroll";
import { row } from "../../start/show.mjs";
import { SharedState } from "../shared-state.mjs";
import { toolsOver } from "../tools.mjs";

const state = new SharedState();
const sealed = await state.loadApproval();

// Without the conversation, which knows that its calls have results: here the ledger alone can refuse.
const again = await codeOf(async () => resume(await Checkpoint.open(sealed, state.key), { decisions: true, tools: toolsOver(state.at.files, state.at.toolLog), ledger: state.ledger }));
row("again", `refused: ${again}`);
const changed = await codeOf(() => Checkpoint.open(withOneOther(sealed, Math.floor(sealed.length / 2)), state.key));
row("changed", `refused: ${changed}`);
state.tell({ again, changed });

async function codeOf(attempt) {
  try {
    await attempt();
    return "nothing: it was taken";
  } catch (error) {
    return error.code;
  }
}

/** The text with another character at this place. */
function withOneOther(text, at) {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}
