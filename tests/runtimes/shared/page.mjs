import { probe } from "./probe.mjs";
import { show } from "./show.mjs";

show(probe());
