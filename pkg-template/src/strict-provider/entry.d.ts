// The types of the modules in JavaScript.

import type { Target } from "../index.js";
import type { StrictFetch, StrictProvider, StrictProviderOptions, StrictRefusal, StrictServerOptions } from "./types.js";

export declare class OptionError extends TypeError {}
export declare function judge(target: Target, body: unknown, options?: object): StrictRefusal | null;
export declare function startStrictProvider(options?: StrictServerOptions): Promise<StrictProvider>;
export declare function strictFetch(options?: StrictProviderOptions): StrictFetch;
