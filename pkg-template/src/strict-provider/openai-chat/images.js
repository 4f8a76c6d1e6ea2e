import { fromBase64 } from "../bytes.js";
import { readImageHeader } from "../image.js";
import { refuse } from "./refuse.js";

const FORMATS = ["png", "jpeg", "gif", "webp"];

/** OC12: an image in the request is in one of four formats, and has the declared type. */
export function* imagesAreReadable({ messages }) {
  for (const [index, { content }] of messages.entries()) {
    if (!Array.isArray(content)) continue;
    for (const [position, part] of content.entries()) {
      if (part.type === "image_url") {
        yield* urlIsReadable(part.image_url.url, `messages[${index}].content[${position}].image_url.url`);
      }
    }
  }
}

function* urlIsReadable(url, path) {
  if (/^https?:\/\//i.test(url)) return;
  const inline = /^data:([^;,]*)[^,]*;base64,(.*)$/is.exec(url);
  if (inline === null) {
    yield refuse("OC12", `Invalid '${path}'. Expected a valid URL, but got a value with an invalid format.`, {
      param: path,
      code: "invalid_value",
    });
  }
  const [, mediaType, payload] = inline;
  if (!FORMATS.includes(mediaType.toLowerCase().replace("image/", "").replace("jpg", "jpeg"))) {
    yield refuse(
      "OC12",
      "You uploaded an unsupported image. Please make sure your image has of one the following formats: ['png', 'jpeg', 'gif', 'webp'].",
      { code: "invalid_image_format" },
    );
  }
  if (readImageHeader(fromBase64(payload)) === null) {
    yield refuse("OC12", "The image data you provided does not represent a valid image. Please check your input and try again.", {
      code: "invalid_image_format",
    });
  }
}

/** OC12: the files of OpenAI's models are PDFs. Vendors may take others. */
export function* filesArePdfs({ model: named, messages }, { acceptUnknownFields, model = named }) {
  if (acceptUnknownFields || !/^(gpt-[3-9]|o[134](-|$)|chatgpt)/.test(String(model))) return;
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
  for (const { file } of parts.filter(({ type }) => type === "file")) {
    const [, mediaType = ""] = /^data:([^;,]*)/i.exec(file.file_data ?? "") ?? [];
    if (mediaType === "" || mediaType === "application/pdf") continue;
    yield refuse("OC12", "Expected a base64-encoded data URL with an application/pdf MIME type", { code: "invalid_value" });
  }
}
