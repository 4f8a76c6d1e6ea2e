// Media: pictures, documents, sound and files.

import { withExtras } from "../../formats/extras.js";
import { type Fields, isFields, others, textOf } from "../../formats/fields.js";
import { keptMarks } from "../../formats/marks.js";
import { typeOfBytes } from "../../formats/media-type.js";
import { type Media, splitDataUrl } from "../../formats/media.js";
import type { NeutralPart } from "../../types/program-format.js";
import type { MediaPart } from "../parts.js";
import { type Marks, NAME } from "./names.js";

/** The types of media that the API reads as bytes (docs.mistral.ai, "Vision" and "Document QnA"). */
const PICTURES = ["image/png", "image/jpeg", "image/webp", "image/gif"];
const OFFICE = "application/vnd.openxmlformats-officedocument.";
const DOCUMENTS = ["application/pdf", `${OFFICE}wordprocessingml.document`, `${OFFICE}presentationml.presentation`];

/** Reads a chunk of media; undefined for a form that is not modelled. */
export function readMedia(chunk: Fields): NeutralPart | undefined {
  switch (chunk.type) {
    case "image_url": {
      const isObject = isFields(chunk.image_url);
      const { url, detail, ...more } = isFields(chunk.image_url) ? chunk.image_url : { url: chunk.image_url };
      if (typeof url !== "string" || url === "" || (detail !== undefined && typeof detail !== "string") || Object.keys(more).length > 0)
        return undefined;
      const media = { ...located(url), ...(detail !== undefined && { detail }) };
      return part("image", media, others(chunk, ["type", "image_url"]), isObject && detail === undefined ? { isObject } : {});
    }
    case "document_url": {
      const { document_url: url, document_name: name } = chunk;
      if (typeof url !== "string" || url === "") return undefined;
      const isNamed = typeof name === "string";
      return part(
        "file",
        { ...located(url), ...(isNamed && { name }) },
        others(chunk, ["type", "document_url", ...(isNamed ? ["document_name"] : [])]),
        {},
      );
    }
    case "input_audio": {
      const data = textOf(chunk.input_audio);
      const mediaType = data === undefined ? undefined : typeOfBytes(data);
      return mediaType?.startsWith("audio/") ? part("audio", { mediaType, data }, others(chunk, ["type", "input_audio"]), {}) : undefined;
    }
    case "file": {
      const { file_id: fileId } = chunk;
      if (typeof fileId !== "string" || fileId === "") return undefined;
      return part("file", { fileId, origin: { format: "mistral" } }, others(chunk, ["type", "file_id"]), {});
    }
    default:
      return undefined;
  }
}

function located(url: string): Media {
  return splitDataUrl(url) ?? { url };
}

/** The part, with a mark of its type of chunk where another would be written. */
function part(type: MediaPart["type"], media: Media, extras: Fields, marks: Marks): NeutralPart {
  const read = { type, ...media } as MediaPart;
  const as = type === "audio" ? "input_audio" : media.fileId !== undefined ? "file" : type === "image" ? "image_url" : "document_url";
  return withExtras(read, { ...extras, ...keptMarks({ ...marks, ...(usualType(read) !== as && { as }) }) }, NAME);
}

/** The chunk of media, and the fields that it holds beside their source; undefined for media that the provider does not take. */
export function writeMedia(media: MediaPart, { as, isObject }: Marks): { written: Fields; known: string[] } | undefined {
  const { mediaType, data, url, fileId, name, detail } = media;
  const address = data === undefined ? url : `data:${mediaType ?? "application/octet-stream"};base64,${data}`;
  switch (as ?? usualType(media)) {
    case "image_url": {
      const image = isObject === true || detail !== undefined ? { url: address, ...(detail !== undefined && { detail }) } : address;
      return { written: { type: "image_url", image_url: image }, known: ["detail"] };
    }
    case "document_url":
      return {
        written: { type: "document_url", document_url: address, ...(name !== undefined && { document_name: name }) },
        known: ["name"],
      };
    case "input_audio":
      return { written: { type: "input_audio", input_audio: data }, known: [] };
    case "file":
      return { written: { type: "file", file_id: fileId }, known: ["fileId"] };
    default:
      return undefined;
  }
}

/** The type of chunk for media of any source; undefined for those that the messages of this API do not hold. */
function usualType({ type, mediaType, data, url }: MediaPart): string | undefined {
  if (data === undefined && url === undefined) return undefined;
  const plain = (mediaType?.split(";")[0] ?? "").trim().toLowerCase();
  const isPicture = PICTURES.includes(plain) || (plain === "" && data === undefined && type === "image");
  if (isPicture) return "image_url";
  const isDocument = type === "file" && (DOCUMENTS.includes(plain) || (plain === "" && data === undefined));
  return isDocument ? "document_url" : undefined;
}
