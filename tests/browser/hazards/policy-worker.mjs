// Uses the package in a worker, which has the policy that it is served with.

import { tried } from "./policy-tried.mjs";

postMessage(await tried());
