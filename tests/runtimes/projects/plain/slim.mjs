import { init } from "backscroll/slim";
import { show } from "./show.mjs";
import { probe } from "./probe-slim.mjs";

show(init("/node_modules/backscroll/core.wasm").then(probe));
