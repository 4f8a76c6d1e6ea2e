// The state that the processes share: one folder.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ConversationManager } from "backscroll";
import { fileStore } from "backscroll/store/file";
import { anthropicTarget, openaiTarget } from "../start/targets.mjs";
import { exists, writeWhole } from "./files.mjs";
import { outliveReader } from "./reader.mjs";
import { APPROVALS } from "./script.mjs";
import { TOOLS } from "./tools.mjs";

/** The places in the folder. */
export const places = (folder) => ({
  conversation: join(folder, "conversation.json"),
  files: join(folder, "files"),
  ledger: join(folder, "ledger"),
  toolLog: join(folder, "tools.jsonl"),
  approval: (name) => join(folder, `approval-${name}.txt`),
});

/**
 * The arguments of a process: the folder, the address of the provider, the approval that it is about.
 *
 * @typedef {{ folder: string, url: string, approval: "first" | "second", getsStuck?: boolean }} Task
 */

/** The shared state as one process sees it. The key for the seals is in the environment of the process, and on no disk. */
export class SharedState {
  /** @type {Task} */
  task = JSON.parse(process.argv[2]);
  at = places(this.task.folder);
  key = Buffer.from(process.env.APPROVAL_KEY, "hex");
  ledger = fileStore(this.at.ledger).ledger;
  /** The approval's question, client and arguments. */
  approval = APPROVALS[this.task.approval];

  constructor() {
    outliveReader();
  }

  /** Reads the conversation that was saved last, or makes a new one. */
  async load() {
    if (!(await exists(this.at.conversation))) return new ConversationManager({ systemPrompt: "You keep the files in order." });
    return ConversationManager.fromJSON(await readFile(this.at.conversation, "utf8"));
  }

  save(conversation) {
    return writeWhole(this.at.conversation, JSON.stringify(conversation));
  }

  saveApproval(sealed) {
    return writeWhole(this.at.approval(this.task.approval), sealed);
  }

  loadApproval() {
    return readFile(this.at.approval(this.task.approval), "utf8");
  }

  /** The provider of this approval's model. */
  target() {
    const make = { openai: openaiTarget, anthropic: anthropicTarget }[this.approval.client];
    return make(this.task.url, TOOLS);
  }

  /** Sends an observation to the parent process, for the table at the end. */
  tell(facts) {
    process.send(facts);
  }
}

/** The text of a message. */
export function wordsOf({ content }) {
  return typeof content === "string" ? content : content.map(({ text = "" }) => text).join(" ");
}
