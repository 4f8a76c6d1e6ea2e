// The entry `backscroll/sessions`: sessions of coding agents, read as transcripts with their usage. It needs no engine.

export { readSession, sessionCost } from "./read-session.js";
export type { Session, SessionAnswer, SessionFormat, SessionProgram, SessionRequest, SessionTranscript } from "./session-types.js";
