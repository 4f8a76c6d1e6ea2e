import wasm from "backscroll/core.wasm?url";
import { init } from "backscroll/slim";
import { probe } from "../probe-slim.mjs";
import { show } from "../show.mjs";

show(init(wasm).then(probe));
