// No top-level await: a bundle in CommonJS has none.

import { probe } from "./probe.mjs";

probe().then((answer) => console.log(`answer: ${answer}`));
