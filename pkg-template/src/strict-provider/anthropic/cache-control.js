import { allEntries } from "./conversation.js";
import { refuse } from "./refuse.js";

const MAX_MARKS = 4;
const LONG = "1h";

/** AN20, first half: an empty text cannot be cached. */
export function* cachedTextIsNotEmpty(conversation) {
  for (const { block, path } of [...conversation.system, ...allEntries(conversation)]) {
    if (block.type === "text" && block.text === "" && isMarked(block)) {
      yield refuse("AN20", `${path}.text: cache_control cannot be set for empty text blocks`);
    }
  }
}

/** AN19: the whole request has at most four cache breakpoints. */
export function* cacheMarksAreFew(conversation) {
  const found = marks(conversation).length;
  if (found > MAX_MARKS) {
    yield refuse("AN19", `A maximum of ${MAX_MARKS} blocks with cache_control may be provided. Found ${found}.`);
  }
}

/** AN20, second half: no long-lived breakpoint stands after a short-lived one. */
export function* longCachesComeFirst(conversation) {
  let shortSeen = false;
  for (const { block, path } of marks(conversation)) {
    const isLong = block.cache_control.ttl === LONG;
    if (isLong && shortSeen) {
      yield refuse(
        "AN20",
        `${path === "" ? "" : `${path}.`}cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. ` +
          "Note that blocks are processed in the following order: `tools`, `system`, `messages`.",
      );
    }
    shortSeen ||= !isLong;
  }
}

/** Lists the breakpoints in the order in which the provider reads them. The top-level breakpoint counts for the last block. */
function marks(conversation) {
  const { body, system } = conversation;
  const tools = (body.tools ?? []).map((block, index) => ({ block, path: `tools.${index}` }));
  const all = [...tools, ...system, ...allEntries(conversation), { block: body, path: "" }];
  return all.filter(({ block }) => isMarked(block));
}

function isMarked({ cache_control: mark }) {
  return mark !== undefined && mark !== null;
}
