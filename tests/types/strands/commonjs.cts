// The same through `require`: the declarations say that the SDK is a module.

import strands = require("backscroll/strands");
import type { Reduction } from "backscroll";

const reductions: Reduction[] = [];
const manager = new strands.ConversationManager({ reduce: ({ draft }) => draft.keepRecentTurns(4) > 0, onReduce: (reduction) => reductions.push(reduction) });
const name: string = manager.name;

// @ts-expect-error: no such option
new strands.ConversationManager({ keep: 3 });

export = { name, reductions };
