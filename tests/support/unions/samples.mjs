// Strings and bytes that the declarations of types leave open.

const PICTURES = { "image/png": "iVBORw0KGgo=", "image/jpeg": "/9j/4AAQ", "image/gif": "R0lGODlh", "image/webp": "UklGRgAAAABXRUJQ" };
export const PICTURE = `data:image/png;base64,${PICTURES["image/png"]}`;
export const PDF = "JVBERi0xLjQK";

/** The strings of fields that are no free text, by name. */
export const TEXTS = {
  url: "https://example.com/a.png",
  uri: "s3://bucket/a.mp4",
  fileUri: "https://example.com/a.png",
  image_url: "https://example.com/a.png",
  imageUrl: "https://example.com/a.png",
  file_url: "https://example.com/a.pdf",
  documentUrl: "https://example.com/a.pdf",
  file_data: `data:application/pdf;base64,${PDF}`,
  fileData: `data:application/pdf;base64,${PDF}`,
  data: PICTURES["image/png"],
  inputAudio: "UklGRgAAAABXQVZF",
  mimeType: "image/png",
  mediaType: "image/png",
  arguments: "{}",
  name: "f",
  toolName: "f",
  approvalId: "approval_1",
  thoughtSignature: "c2ln",
  signature: "c2ln",
};
/** The id of every call. Mistral demands nine characters. */
export const ID = "call00001";
const IDS = ["id", "call_id", "tool_use_id", "toolUseId", "toolCallId", "tool_call_id", "approval_request_id"];

/** A string for a field of this name. @param {string} name */
export const text = (name) => TEXTS[name] ?? (IDS.includes(name) ? ID : `the ${name}`);

/** Fits the bytes of media to the type that they are said to have. */
export function fitBytes(value) {
  if (Array.isArray(value)) return value.map(fitBytes);
  if (typeof value !== "object" || value === null) return value;
  const all = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fitBytes(inner)]));
  if (all.file_data !== undefined) all.filename ??= "a.pdf";
  const type = all.media_type ?? (typeof all.format === "string" ? `image/${all.format}` : undefined);
  if (type in PICTURES && all.data !== undefined) all.data = PICTURES[type];
  if (type in PICTURES && all.source?.bytes !== undefined) all.source = { bytes: PICTURES[type] };
  if (type === "application/pdf" && all.data !== undefined) all.data = PDF;
  return all;
}
