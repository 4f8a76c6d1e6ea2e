// The editor, which is loaded after the first verdict: until then, a text can be read and judged without it.

/** @type {Promise<typeof import("./editor.mjs")> | undefined} */
let loading;

/** Loads the editor once. A load that failed is tried again. */
export function loadEditor() {
  loading ??= import("./editor.mjs").catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
