// The worker of a first verdict: an engine that checks and repairs requests, and knows no conversations.

import { serve } from "./serve.mjs";

await serve("requests.wasm");
