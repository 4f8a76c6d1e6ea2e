// The exports of the core, for type-checking before there is one. A built `build/glue.d.ts` takes precedence.

declare module "*/build/glue.js" {
  interface Shortening {
    longerThan: number;
    head: number;
    tail: number;
    media: boolean;
    largest: boolean;
    until: number | undefined;
  }

  export class Core {
    constructor(estimator: string, messageBytes: number, depth: number);
    free(): void;
    reserve(bytes: number): number;
    outPtr(): number;
    idPrefix(): string;
    appendText(role: number, length: number, createdAt: number): number;
    appendMessage(length: number): number;
    lastAppendWasNew(): boolean;
    messages(): number;
    lastAssistant(): number;
    currentRequest(): string | undefined;
    messageCount(): number;
    tokensSpent(): number;
    contextTokens(): number;
    paramsTokens(): number;
    addedTokens(): number;
    truncate(keepRecent: number, keepSystem: boolean): number;
    clear(): void;
    plainOpenai(): number;
    plainAnthropic(): number;
    read(format: string, length: number, createdAt: number): number;
    addResponse(format: string, length: number, createdAt: number): number;
    readProgram(length: number, createdAt: number): number;
    addProgramResponse(length: number, createdAt: number): number;
    request(target: number, paramsLength: number, optionsLength: number): number;
    repairCount(): number;
    repairs(): number;
    isBusy(): boolean;
    setRunning(isRunning: boolean): void;
    enqueue(length: number, createdAt: number): number;
    pending(): number;
    withdraw(id: number): boolean;
    promote(createdAt: number): number;
    tryPromote(createdAt: number): number | undefined;
    keepPromoted(id: number): void;
    takeBack(id: number): void;
    asking(): number;
    openCalls(length: number): number;
    untilNextAnswer(length: number): number;
    checkpointId(): string;
    suspend(length: number): void;
    suspended(): number;
    lastRequest(): number;
    answer(length: number, createdAt: number): void;
    snapshot(length: number): number;
    restore(length: number, estimator: string, createdAt: number): number;
    save(): number;
    goBack(id: number): boolean;
    forgetSavepoint(id: number): void;
    beginDraft(): number;
    draftTokens(id: number): number;
    draftTurns(id: number): number;
    draftKeepTurns(id: number, turns: number): number;
    draftKeepMessages(id: number, count: number): number;
    draftRemove(id: number, length: number): number;
    draftShorten(id: number, options: Shortening): number;
    draftClear(id: number, keep: number, length: number): number;
    draftSummarize(id: number, length: number, pinFirst: number, createdAt: number): number;
    draftReplace(id: number, length: number, createdAt: number): void;
    draftShrink(id: number, target: number, jump: number): number;
    draftGiveUp(id: number, target: number, jump: number, keepTurns: number): number;
    draftSlide(id: number, size: number, pinFirst: number, until: number | undefined): number;
    draftCount(id: number): number;
    draftMessages(id: number): number;
    draftOldest(id: number, messages: number, roundsUp: boolean, pinFirst: number, budget: number): number;
    draftSurplus(id: number, goal: number, keepTurns: number, maySplit: boolean, budget: number): number;
    copyDraft(id: number): number;
    restoreDraft(id: number, copy: number): void;
    draftNoteSurrogates(id: number, count: number): void;
    draftNoteSkipped(id: number, length: number): void;
    commitDraft(id: number): boolean;
    dropDraft(id: number): void;
    reductionCount(): number;
    reduction(): number;
    unweighed(): number;
    weigh(length: number): void;
  }

  export class Desk {
    constructor();
    free(): void;
    reserve(bytes: number): number;
    outPtr(): number;
    sanitize(target: number, length: number, optionsLength: number): number;
    validate(target: number, length: number, optionsLength: number): number;
    convert(from: string, to: string, length: number, optionsLength: number, form: string): number;
    convertProgram(from: string, to: string, length: number, optionsLength: number, sourceLength: number, targetLength: number): number;
    checkProgramBody(format: string, length: number, isAnswer: boolean, messageBytes: number, depth: number): boolean;
    trim(target: number, length: number, optionsLength: number, estimator: string, most: number): number;
    bodyTexts(target: number, length: number, optionsLength: number): number;
    texts(length: number): number;
    sanitizeToolCalls(length: number): number;
    estimate(estimator: string, length: number, isText: boolean): number;
  }

  export function __wbg_reset_state(): void;
  export function initSync(module: { module: Uint8Array<ArrayBuffer> }): { readonly memory: WebAssembly.Memory };
}

declare module "*/build/core.text.js" {
  const text: string;
  export default text;
}

declare module "*/build/core.build.js" {
  const build: string;
  export default build;
}
