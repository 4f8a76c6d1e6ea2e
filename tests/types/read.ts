// Texts that people paste.

import { validate } from "backscroll";
import { type Pasted, type PastedAnswer, type PastedFault, type PastedRange, type PastedRequest, type TextEdit, editedText, readPaste } from "backscroll/read";

const { kind, taken, form, isGuess, requests, refusal, answer, fault }: Pasted = readPaste("{}");
export const [first]: PastedRequest[] = requests;
export const range: PastedRange | undefined = first?.rangeOf("messages[0]");
export const edits: TextEdit[] | null = first?.editsTo({ messages: [] }) ?? null;
export const text: string = editedText("{}", edits ?? []);
export const said: [string, string, string, boolean, string | null, PastedAnswer | null, PastedFault | null] = [kind, taken, form, isGuess, refusal, answer, fault];
export const broken = requests.map(({ value, detected }) => (detected === null ? [] : validate(detected.format as "anthropic", value)));

// @ts-expect-error: bytes are no text
readPaste(new Uint8Array());
// @ts-expect-error: there is no such kind
if (kind === "json") throw new Error();
// @ts-expect-error: `edits` may be null
editedText("{}", edits);
