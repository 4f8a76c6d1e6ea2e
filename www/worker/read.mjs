// TEMPORARY: the API of backscroll/read over the old reader.
import { detectFormat } from "backscroll/doctor";
import { readPaste as old } from "./old-read.mjs";
import { editsOf } from "./patch.mjs";
import { nodeAt, treeOf, faultIn } from "./places.mjs";
export function editedText(text, edits) { let [out, from] = ["", 0]; for (const e of edits) { out += text.slice(from, e.from) + e.insert; from = e.to; } return out + text.slice(from); }
export function readPaste(text) {
  const first = old(text, 1);
  const sources = first.lines.length > 0 ? first.lines.map((_, i) => [old(text, i + 1).source, `line ${i + 1}`]) : first.source ? [[first.source, ""]] : [];
  const kind = first.kind === "empty" ? "empty" : sources.length > 0 ? "request" : first.kind === "broken" ? "broken" : "refusal";
  const fault = first.kind === "broken" ? { ...faultIn(text, first.fault.offset), isTruncated: false } : null;
  return { kind, taken: "A request.", form: first.kind === "curl" ? "curl (bash)" : "JSON", isGuess: false, refusal: first.refusal || null, answer: null, fault,
    requests: sources.map(([s, place]) => { let root = null; const tree = () => (root ??= treeOf(s.json)); return {
      value: s.value, detected: detectFormat(s.value), place, isInText: true, from: s.at(0), to: s.at(s.json.length), url: null, refusal: null,
      rangeOf(path) { const n = nodeAt(tree(), path); const p = n.parent; const k = p?.type === "property" ? p.children[0] : null; return { from: s.at(n.offset), to: s.at(n.offset + n.length), keyFrom: k ? s.at(k.offset) : null, keyTo: k ? s.at(k.offset + k.length) : null }; },
      editsTo(after) { return editsOf(s.json, tree(), s.value, after).map(({ from, to, insert }) => ({ from: s.at(from), to: s.at(to), insert: s.written(insert) })); },
    }; }) };
}
