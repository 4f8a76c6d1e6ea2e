import { fromBase64 } from "../bytes.js";
import { readImageHeader } from "../image.js";
import { refuse } from "../openai-chat/refuse.js";
import { itemsOf } from "./item.js";

const DOCUMENT = /^data:(application|text)\/[^;,]+;base64,/i;
const PICTURE = /^data:image\/(png|jpe?g|gif|webp);base64,(.*)$/is;

/** OR11: files are data URLs of a file type; pictures are of one of four types. */
export function* filesAreReadable(body) {
  for (const [index, item] of itemsOf(body).entries()) {
    for (const [name, parts] of Object.entries({ content: item.content, output: item.output })) {
      if (!Array.isArray(parts) || item.type === "reasoning") continue;
      for (const [position, part] of parts.entries()) yield* partIsReadable(part, `input[${index}].${name}[${position}]`);
    }
  }
}

function* partIsReadable({ type, file_data: data, image_url: url }, at) {
  if (type === "input_file" && typeof data === "string" && !DOCUMENT.test(data)) {
    yield refuse(
      "OR11",
      `Invalid file data: '${at}.file_data'. Expected a base64-encoded data URL with a valid file MIME type (e.g. 'data:application/pdf;base64,aW1n...').`,
      { param: `${at}.file_data`, code: "invalid_value" },
    );
  }
  if (type !== "input_image" || typeof url !== "string" || /^https?:\/\//i.test(url)) return;
  const payload = PICTURE.exec(url)?.[2];
  if (payload === undefined || readImageHeader(fromBase64(payload)) === null) {
    yield refuse(
      "OR11",
      `Invalid '${at}.image_url'. Expected a base64-encoded data URL with an image MIME type (e.g. 'data:image/png;base64,aW1n...').`,
      {
        param: `${at}.image_url`,
        code: "invalid_value",
      },
    );
  }
}
