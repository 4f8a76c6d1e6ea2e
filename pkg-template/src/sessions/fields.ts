// Values of sessions, of which nothing is known before it is looked at.

import { isArray, isObject } from "../input/check.js";

/** The fields of an object of a session. */
export type Fields = Readonly<Record<string, any>>;

/** Reports whether a value is an object, and no list. */
export const isRecord = (value: unknown): value is Fields => isObject(value) && !isArray(value);
