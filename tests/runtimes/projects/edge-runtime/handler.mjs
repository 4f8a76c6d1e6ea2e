import { probe } from "./probe.mjs";

addEventListener("fetch", (event) => event.respondWith(probe().then((answer) => new Response(answer))));
