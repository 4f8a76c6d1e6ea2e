// Requests of the command `cache`, as files and loggers hold them: a body, or a record with its time and its response.

import { ConversationManager, type Notice, type Target } from "../index.js";
import { isObject, isOurs } from "../input/check.js";

/** A request of a log. */
export interface LoggedRequest {
  /** The body; another value if the record has none. */
  readonly body: unknown;
  /** Its time, in milliseconds since the epoch; undefined if it is not known. */
  readonly at?: number;
  readonly response?: unknown;
}

/** The provider's own word on its cache. */
export interface Reported {
  /** Tokens that the response counts as read from the cache. */
  readonly cachedTokens?: number;
  readonly notice?: Notice;
}

/** Lists of messages: a value with one of them is a body, and no record. */
const LISTS = ["messages", "input", "contents"];
/** The fields of a record that may hold the body. */
const BODIES = ["request", "body"];
const TIMES = ["time", "at", "timestamp"];

/** Reads a value of the input. A record has the body in `request` or `body`, or in the field that is named. */
export function loggedRequest(value: unknown, field: string | undefined): LoggedRequest {
  if (!isObject(value)) return { body: value };
  const isBody = LISTS.some((name) => value[name] !== undefined);
  if (field === undefined && (isBody || !BODIES.some((name) => name in value))) return { body: value };
  const held = field === undefined ? (value.request ?? value.body) : value[field];
  const at = TIMES.map((name) => timeOf(value[name])).find((time) => time !== undefined);
  const response = value.response === undefined ? undefined : payloadOf(value.response);
  return { body: payloadOf(held), ...(at !== undefined && { at }), ...(response !== undefined && { response }) };
}

/** Reads what a response says of the cache: its usage, and its notice. A response that cannot be read says nothing. */
export function reportedBy(target: Target, response: unknown): Reported {
  if (!isObject(response)) return {};
  const conversation = new ConversationManager();
  try {
    const { tokens, notices = [] } = conversation.addResponse(target, response);
    const notice = notices.find(({ kind }) => kind === "cache-missed");
    return { ...(tokens?.cachedInput !== undefined && { cachedTokens: tokens.cachedInput }), ...(notice !== undefined && { notice }) };
  } catch (error) {
    if (!isOurs(error)) throw error;
    return {};
  } finally {
    conversation.dispose();
  }
}

/** The JSON of a request or a response, which loggers hold as text, and inside of what they log of HTTP. */
function payloadOf(held: unknown): unknown {
  if (typeof held === "string") {
    try {
      return JSON.parse(held) as unknown;
    } catch {
      return held;
    }
  }
  const isHttp = isObject(held) && held.body !== undefined && !LISTS.some((name) => held[name] !== undefined);
  return isHttp ? payloadOf(held.body) : held;
}

/** Smaller numbers are seconds. */
const LEAST_MILLISECONDS = 100_000_000_000;

function timeOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === "number") return number < LEAST_MILLISECONDS ? number * 1_000 : number;
  const parsed = typeof number === "string" ? Date.parse(number) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}
