// Media: bytes in a `blob`, an address in a `uri`, an uploaded file in a `file`.

import { withExtras } from "../formats/extras.js";
import { type Fields, optional, others, required } from "../formats/fields.js";
import { typeOfBytes } from "../formats/media-type.js";
import { type Media, splitDataUrl } from "../formats/media.js";
import type { NeutralPart } from "../types/program-format.js";
import { NAME, marked, marksOfPart } from "./names.js";

/** The field of the source of each type of part. */
const SOURCES: Readonly<Record<string, string>> = { blob: "content", uri: "uri", file: "file_id" };

/** Schemes of addresses from which nobody but the program itself can load. */
const OWN_SCHEMES = /^(?:blob|file):/;

/** Reads a part with media; null if neither its type nor its modality is one of ours, such as `video`. */
export function readMedia(fields: Fields, type: string): NeutralPart | null {
  const source = SOURCES[type] as string;
  const [given, modality, text] = [optional(fields, "mime_type"), required(fields, "modality"), required(fields, source)];
  const bytes = type === "uri" ? splitDataUrl(text) : null;
  const data = type === "blob" ? text : bytes?.data;
  const found = given ?? bytes?.mediaType ?? (data === undefined ? undefined : typeOfBytes(data));
  const kind = kindOf(found, modality);
  if (kind === null || (data === undefined && type === "uri" && (OWN_SCHEMES.test(text) || text.startsWith("data:")))) return null;
  // Sound and pictures need a type where their bytes are given.
  if (data !== undefined && found === undefined && kind !== "file") return null;
  const media = {
    type: kind,
    ...(found !== undefined && { mediaType: found }),
    ...(data !== undefined ? { data } : type === "uri" ? { url: text } : { fileId: text }),
  } as NeutralPart;
  const marks = {
    ...(modalityOf(kind, found) !== modality && { modality }),
    ...(given === undefined && found !== undefined && bytes === null && { typed: true as const }),
  };
  const rest = others(fields, ["type", "mime_type", "modality", source]);
  return withExtras(media, { ...rest, ...marked(marks) }, Object.keys(rest).length > 0 ? NAME : undefined);
}

/** The type of our part. The media type decides before the modality: instrumentations write `image` for documents, too. */
function kindOf(mediaType: string | undefined, modality: string): "image" | "audio" | "file" | null {
  const named = (mediaType ?? "").split("/")[0];
  if (named === "image" || named === "audio") return named;
  if (named === "video") return null;
  if (mediaType !== undefined || modality === "document") return "file";
  return modality === "image" || modality === "audio" ? modality : null;
}

function modalityOf(kind: string, mediaType: string | undefined): string {
  if (kind !== "file") return kind;
  const named = (mediaType ?? "").split("/")[0] as string;
  return ["image", "audio", "video"].includes(named) ? named : "document";
}

/** Writes media, and names the fields of ours that it holds; null if it has no source. */
export function writeMedia(part: NeutralPart & Media): { readonly written: Fields; readonly known: readonly string[] } | null {
  const { type, mediaType, data, url, fileId } = part;
  const marks = marksOfPart(part);
  const about = {
    modality: marks.modality ?? modalityOf(type, mediaType),
    ...(mediaType !== undefined && marks.typed !== true && { mime_type: mediaType }),
  };
  if (data !== undefined) return { written: { type: "blob", ...about, content: data }, known: [] };
  if (url !== undefined) return { written: { type: "uri", ...about, uri: url }, known: ["url"] };
  return fileId === undefined ? null : { written: { type: "file", ...about, file_id: fileId }, known: ["fileId"] };
}
