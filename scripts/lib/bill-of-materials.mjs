// The software bill of materials: what is compiled into the package, in the form of CycloneDX, which scanners read.

import { takenOf } from "./licences.mjs";

/**
 * Returns the bill as JSON. It has no time and no serial number, so that equal sources make equal files.
 *
 * @param {{ name: string, version: string, license: string }} manifest
 * @param {import("./licences.mjs").Part[]} parts
 */
export function billOfMaterials({ name, version, license }, parts) {
  const own = urlOf("npm", name, version);
  const components = parts.map((part) => ({
    type: "library",
    "bom-ref": urlOf(part.from, part.name, part.version),
    name: part.name,
    version: part.version,
    ...(part.sha256 !== null && { hashes: [{ alg: "SHA-256", content: part.sha256 }] }),
    licenses: [{ license: { id: takenOf(part), acknowledgement: "concluded" } }],
    purl: urlOf(part.from, part.name, part.version),
  }));
  components.sort((one, other) => (one.purl < other.purl ? -1 : 1));
  const bill = {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "library", "bom-ref": own, name, version, licenses: [{ expression: license }], purl: own } },
    components,
    dependencies: [{ ref: own, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The package URL of a part. */
function urlOf(from, name, version) {
  return `pkg:${from}/${name.replace("@", "%40")}@${encodeURIComponent(version)}`;
}
