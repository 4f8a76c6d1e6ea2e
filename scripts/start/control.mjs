// The control: sends the transcript as it is, without backscroll, to the same strict provider with an unlimited window.

import { startStrictProvider } from "../../pkg-template/src/strict-provider/entry.js";
import { green, red, row, short } from "./show.mjs";
import { anthropicTarget, openaiTarget, providerText } from "./targets.mjs";

/**
 * Sends the messages exactly as in the file and shows the answer. The final counts do not include it.
 *
 * @param {import("./load.mjs").Transcript} transcript
 */
export async function sendUnrepaired({ format, body }) {
  const provider = await startStrictProvider();
  try {
    const target = format === "anthropic" ? await anthropicTarget(provider.url) : await openaiTarget(provider.url);
    await target.send({ ...target.params, ...body, model: target.params.model });
    row("as it is", "accepted by a provider with an endless window: nothing in it needs a repair there", green);
  } catch (error) {
    if (error.status === undefined) throw error;
    row("as it is", `refused, even by a provider with an endless window: ${error.status} ${short(providerText(error), 200)}`, red);
  } finally {
    await provider.close();
  }
}
