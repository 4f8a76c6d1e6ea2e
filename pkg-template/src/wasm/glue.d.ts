// The exports of the core, for type-checking before there is one. A built `build/glue.d.ts` takes precedence.

declare module "*/build/glue.js" {
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
    markSent(target: number): void;
    repairCount(): number;
    repairs(): number;
    isBusy(): boolean;
    setRunning(isRunning: boolean): boolean;
    enqueue(length: number, createdAt: number): number;
    pending(): number;
    withdraw(id: number): boolean;
    promote(createdAt: number): number;
    asking(): number;
    openCalls(length: number): number;
    untilNextAnswer(length: number): number;
    checkpointId(): string;
    suspend(length: number): void;
    suspended(): number;
    lastRequest(): number;
    answer(length: number, createdAt: number): number;
    snapshot(length: number): number;
    bill(): number;
    sharedTokens(target: number): number;
    restore(length: number, estimator: string, createdAt: number): number;
    beginTransaction(createdAt: number): number;
    saveHistory(transaction: number): void;
    commitTransaction(transaction: number): void;
    rollBackTransaction(transaction: number, undoesReductions: boolean): void;
    beginDraft(): CoreDraft;
    edit(draft: CoreDraft, length: number, createdAt: number | undefined): number;
    query(draft: CoreDraft, length: number): number;
    draftTokens(draft: CoreDraft): number;
    commit(draft: CoreDraft): boolean;
    openReplay(format: string, length: number, optionsLength: number, programLength: number): CoreReplay;
    besideTokens(replay: CoreReplay): number;
    resumeReplay(replay: CoreReplay, length: number): void;
    advance(replay: CoreReplay, room: number): boolean;
    sentTokens(replay: CoreReplay): number;
    fitted(replay: CoreReplay): number;
    fitMemory(replay: CoreReplay): number;
    keepTranscript(keeps: boolean): void;
    message(length: number): number;
    transcript(since: number): number;
    reductions(): number;
    archive(): number;
    undo(): boolean;
    rewind(length: number, isBefore: boolean): number;
    editMessage(id: number, message: number, createdAt: number): number;
    select(length: number): void;
    becomeFork(): void;
    changeCount(): number;
    rewriteCount(): number;
    appendedCount(): number;
    reductionCount(): number;
    reduction(): number;
    unweighed(): number;
    unweighedOf(draft: CoreDraft): number;
    weigh(length: number): void;
    unweighedBeside(): number;
    weighTexts(length: number): void;
    weighIn(draft: CoreDraft, length: number): void;
  }

  export class CoreDraft {
    free(): void;
    copy(): CoreDraft;
  }

  export class CoreReplay {
    free(): void;
  }

  export class Stateless {
    constructor();
    free(): void;
    reserve(bytes: number): number;
    outPtr(): number;
    sanitize(target: number, length: number, optionsLength: number): number;
    validate(target: number, length: number, optionsLength: number): number;
    breakpoints(target: number, length: number, optionsLength: number): number;
    convert(from: string, to: string, length: number, optionsLength: number, sourceLength: number, targetLength: number): number;
    checkProgramBody(format: string, length: number, isAnswer: boolean, messageBytes: number, depth: number): boolean;
    trim(target: number, length: number, optionsLength: number, estimator: string, most: number, byAge: boolean): number;
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
