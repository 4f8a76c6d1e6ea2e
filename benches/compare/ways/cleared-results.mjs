// Old results cleared, as providers do it: when a request is too large, all but the newest three results become a line. If that is not
// enough, the window moves.

import { estimateTokens } from "backscroll";
import { movingWindow } from "./moving-window.mjs";
import { ASKED } from "./way.mjs";

const KEPT = 3;
const CLEARED = "[Old tool result content cleared]";

/** @type {import("./way.mjs").Way} */
export const clearedResults = {
  name: "clear results, keep 3",
  how: `above the budget, all but the newest ${KEPT} results become "${CLEARED}", and stay so; if that is not enough, a moving window`,
  begin: (target) => {
    const window = movingWindow.begin(target);
    const cleared = new Set();
    const shown = (history) => history.map((message) => (cleared.has(message.id) ? { ...message, content: CLEARED } : message));
    const request = (history, budget) => {
      if (estimateTokens(shown(history), ASKED[target]) > budget) {
        const results = history.filter(({ role }) => role === "tool");
        for (const { id } of results.slice(0, -KEPT)) cleared.add(id);
      }
      return window.request(shown(history), budget);
    };
    return { request };
  },
};
