import { probe } from "../../probe.mjs";

export const runtime = "edge";

export async function GET() {
  return new Response(await probe());
}
