// The questions of the person and the answers of the model at the strict provider. The model is a script; everything else is real.

/** The share of the window that one result of `read_transcript` takes: enough for another overflow. */
const STRETCH = 0.5;
/** The provider's ratio of characters to tokens. */
const CHARACTERS_PER_TOKEN = 4;
const TINY_STRETCH = 1_000;

/** The questions to each provider's model, one a round. */
export const QUESTIONS = {
  openai: ["Where do we stand? Look for errors.", "Thank you. Anything else?"],
  anthropic: ["Read the beginning again.", "Then write the handover."],
};

/**
 * Returns the replies, in the order of accepted requests: the first round of each provider calls tools, the second does not.
 *
 * @param {{ window: number, isTiny: boolean }} size
 * @returns {(request: { index: number, body: object, tokens: number }) => object}
 */
export function scriptFor({ window, isTiny }) {
  const characters = isTiny ? TINY_STRETCH : Math.ceil(window * STRETCH * CHARACTERS_PER_TOKEN);
  const replies = [
    {
      text: "I search for two things at once.",
      toolCalls: [
        { name: "search_transcript", arguments: { query: "error" } },
        { name: "search_transcript", arguments: { query: "fail" } },
      ],
    },
    { text: "These are the lines." },
    { text: "Nothing else." },
    {
      thinking: "The beginning is no longer in front of me, so I have to read it.",
      text: "I read it from the start.",
      toolCalls: [{ name: "read_transcript", arguments: { from: 0, characters } }],
    },
    { text: "I have read it." },
    { text: "Handed over." },
  ];
  return ({ index, body, tokens }) => {
    const reply = replies[index];
    return { ...reply, text: `${reply.text} (I was sent ${body.messages.length} messages and count ${tokens} tokens.)` };
  };
}
