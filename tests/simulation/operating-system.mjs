// `node:os` of a simulated machine.

import { theWorld } from "./globals.mjs";

export const hostname = () => theWorld().current.process.machine.name;
