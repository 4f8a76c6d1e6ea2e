// `backscroll/slim` through `require`: separate declarations with the same names.

import slim = require("backscroll/slim");

const source: slim.WasmSource = new Uint8Array(8);
slim.initSync(source);
const conversation: slim.ConversationManager = new slim.ConversationManager();
// @ts-expect-error: a number is no wasm
slim.initSync(5);

export = conversation;
