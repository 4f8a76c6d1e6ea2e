import { probe } from "./probe.mjs";

export default { fetch: async () => new Response(await probe()) };
