// The server of the commands for coding agents: the Model Context Protocol, over standard input and output.

import { McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Run } from "../streams.js";
import { Folder } from "./folder.js";
import { TOOLS } from "./tools.js";

const INSTRUCTIONS =
  "Requests to language models (OpenAI, Anthropic, Gemini, Bedrock, Mistral, and formats of frameworks): why a provider refuses one, a repaired one, one that fits the context window, one for another provider. Give a text in the form that you have, or a file of the folder in which this server runs.";

/** Serves until the client closes the connection. */
export async function serve(run: Run, version: string): Promise<void> {
  const server = new McpServer({ name: "backscroll", version }, { instructions: INSTRUCTIONS });
  const folder = new Folder(process.cwd());
  for (const { name, title, description, inputSchema, annotations, call } of TOOLS)
    server.registerTool(name, { title, description, inputSchema, annotations }, (given) => call(given as never, run, folder));
  const transport = new StdioServerTransport();
  await server.connect(transport);
  await new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.close();
}
