// Facts of a request beside its prompt: the model, the account, the endpoint.

import type { Found } from "./found.js";
import type { RequestLabels } from "./types.js";

/** Returns the labels of a request; the model in the body counts where none is given. */
export function labelsOf(body: object, given: RequestLabels = {}): RequestLabels {
  const { model, modelId } = body as { model?: unknown; modelId?: unknown };
  const named = [given.model, model, modelId].find((name) => typeof name === "string");
  return { ...given, ...(named !== undefined && { model: named as string }) };
}

/** Returns the labels that differ, as causes. A label of one request alone says nothing. */
export function labelChanges(from: RequestLabels, to: RequestLabels, body: object): Found[] {
  return (["model", "account", "endpoint"] as const).flatMap((label): Found[] => {
    const [one, other] = [from[label], to[label]];
    if (one === undefined || other === undefined || one === other) return [];
    const path = ["model", "modelId"].find((field) => label === "model" && (body as Record<string, unknown>)[field] === other) ?? "";
    const detail = `the ${label} is ${JSON.stringify(other)}, and was ${JSON.stringify(one)}`;
    return [{ cause: `${label}-changed`, at: 0, path, pathIn: "after", detail }];
  });
}
