// The addresses of vendors' APIs.

import { vendorOf } from "./ours.mjs";
import { sourceOfVendor } from "./sources.mjs";

/** Compares the hosts of the catalogue with the addresses of our vendors. @type {import("./differences.mjs").Comparison} */
export function compareAddresses(models) {
  const hosts = new Map(models.map((model) => [new URL(model.baseURL).host, model]));
  return [...hosts].map(([host, model]) => {
    const vendor = vendorOf(model);
    return {
      subject: "address",
      of: host,
      model: model.id,
      ours: vendor === null ? "no vendor" : "a vendor",
      theirs: "a vendor",
      sources: [sourceOfVendor(vendor), model.source],
    };
  });
}
