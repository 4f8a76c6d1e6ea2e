import { probe } from "../../probe.mjs";

export const dynamic = "force-dynamic";

export async function GET() {
  return new Response(await probe());
}
