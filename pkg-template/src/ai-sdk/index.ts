// What `backscroll/ai-sdk` exports. Importing it makes the format known.

import { registerFormat } from "../formats/registry.js";
import { aiSdk } from "./format.js";

registerFormat(aiSdk);

export { aiSdk };
