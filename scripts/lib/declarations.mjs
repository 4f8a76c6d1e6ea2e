// Types that installed packages declare, read with the TypeScript compiler.

import ts from "typescript";
import { at } from "./paths.mjs";

/**
 * Reads types by their names.
 *
 * @template {string} Name
 * @param {Record<Name, string>} sources each type as TypeScript writes it, such as `import("openai/resources").ChatCompletionMessageParam`
 * @returns {{ checker: ts.TypeChecker, types: Record<Name, ts.Type> }}
 * @throws {Error} when a package does not declare a type of this name
 */
export function declaredTypes(sources) {
  const names = Object.keys(sources);
  const file = at("declared-types.mts");
  const text = names.map((name, index) => `export type T${index} = ${sources[name]};\n`).join("");
  const options = {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? text : readFile(path));
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true) : getSourceFile.call(host, path, ...rest);
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const wrong = program.getSemanticDiagnostics(source).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
  if (wrong.length > 0) throw new Error(wrong.join("; "));
  return { checker, types: Object.fromEntries(names.map((name, index) => [name, checker.getTypeAtLocation(source.statements[index])])) };
}

/**
 * Lists the members of a union, without null, functions and the members that stand for values of a later version.
 *
 * @param {ts.Type} type a type that is no union is its own only member
 * @param {ts.TypeChecker} checker
 * @returns {ts.Type[]}
 */
export function membersOf(type, checker) {
  const isNothing = (each) => (each.flags & (ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.Never | ts.TypeFlags.Void)) !== 0;
  const members = (type.isUnion() ? type.types : [type]).filter(
    (each) => !isNothing(each) && each.getCallSignatures().length === 0 && !isUnknown(each, checker),
  );
  const hasLiterals = members.some((each) => each.isStringLiteral());
  // A union of literals that is open for more, as `"a" | (string & {})`.
  return members.filter((each) => !(hasLiterals && !each.isLiteral() && isAnyText(each)));
}

/** SDKs that are generated mark the member for values of a later version. */
function isUnknown(type, checker) {
  if ((type.flags & ts.TypeFlags.Object) === 0 && !type.isIntersection()) return false;
  return ["$unknown", "isUnknown"].some((name) => {
    const property = checker.getPropertyOfType(type, name);
    return property !== undefined && (property.flags & ts.SymbolFlags.Optional) === 0;
  });
}

/** Reports whether a type has all texts, or all texts of a form, for values. */
export function isAnyText(type) {
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.TemplateLiteral)) !== 0 || (type.isIntersection() && type.types.some(isAnyText));
}

/** The fields that tell the members of a union apart. */
const TAGS = ["type", "role"];

/**
 * Lists the names by which the members of a union are told apart, sorted: a literal itself, the literals of the field `type` or `role`, and
 * for members without such a field the names of their fields. A name such as `tool-${string}` is cut to `tool-`.
 *
 * @param {ts.Type} type
 * @param {ts.TypeChecker} checker
 * @returns {string[]}
 */
export function kindsOf(type, checker) {
  const kinds = new Set();
  for (const member of membersOf(type, checker)) for (const kind of kindsOfMember(member, checker)) kinds.add(kind);
  return [...kinds].sort();
}

function kindsOfMember(member, checker) {
  if (isAnyText(member) || member.isStringLiteral()) return textsOf(member, checker);
  for (const name of TAGS) {
    const tag = checker.getPropertyOfType(member, name);
    const texts = tag === undefined ? [] : textsOf(checker.getTypeOfSymbol(tag), checker);
    if (texts.length > 0) return texts;
  }
  return fieldsOf(member, checker);
}

/** Lists the names of the fields that a type may have: methods, and fields that are never given, are none. */
export function fieldsOf(type, checker) {
  const isField = (property) =>
    (property.flags & ts.SymbolFlags.Method) === 0 && membersOf(checker.getTypeOfSymbol(property), checker).length > 0;
  return checker
    .getPropertiesOfType(type)
    .filter(isField)
    .map(({ name }) => name);
}

/** The texts of a literal, of a union of literals, and of the head of a template. */
function textsOf(type, checker) {
  return membersOf(type, checker).flatMap((each) =>
    each.isStringLiteral() ? [each.value] : (each.flags & ts.TypeFlags.TemplateLiteral) !== 0 ? [each.texts[0]].filter(Boolean) : [],
  );
}
