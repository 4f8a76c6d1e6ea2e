// The public types of pending messages.

/**
 * The source of a pending message: the user, a sub-agent, or content that was recalled for the model (a skill, a workflow, an older
 * message, a goal).
 *
 * @example
 * const source: PendingSource = "skill";
 * conversation.enqueue({ source, name: "timetables", content: "Trains leave at ten past." });
 */
export type PendingSource = "user" | "subagent" | "skill" | "workflow" | "recall" | "goal";

/**
 * A message for the queue. It may arrive while the model or a tool works.
 *
 * @example
 * conversation.enqueue({ source: "subagent", name: "researcher", content: "The museum is closed on Mondays." });
 */
export interface PendingInit {
  /** The source. */
  source: PendingSource;
  /**
   * The name of the sub-agent, skill or workflow; or the number of the recalled message or goal, as text (0 for text without a leading
   * number). Required, except for the source `"user"`, where it is the speaker's name.
   */
  name?: string;
  /** The text; not blank. */
  content: string;
}

/**
 * The name of a phantom tool, which does not exist: a pending message is written as a call of this tool, with the content as its result.
 *
 * @example
 * const name: PhantomToolName = PHANTOM_TOOL_NAMES.skill; // "recall_skill"
 */
export type PhantomToolName = "subagent_message" | "recall_skill" | "recall_workflow" | "recall_memory" | "recall_goal";

/**
 * A call of a phantom tool and its result, in Anthropic's form.
 *
 * @example
 * const messages = pending.toLlmMessages();
 * const pair: PhantomPair | null = typeof messages === "string" ? null : messages;
 */
export type PhantomPair = [
  {
    /** The assistant calls. */
    role: "assistant";
    /** The call. */
    content: [
      {
        /** A call. */
        type: "tool_use";
        /** The name of the tool, `_` and the id of the pending message. */
        id: string;
        /** The phantom tool. */
        name: PhantomToolName;
        /** The arguments. */
        input: Record<string, unknown> | null;
      },
    ];
  },
  {
    /** The result comes back in a user message. */
    role: "user";
    /** The result. */
    content: [
      {
        /** A result. */
        type: "tool_result";
        /** The `id` of the call. */
        tool_use_id: string;
        /** The message's content. */
        content: string;
      },
    ];
  },
];

/**
 * A copy of a pending message, also after it entered the history.
 *
 * @example
 * for (const { id, displayContent } of conversation.pending) console.log(`${id}: ${displayContent}`);
 */
export interface PendingMessage {
  /** Unique in its conversation; later messages have larger ids. */
  readonly id: number;
  /** The source. */
  readonly source: PendingSource;
  /** The name of the sub-agent, skill, workflow or speaker, or a number as text; null when none was given. */
  readonly name: string | null;
  /** The text, as it was given. */
  readonly content: string;
  /** Text to show to a person: the content and its source. */
  readonly displayContent: string;
  /** The id of its message, once it is in the history. */
  readonly messageId: string | null;
  /** True if the message becomes a phantom pair: for every source except `"user"`. (A message that did not wait became a user message.) */
  readonly isPhantomPair: boolean;
  /** The tool of its phantom call, one of `PHANTOM_TOOL_NAMES`; null without a phantom pair. */
  readonly phantomToolName: PhantomToolName | null;
  /** The arguments of its phantom call; null without a phantom pair. */
  readonly phantomToolInput: Record<string, unknown> | null;
  /** Returns the content of the user message, or the phantom pair. */
  toLlmMessages(): string | PhantomPair;
}
