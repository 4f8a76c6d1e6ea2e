// Modules that a reader's own tools declare: newer types of Node, a bundler, and an engine of workflows.

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

// The part of version 1.24 that docs/recipes/workflows.md uses. The package is 37 MB.
declare module "@temporalio/workflow" {
  export function proxyActivities<Activities>(options: { startToCloseTimeout: string }): Activities;
}
