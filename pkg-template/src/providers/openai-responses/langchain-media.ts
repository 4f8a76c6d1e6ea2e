// Pictures and files of OpenAI's Responses in LangChain.

import { extrasOf, withExtras } from "../../formats/extras.js";
import { type Fields, fieldsOf, others } from "../../formats/fields.js";
import { type Media, splitDataUrl } from "../../formats/media.js";
import type { MediaPart } from "../../langchain/media-form.js";
import { dataUrlOf, formed, located, optionalTexts, partOf } from "../../langchain/media-parts.js";

/** Reads a part; undefined when it has a field that is not modelled, null when it is of another form. */
export function read(fields: Fields, type: string): MediaPart | undefined | null {
  return type === "input_image" ? readInputImage(fields) : type === "input_file" ? readInputFile(fields) : null;
}

function readInputImage(fields: Fields): MediaPart | undefined {
  const texts = optionalTexts(fields, ["image_url", "file_id", "detail"]);
  if (texts === undefined || (texts.image_url === undefined) === (texts.file_id === undefined)) return undefined;
  const { image_url: url, file_id: id, detail } = texts;
  const media = { ...(url !== undefined ? located(url) : uploaded(id)), detail: detail === "auto" ? undefined : detail };
  const rest = others(fields, ["type", "image_url", "file_id", "detail"]);
  // The mark of a picture without a detail takes the place of that of its form.
  if (fields.detail === undefined) return withExtras(partOf("image", media), { ...rest, writtenAs: { noDetail: true } });
  return formed("image", media, rest, "openai-responses");
}

function readInputFile(fields: Fields): MediaPart | undefined {
  const texts = optionalTexts(fields, ["file_data", "file_url", "file_id", "filename", "detail"]);
  if (texts === undefined) return undefined;
  const { file_data: data, file_url: url, file_id: id, filename: name, detail } = texts;
  if ([data, url, id].filter((place) => place !== undefined).length !== 1) return undefined;
  const place = data !== undefined ? (splitDataUrl(data) ?? { data }) : url !== undefined ? { url } : uploaded(id);
  const rest = others(fields, ["type", "file_data", "file_url", "file_id", "filename", "detail"]);
  return formed("file", { ...place, name, detail }, rest, "openai-responses");
}

function uploaded(fileId: string | undefined): Media {
  return { fileId, origin: { format: "openai-responses" } };
}

/** Writes a part. */
export function write(part: MediaPart, media: Media): Fields {
  const { data, url, fileId, name, detail } = media;
  const isById = fileId !== undefined && url === undefined && data === undefined;
  if (part.type === "image") {
    const place = isById ? { file_id: fileId } : { image_url: dataUrlOf(media) };
    const isUnsaid = detail === undefined && fieldsOf(extrasOf(part).writtenAs).noDetail === true;
    return { type: "input_image", ...place, ...(!isUnsaid && { detail: detail ?? "auto" }) };
  }
  const place = isById
    ? { file_id: fileId }
    : data === undefined && url !== undefined
      ? { file_url: url }
      : { file_data: dataUrlOf(media) };
  return { type: "input_file", ...place, ...(name !== undefined && { filename: name }), ...(detail !== undefined && { detail }) };
}
