// Sessions of coding agents.

import { ConversationManager, type Cost } from "backscroll";
import { compareRequests } from "backscroll/cache";
import { type Session, type SessionAnswer, type SessionFormat, type SessionProgram, type SessionRequest, type SessionTranscript, readSession, sessionCost } from "backscroll/sessions";

const session: Session | null = readSession("{}");
export const program: SessionProgram | undefined = session?.program;
export const about: (string | null | undefined)[] = [session?.id, session?.directory, session?.version];
const transcripts: SessionTranscript[] = session?.transcripts ?? [];
export const conversations = transcripts.map(({ format, body }) => ConversationManager.from(format, body));
export const formats: SessionFormat[] = transcripts.map(({ format }) => format);
export const answers: SessionAnswer[] = transcripts.flatMap((transcript) => transcript.answers);
export const cost: Cost | null = session && sessionCost(session, { at: 0, prices: [{ model: "m", input: 1, output: 2 }] });
export const left: number = (session?.left ?? []).reduce((sum, { count }) => sum + count, 0);

export function lost(transcript: SessionTranscript): number {
  const [before, after]: SessionRequest[] = transcript.requests();
  return before && after ? compareRequests(after.format, before.body, after.body).lostTokens : 0;
}

// @ts-expect-error: the text of the file
readSession(new Uint8Array());
// @ts-expect-error: it may be none
readSession("{}").transcripts;
// @ts-expect-error: a session
sessionCost([]);
