// The control: the transcript as it is, without backscroll, to the same strict provider with an endless window.

import { startStrictProvider } from "../../tests/support/strict/index.mjs";
import { green, heading, line, red, short } from "./show.mjs";
import { anthropicTarget, openaiTarget, providerText } from "./targets.mjs";

/**
 * Sends the messages exactly as they stand in the file and shows the answer. It belongs to no count of the table.
 *
 * @param {import("./load.mjs").Transcript} transcript
 */
export async function tryUnrepaired({ format, body }) {
  const provider = await startStrictProvider();
  const target = format === "anthropic" ? await anthropicTarget(provider.url) : await openaiTarget(provider.url);
  heading(`Sent as it is, through ${target.client}, to a provider with an endless window`);
  try {
    await target.send({ ...target.params, ...withoutUndefined(body), model: target.params.model });
    line(green("accepted  200: nothing in it needs a repair"));
  } catch (error) {
    if (error.status === undefined) throw error;
    line(red(`refused   ${error.status} ${short(providerText(error), 200)}`));
  } finally {
    await provider.close();
  }
}

function withoutUndefined(body) {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}
