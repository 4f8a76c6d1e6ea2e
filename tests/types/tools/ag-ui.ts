// Messages of AG-UI in its own types.

import type { Message, RunAgentInput } from "@ag-ui/core";
import { ConversationManager, convert } from "backscroll";
import { agUi } from "backscroll/ag-ui";

export function continued(input: RunAgentInput): Message[] {
  const conversation = ConversationManager.from(agUi, input.messages);
  return convert("backscroll", agUi, conversation.messages).body;
}
