// The places that words are taken from: `{"type": "web", "url"}` in TypeScript, `{"web": {"url"}}` in Python and Converse.

import { type Fields, fieldsOf, isFields, others } from "../../formats/fields.js";

/** Turns citations of TypeScript into those of Converse. */
export function fromTypeScript(citations: unknown): unknown {
  return placed(citations, (location) => {
    const { type } = location;
    if (typeof type !== "string") return location;
    return { [type === "searchResult" ? "searchResultLocation" : type]: others(location, ["type"]) };
  });
}

/** Turns citations of Converse into those of TypeScript. */
export function toTypeScript(citations: unknown): unknown {
  return placed(citations, (location) => {
    const [[name, place] = ["", undefined], second] = Object.entries(location);
    if (!isFields(place) || second !== undefined) return location;
    return { type: name === "searchResultLocation" ? "searchResult" : name, ...place };
  });
}

/** The citations with other places. */
function placed(citations: unknown, rewrite: (location: Fields) => unknown): unknown {
  if (!Array.isArray(citations)) return citations;
  return citations.map((citation: unknown) => {
    if (!isFields(citation) || citation.location === undefined) return citation;
    const { location } = citation;
    return { ...citation, location: isFields(location) ? rewrite(fieldsOf(location)) : location };
  });
}
