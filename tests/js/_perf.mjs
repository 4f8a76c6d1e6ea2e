import { fit, trim, sanitize } from "backscroll";
import { agentMessages } from "../../benches/lib/material.mjs";
for (const [n, chars] of [[2000, 2000],[10000,500]]) {
const messages = agentMessages(n, chars).map(m=>m["openai-chat"]);
const body={model:"gpt-5",messages};
let mem=fit("openai-chat",body,{maxTokens:100_000}).memory;
const t=(name,f)=>{ const ts=[]; for(let i=0;i<5;i++){const s=performance.now(); f(); ts.push(performance.now()-s);} console.log(n,name,Math.min(...ts).toFixed(1)); };
t("stringify",()=>JSON.stringify(body));
t("sanitize",()=>sanitize("openai-chat",body));
t("trim",()=>trim("openai-chat",body,{maxTokens:100_000}));
t("fit",()=>fit("openai-chat",body,{maxTokens:100_000}));
t("fit memory",()=>fit("openai-chat",body,{maxTokens:100_000,memory:mem}));
t("neutral fit memory",()=>{});
console.log(JSON.stringify(mem).length);
}
