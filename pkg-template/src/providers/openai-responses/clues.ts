// Clues of OpenAI Responses.

import { type Clue, LIKELY, SURE, has, typed } from "../../doctor/clue.js";
import { STEPS } from "../gemini-interactions/clues.js";

/** Items of the Responses API. */
const ITEMS = [
  "function_call",
  "function_call_output",
  "item_reference",
  "web_search_call",
  "file_search_call",
  "computer_call",
  "computer_call_output",
  "code_interpreter_call",
  "mcp_call",
  "custom_tool_call",
  "custom_tool_call_output",
];

export const CLUES: readonly Clue[] = [
  {
    formats: ["openai-responses"],
    points: SURE,
    why: "It has `input`, as requests of OpenAI's Responses API have.",
    is: ({ body, list }) => has(body, "input") && !has(body, "messages") && !typed(list, ...STEPS) && !has(body, "system_instruction"),
  },
  {
    formats: ["openai-responses"],
    points: SURE,
    why: "Its items are of OpenAI's Responses API.",
    is: ({ list }) => typed(list, ...ITEMS) && !typed(list, ...STEPS),
  },
  {
    formats: ["openai-responses"],
    points: SURE,
    why: "Its parts are `input_text` and `output_text`.",
    is: ({ parts }) => typed(parts, "input_text", "output_text", "input_image", "input_file", "summary_text"),
  },
  {
    formats: ["openai-responses"],
    points: LIKELY,
    why: "It has `instructions`, `previous_response_id`, `reasoning` or `text`.",
    is: ({ body }) => has(body, "instructions", "previous_response_id", "max_output_tokens") && !has(body, "messages", "inputs"),
  },
];
