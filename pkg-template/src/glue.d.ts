// The exports of the core, for type-checking before there is one. A built `build/glue.d.ts` takes precedence.

declare module "*/build/glue.js" {
  export class Core {
    constructor(options: { estimator: string; messageBytes: number; depth: number });
    free(): void;
    reserve(bytes: number): number;
    outPtr(): number;
    idPrefix(): string;
    appendText(role: number, length: number, createdAt: number): number;
    appendMessage(length: number): number;
    lastAppendWasNew(): boolean;
    messages(): number;
    lastAssistant(): number;
    messageCount(): number;
    tokenCount(): number;
    contextTokens(): number;
    paramsTokens(length: number): number;
    addedTokens(): number;
    truncate(keepRecent: number, keepSystem: boolean): number;
    clear(): void;
    plainOpenai(): number;
    plainAnthropic(): number;
    read(format: string, length: number, createdAt: number): number;
    addResponse(format: string, length: number, createdAt: number): number;
    request(target: number, paramsLength: number, optionsLength: number): number;
    repairCount(): number;
    repairs(): number;
    revision(): number;
    save(): number;
    goBack(id: number): boolean;
    forgetSavepoint(id: number): void;
    beginDraft(): number;
    draftTokens(id: number): number;
    draftTurns(id: number): number;
    draftKeepTurns(id: number, turns: number): number;
    draftKeepMessages(id: number, count: number): number;
    draftRemove(id: number, length: number): number;
    draftShorten(id: number, longerThan: number, head: number, tail: number, largest: boolean, until: number): number;
    draftClear(id: number, keep: number, length: number): number;
    draftSummarize(id: number, length: number, createdAt: number): number;
    draftReplace(id: number, length: number, createdAt: number): void;
    draftFit(id: number, targetTokens: number): number;
    draftNoteSurrogates(id: number, count: number): void;
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
