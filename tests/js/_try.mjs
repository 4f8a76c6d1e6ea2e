import { fit, convert, estimateTokens, sanitize } from "backscroll";
import "backscroll/ai-sdk"; import "backscroll/langchain"; import "backscroll/strands/format";
import { readFileSync } from "node:fs";
const { messages } = JSON.parse(readFileSync("tests/fixtures/agent-transcript.json","utf8"));
const total = estimateTokens(convert(messages,"openai-chat","backscroll").body);
console.log(messages.length,total);
const max=Math.floor(total*0.25);
const freeze=(v)=>{ if (v && typeof v==="object"&&!Object.isFrozen(v)){Object.freeze(v);Object.values(v).forEach(freeze);} return v;};
for (const format of ["openai-chat","anthropic","openai-responses","gemini","bedrock","mistral","ai-sdk","langchain","strands","backscroll","ai-sdk-ui"]) {
  const name = format==="ai-sdk-ui"?"ai-sdk":format;
  let body = format==="openai-chat"?{messages}:convert(messages,"openai-chat",name,format==="ai-sdk-ui"?{form:"ui"}:undefined).body;
  const list = Array.isArray(body)?body:(body.messages??body.input??body.contents);
  freeze(body);
  const whole=Array.isArray(body)?body:body;
  try {
    console.time(format);
    const r = fit(name, whole, {maxTokens:max});
    console.timeEnd(format);
    const out = r.messages ?? (r.body.messages??r.body.input??r.body.contents);
    const same = out.filter(m=>list.includes(m)).length;
    console.time("mem");
    const r2 = fit(name, whole, {maxTokens:max, memory: JSON.parse(JSON.stringify(r.memory))});
    console.timeEnd("mem");
    const eq = JSON.stringify(r2.messages??r2.body)===JSON.stringify(r.messages??r.body);
    const again = fit(name, r.messages??r.body, {maxTokens:max});
    const idem = JSON.stringify(again.messages??again.body)===JSON.stringify(r.messages??r.body);
    console.log(format, list.length, "->", out.length, "same", same, "tokens", r.tokens, "of", max, "mem eq", eq, r2.tokens, "note", r2.memoryNote, "idem", idem, "afresh", again.tokens, "memory bytes", JSON.stringify(r.memory).length, r.repairs.length);
    const l = fit(name, list, {maxTokens:max}); console.log("  list", l.messages.length, l.tokens);
  } catch (e) { console.log(format, e.code, e.message, e.stack.split("\n").slice(1,4).join("|")); }
}
