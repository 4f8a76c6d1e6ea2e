// Tries what must fail: resuming the same approval again, and an approval that was tampered with.

import { Checkpoint, resume } from "backscroll";
import { row } from "../../start/show.mjs";
import { SharedState } from "../shared-state.mjs";
import { toolsOver } from "../tools.mjs";

const state = new SharedState();
const sealed = await state.loadApproval();

// The conversation would know that its calls have results. Without it, only the ledger can refuse.
const again = await codeOf(async () =>
  resume(await Checkpoint.open(sealed, state.key), {
    decisions: true,
    tools: toolsOver(state.at.files, state.at.toolLog),
    ledger: state.ledger,
  }),
);
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

/** Returns the text with another character at this place. */
function withOneOther(text, at) {
  return `${text.slice(0, at)}${text[at] === "A" ? "B" : "A"}${text.slice(at + 1)}`;
}
