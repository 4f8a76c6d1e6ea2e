// Pictures and files of random transcripts, as small as providers accept.

/** One white pixel. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII=";

const PDF_LINES = ["%PDF-1.4", "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj", "2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj"];
const PDF = Buffer.from(PDF_LINES.join("\n")).toString("base64");

/**
 * Returns a picture or a file, as bytes or as a URL.
 *
 * @param {import("../random.mjs").Random} chance
 * @param {"any" | "png"} kinds `png`: only pictures as bytes, which every library accepts
 */
export function medium(chance, kinds) {
  const picture = { type: "image", mediaType: "image/png", data: PNG };
  if (kinds === "png") return picture;
  const file = { type: "file", mediaType: "application/pdf", name: "offer.pdf" };
  const linked = { type: "image", url: `https://pictures.example/${chance.below(1_000)}.png`, detail: chance.pick(["low", "high"]) };
  return chance.pick([picture, linked, { ...file, data: PDF }, { ...file, url: `https://files.example/${chance.below(1_000)}.pdf` }]);
}
