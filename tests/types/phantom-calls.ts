// `stripPhantomCalls` returns an answer of the same type.

import { PHANTOM_TOOL_NAMES, stripPhantomCalls } from "backscroll";

interface Answer {
  readonly id: string;
  readonly choices: readonly { readonly message: { readonly role: "assistant"; readonly content: string | null } }[];
}

async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  const answer = stripPhantomCalls(await ask());
  const content: string | null | undefined = answer.choices[0]?.message.content;
  return content === null ? stripPhantomCalls<Answer>(answer) : answer;
}

const unknown: unknown = stripPhantomCalls(JSON.parse("{}") as unknown);
const nothing: null = stripPhantomCalls(null);

const tool: "subagent_message" = PHANTOM_TOOL_NAMES.subagent;
// @ts-expect-error: user messages have no phantom tool
PHANTOM_TOOL_NAMES.user;
// @ts-expect-error: the names are fixed
PHANTOM_TOOL_NAMES.skill = "weather";
// @ts-expect-error: one answer at a time, and no options
stripPhantomCalls({}, {});

export { answered, nothing, tool, unknown };
