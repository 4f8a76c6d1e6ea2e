// Code in colours: the syntax of JavaScript, TypeScript and JSON as classes, which the style sheet gives colours.

import { javascriptLanguage, jsxLanguage, tsxLanguage, typescriptLanguage } from "@codemirror/lang-javascript";
import { jsonLanguage } from "@codemirror/lang-json";
import { classHighlighter, highlightCode } from "@lezer/highlight";
import { escaped } from "./html.mjs";

const LANGUAGES = {
  js: javascriptLanguage,
  mjs: javascriptLanguage,
  javascript: javascriptLanguage,
  jsx: jsxLanguage,
  ts: typescriptLanguage,
  typescript: typescriptLanguage,
  tsx: tsxLanguage,
  json: jsonLanguage,
};

/** Classes that the style sheet colours. Others are left out, so that pages stay small. */
const COLOURED = /\b(?:tok-keyword|tok-string|tok-comment|tok-number|tok-bool|tok-propertyName)\b/;

/** The HTML of code in a language; escaped text if the language has no colours. */
export function coloured(code, language) {
  const { parser } = LANGUAGES[language] ?? {};
  if (parser === undefined) return escaped(code);
  let html = "";
  const text = (piece, classes) => {
    const [name] = COLOURED.exec(classes) ?? [];
    html += name === undefined ? escaped(piece) : `<span class="${name}">${escaped(piece)}</span>`;
  };
  highlightCode(code, parser.parse(code), classHighlighter, text, () => {
    html += "\n";
  });
  return html;
}
