// The files of a recipe for tests: as JavaScript, in a folder from which the packages are found.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConversationManager } from "backscroll";
import { toolsFolder } from "../../../scripts/lib/paths.mjs";
import { asJavaScript, fencesOf } from "./fences.mjs";

/** Writes the files of a page that are marked with this name into a folder below the root. Returns the folder. */
export function written(page, name) {
  const folder = mkdtempSync(join(toolsFolder, `${name}-`));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  for (const { file, code } of fencesOf(page).filter(({ runs }) => runs === name)) writeFileSync(join(folder, file.replace(/\.ts$/, ".js")), asJavaScript(code));
  return folder;
}

/** Removes the folder of a recipe. */
export const removed = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Returns the texts that a store holds of a thread, without the system prompt. */
export async function saved(store, id) {
  const conversation = new ConversationManager();
  await conversation.persist(store, id, { autoSave: false });
  return conversation.messages.filter(({ role }) => role !== "system").map(({ role, content }) => `${role}: ${content}`);
}
