// The adapter through `require`: its declarations import the types of the SDK as those of a module.

import strands = require("backscroll/strands");
import type { Reduction } from "backscroll";

const reductions: Reduction[] = [];
const manager = new strands.ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(4) > 0, onReduce: (reduction) => reductions.push(reduction) });
const name: string = manager.name;

// @ts-expect-error: no such option
new strands.ConversationManager({ keep: 3 });

export = { name, reductions };
