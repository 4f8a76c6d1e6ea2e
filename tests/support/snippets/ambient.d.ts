// Modules that a reader's own tools declare: newer types of Node, and a bundler.

declare module "node:sqlite" {
  export class DatabaseSync {
    constructor(path: string);
    exec(sql: string): void;
    prepare(sql: string): { get(...given: any[]): unknown; all(...given: any[]): unknown[]; run(...given: any[]): { changes: number | bigint } };
  }
}

declare module "backscroll/core.wasm?url" {
  const url: string;
  export default url;
}

declare module "react-dom/client" {
  import type { ReactNode } from "react";
  export function createRoot(container: Element): { render(children: ReactNode): void };
}
