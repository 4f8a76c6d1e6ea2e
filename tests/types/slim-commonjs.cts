// Slim through `require`: its own declarations, the same names.

import slim = require("backscroll/slim");

const source: slim.WasmSource = new Uint8Array(8);
slim.initSync(source);
const conversation: slim.ConversationManager = new slim.ConversationManager();
// @ts-expect-error: a number is none
slim.initSync(5);

export = conversation;
