// The contract of stores, on the real databases.

import { contract } from "./contract.mjs";
import { KINDS } from "./kinds.mjs";

for (const kind of KINDS) contract(kind);
