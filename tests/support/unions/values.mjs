// Values of a declared type: its smallest value, and each value that differs from it in one place.

import { isDeepStrictEqual } from "node:util";
import ts from "typescript";
import { isAnyText, membersOf } from "../../../scripts/lib/declarations.mjs";

/**
 * @typedef {object} Value
 * @property {string} label the way to the difference, such as `tool_result.content[].text.cache_control`
 * @property {unknown} value
 */

/**
 * @typedef {object} Samples decides what the types do not say
 * @property {(name: string, owner: string) => unknown} text a string for the field `name` of the type `owner`
 * @property {Record<string, unknown>} [named] values of types that stand for any JSON, or for bytes, by the name of the type, or as `Type.field`
 * @property {ReadonlySet<string>} [needed] optional fields without which a value says nothing, as `Type.field`
 * @property {number} [depth] types inside of one another; fields of deeper types have one value
 */

/** The name of a type; of an intersection, that of its first member with a name. */
function nameOf(type) {
  const name = (type.aliasSymbol ?? type.symbol)?.name ?? "";
  return name === "" && type.isIntersection() ? (type.types.map(nameOf).find((each) => !["", "__type"].includes(each)) ?? "") : name;
}

/**
 * @param {{ checker: ts.TypeChecker, type: ts.Type, samples: Samples }} options
 * @returns {Value[]} for each member of a union its smallest value first, then those with one difference
 * @throws {Error} when there is no value of a member
 */
export function valuesOf({ checker, type, samples }) {
  const { text, named = {}, needed = new Set(), depth = 7 } = samples;

  /** The smallest value, and whether there is one. @returns {[unknown] | []} */
  function smallest(type, name, owner, within) {
    const [first] = values(type, { name, owner, label: "", within, isSmall: true });
    return first === undefined ? [] : [first.value];
  }

  /** @returns {Value[]} */
  function values(type, place) {
    const given = [nameOf(type), `${place.owner}.${place.name}`].find((each) => each in named);
    if (given !== undefined) return [{ label: place.label, value: named[given] }];
    const members = membersOf(type, checker);
    const all = members.flatMap((member) => {
      const tag = members.length > 1 ? tagOf(member) : "";
      return ofMember(member, { ...place, label: place.label + tag });
    });
    return place.isSmall ? all.slice(0, 1) : all;
  }

  function tagOf(member) {
    if (member.isStringLiteral()) return `=${member.value}`;
    const kind = checker.getPropertyOfType(member, "type") ?? checker.getPropertyOfType(member, "role");
    const literal = kind && checker.getTypeOfSymbol(kind);
    return literal?.isStringLiteral() ? `:${literal.value}` : checker.isArrayType(member) ? "" : `:${nameOf(member) || checker.typeToString(member)}`;
  }

  function ofMember(type, place) {
    const { name, owner, label, within, isSmall } = place;
    const own = nameOf(type);
    if (own in named) return [{ label, value: named[own] }];
    if (type.isStringLiteral() || type.isNumberLiteral()) return [{ label, value: type.value }];
    if (type.flags & ts.TypeFlags.BooleanLiteral) return [{ label: `${label}=${type.intrinsicName}`, value: type.intrinsicName === "true" }];
    if (isAnyText(type)) return [{ label, value: text(name, owner) }];
    if (type.flags & ts.TypeFlags.Number) return [{ label, value: 1 }];
    if (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return [{ label, value: { k: "v" } }];
    if (checker.isTupleType(type)) return [];
    if (within.includes(type)) return [];
    const inside = [...within, type];
    if (checker.isArrayType(type)) {
      const [element] = checker.getTypeArguments(type);
      return values(element, { ...place, label: `${label}[]`, within: inside }).map(({ label, value }) => ({ label, value: [value] }));
    }
    if (isOfPlatform(type)) return [];
    const isNever = (property) => membersOf(checker.getTypeOfSymbol(property), checker).length === 0;
    const properties = checker.getPropertiesOfType(type).filter((property) => !isNever(property));
    const index = checker.getIndexInfosOfType(type)[0];
    if (properties.length === 0) {
      if (index === undefined) return [{ label, value: {} }];
      return smallest(index.type, name, own, inside).map((value) => ({ label: `${label}{}`, value: { k: value } }));
    }
    const base = {};
    const given = properties.filter((property) => !isOptional(property) || needed.has(`${own}.${property.name}`));
    // An empty object says nothing.
    if (given.length === 0 && within.length > 0) given.push(...properties.slice(0, 1));
    for (const property of given) {
      const found = smallest(checker.getTypeOfSymbol(property), property.name, own, inside);
      // No JSON stands for the property, so none stands for the object.
      if (found.length === 0) return [];
      [base[property.name]] = found;
    }
    const all = [{ label, value: base }];
    if (isSmall || inside.length > depth) return all;
    for (const property of properties) {
      const here = values(checker.getTypeOfSymbol(property), { name: property.name, owner: own, label: `${label}.${property.name}`, within: inside, isSmall: false });
      const isNew = ({ value }) => !(property.name in base) || !isDeepStrictEqual(value, base[property.name]);
      for (const each of here.filter(isNew)) all.push({ label: each.label, value: { ...base, [property.name]: each.value } });
    }
    return all;
  }

  const members = membersOf(type, checker);
  return members.flatMap((member) => {
    const label = members.length > 1 ? tagOf(member) : "";
    const found = ofMember(member, { name: "", owner: "", label, within: [], isSmall: false });
    if (found.length === 0) throw new Error(`no value of the type ${checker.typeToString(member)} is known`);
    return found;
  });
}

/** Reports whether a type has methods, as `URL` and `ArrayBuffer` have: its values are no JSON. */
const isOfPlatform = (type) => type.getProperties().some(({ flags }) => (flags & ts.SymbolFlags.Method) !== 0);
const isOptional = (property) => (property.flags & ts.SymbolFlags.Optional) !== 0;
