// The page for an address that the site does not have. A host may answer with it at any depth, so it holds its style and finds the site.

import { createHash } from "node:crypto";

const STYLE = `:root{color-scheme:light dark}body{font:400 1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem}a{color:light-dark(#1f4fd8,#94b4ff)}`;

/** Goes up from the address until a folder has the site's index of refusals, and makes the links lead there. */
const SCRIPT = `(async()=>{for(let at=new URL(".",location.href);;at=new URL("..",at)){const r=await fetch(new URL("assets/search.json",at),{method:"HEAD"}).catch(()=>null);if(r&&r.ok){for(const a of document.querySelectorAll("a"))a.href=new URL(a.dataset.to,at);return}if(at.pathname==="/")return}})()`;

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export function missingPage() {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}; connect-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="There is no page at this address.">
<title>No such page · backscroll</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>There is no page at this address</h1>
<p>It may have moved. Look for it in the <a href="refusals/" data-to="refusals/">refusals</a> or in the <a href="docs/" data-to="docs/">documents</a>, or <a href="./" data-to="./">paste the error</a>.</p>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}
