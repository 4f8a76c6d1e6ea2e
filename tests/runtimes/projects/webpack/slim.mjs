import { init } from "backscroll/slim";
import { probe } from "./probe-slim.mjs";
import { show } from "./show.mjs";

show(init(new URL("backscroll/core.wasm", import.meta.url)).then(probe));
