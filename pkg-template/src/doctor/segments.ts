// Reads paths into a body.

/** Returns `messages[1].tool_calls[0].id` as `["messages", 1, "tool_calls", 0, "id"]`. A name in brackets and quotes is read, too. */
export function segmentsOf(path: string): (string | number)[] {
  const segments: (string | number)[] = [];
  for (const [, index, quoted, name] of path.matchAll(/\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|([^.[\]]+)/g))
    segments.push(index !== undefined ? Number(index) : quoted !== undefined ? (JSON.parse(quoted) as string) : (name as string));
  return segments;
}
