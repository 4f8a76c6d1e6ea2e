// The questions and decisions of the person, and the answers of the model at the strict provider. The model is a script; everything else is real.

/** The files of the example. */
export const FILES = ["monday.log", "sunday.log", "tuesday.log"];

/** The message that arrives while the first approval is open. */
export const MEANWHILE = "And say how much is left, please.";

/** The two approvals. Each has a question, the client that asks the model, and the arguments that the person allows in place of the model's. */
export const APPROVALS = {
  first: { client: "anthropic", question: "Please tidy up the old logs.", args: { files: ["sunday.log"] } },
  second: { client: "openai", question: "Now the one of Monday.", args: { files: ["monday.log"] } },
};

/** The replies, in the order of accepted requests: for each approval, a reply with calls, and a text reply after it. */
export const REPLIES = [
  {
    text: "I look around and delete what is old.",
    toolCalls: [
      { name: "list_files", arguments: {} },
      { name: "delete_files", arguments: { files: ["sunday.log", "monday.log"] } },
    ],
  },
  { text: "Only Sunday's log was to go, and it is gone. Two are left." },
  {
    text: "I delete it.",
    toolCalls: [
      { name: "list_files", arguments: {} },
      { name: "delete_files", arguments: { files: ["*"] } },
    ],
  },
  { text: "Monday's log is gone, too." },
];
