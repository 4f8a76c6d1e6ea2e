import { fromBase64 } from "../bytes.js";
import { readImageHeader } from "../image.js";
import { allEntries, nestedEntries } from "./conversation.js";
import { refuse } from "./refuse.js";

const MAX_MESSAGES = 100_000;
const MAX_IMAGES = 100;
const MAX_SIDE = 8000;
const MANY_IMAGES = 20;
const MAX_SIDE_OF_MANY = 2000;

/** AN23: at most 100,000 messages. */
export function* messagesAreFew({ messages }) {
  if (messages.length > MAX_MESSAGES) {
    yield refuse("AN23", `messages: List should have at most ${MAX_MESSAGES} items after validation, not ${messages.length}`);
  }
}

/** AN22: the result of a failed tool is text. */
export function* failuresAreText(conversation) {
  for (const entry of allEntries(conversation)) {
    if (entry.block.type !== "tool_result" || entry.block.is_error !== true) continue;
    if (nestedEntries(entry).some(({ block }) => block.type !== "text")) {
      yield refuse("AN22", `${entry.path}.tool_result: all content must be type "text" if "is_error" is true`);
    }
  }
}

/** AN23: images are few enough, small enough and light enough. */
export function* imagesFit(conversation, { imageBytes }) {
  const images = allEntries(conversation).filter(({ block }) => block.type === "image");
  if (images.length > MAX_IMAGES) {
    yield refuse("AN23", `Too much media: 0 document pages + ${images.length} images > ${MAX_IMAGES}`);
  }
  const isMany = images.length > MANY_IMAGES;
  for (const { block, path } of images) {
    if (block.source.type === "base64") yield* imageFits(block.source.data, `${path}.image.source.base64`, imageBytes, isMany);
  }
}

/** AN23: bytes are base64, images have the declared type, and URLs can be fetched. */
export function* sourcesAreSound(conversation) {
  const blocks = allEntries(conversation).filter(({ block }) => ["image", "document"].includes(block.type));
  for (const {
    block: { type, source },
    path,
  } of blocks) {
    const at = `${path}.${type}.source.${source.type}`;
    if (source.type === "url" && !/^https?:/i.test(source.url)) yield refuse("AN23", `${at}.url: Only HTTPS URLs are supported`);
    if (source.type !== "base64") continue;
    if (!/^[A-Za-z0-9+/\s]*={0,2}\s*$/.test(source.data)) yield refuse("AN23", `${at}: invalid base64 data`);
    const shown = readImageHeader(fromBase64(source.data.slice(0, 64)))?.format;
    const said = source.media_type;
    if (type === "image" && shown !== undefined && `image/${shown}` !== said) {
      yield refuse(
        "AN23",
        `${at}: The image was specified using the ${said} media type, but the image appears to be a image/${shown} image`,
      );
    }
  }
}

function* imageFits(data, at, limit, isMany) {
  const bytes = fromBase64(data);
  if (bytes.length > limit) {
    yield refuse("AN23", `${at}: image exceeds ${limit / 1024 / 1024} MB maximum: ${bytes.length} bytes > ${limit} bytes`);
  }
  const { width = 0, height = 0 } = readImageHeader(bytes) ?? {};
  const side = Math.max(width, height);
  if (side > MAX_SIDE) {
    yield refuse("AN23", `${at}.data: At least one of the image dimensions exceed max allowed size: ${MAX_SIDE} pixels`);
  }
  if (isMany && side > MAX_SIDE_OF_MANY) {
    yield refuse(
      "AN23",
      `${at}.data: At least one of the image dimensions exceed max allowed size for many-image requests: ${MAX_SIDE_OF_MANY} pixels`,
    );
  }
}
