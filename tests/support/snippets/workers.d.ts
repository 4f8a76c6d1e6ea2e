// The part of Cloudflare's `agents` 0.32 that docs/recipes/cloudflare-agents.md uses. The package is 44 MB, so only `tests/stores`, which runs the
// recipe in Cloudflare's runtime, has it.

declare module "agents" {
  import { DurableObject } from "cloudflare:workers";

  export type WSMessage = ArrayBuffer | ArrayBufferView | string;
  export type Connection = WebSocket & { id: string };

  export class Agent<Env> extends DurableObject<Env> {
    onStart(): void | Promise<void>;
    onMessage(connection: Connection, message: WSMessage): void | Promise<void>;
    broadcast(message: string): void;
    keepAliveWhile<Result>(work: () => Promise<Result>): Promise<Result>;
  }

  export function routeAgentRequest<Env>(request: Request, env: Env): Promise<Response | null>;
}
