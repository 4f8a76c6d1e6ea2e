//! MIME types of media: finding the type of bytes, and the types that are text.

use super::base64::decode;

/// Number of base64 characters that are decoded to find a type.
const LOOKED_AT: usize = 64;

/// The type of bytes in base64, by their magic number; `None` when it is unknown.
pub(crate) fn type_of_bytes(base64: &str) -> Option<&'static str> {
    let whole = base64.len() / 4 * 4;
    let start = base64.get(..whole.clamp(0, LOOKED_AT)).filter(|start| !start.is_empty()).unwrap_or(base64);
    let bytes = decode(start)?;
    let has = |at: usize, wanted: &[u8]| bytes.get(at..at.saturating_add(wanted.len())) == Some(wanted);
    let known = BEGINNINGS.iter().find(|(at, wanted, kind)| {
        has(*at, wanted)
            && CONTAINERS.iter().find(|(of, ..)| of == kind).is_none_or(|(_, at, of)| has(*at, of))
    });
    known.map(|(.., kind)| *kind)
}

/// Magic numbers: offset, bytes and type. The first match counts.
const BEGINNINGS: [(usize, &[u8], &str); 26] = [
    (0, b"\x89PNG", "image/png"),
    (0, b"\xff\xd8\xff", "image/jpeg"),
    (0, b"GIF8", "image/gif"),
    (0, b"RIFF", "image/webp"),
    (0, b"RIFF", "audio/wav"),
    (0, b"%PDF", "application/pdf"),
    (0, b"BM", "image/bmp"),
    (0, b"II*\0", "image/tiff"),
    (0, b"MM\0*", "image/tiff"),
    (0, b"ID3", "audio/mpeg"),
    (0, b"\xff\xfb", "audio/mpeg"),
    (0, b"\xff\xf3", "audio/mpeg"),
    (0, b"\xff\xf2", "audio/mpeg"),
    (0, b"\xff\xf1", "audio/aac"),
    (0, b"\xff\xf9", "audio/aac"),
    (0, b"fLaC", "audio/flac"),
    (0, b"OggS", "audio/ogg"),
    (4, b"ftypM4A", "audio/mp4"),
    (4, b"ftypheic", "image/heic"),
    (4, b"ftypheix", "image/heic"),
    (4, b"ftypmif1", "image/heif"),
    (4, b"ftypavif", "image/avif"),
    (4, b"ftypqt", "video/quicktime"),
    (4, b"ftyp", "video/mp4"),
    (0, b"\x1a\x45\xdf\xa3", "video/webm"),
    (0, b"\0\0\x01\xba", "video/mpeg"),
];

/// Bytes after the magic number that distinguish the types of one container.
const CONTAINERS: [(&str, usize, &[u8]); 2] = [("image/webp", 8, b"WEBP"), ("audio/wav", 8, b"WAVE")];

/// Reports whether bytes of this type are text that a model can read.
pub(crate) fn is_text_type(media_type: &str) -> bool {
    let kind = plain(media_type).to_ascii_lowercase();
    let Some((group, name)) = kind.split_once('/') else { return kind == "text" };
    match group {
        "text" => true,
        "application" => APPLICATIONS.contains(&name) || name.ends_with("+json") || name.ends_with("+xml"),
        _ => false,
    }
}

/// Types of text whose group is `application`.
const APPLICATIONS: [&str; 19] = [
    "json",
    "jsonl",
    "x-ndjson",
    "xml",
    "yaml",
    "x-yaml",
    "toml",
    "csv",
    "sql",
    "graphql",
    "javascript",
    "x-javascript",
    "ecmascript",
    "typescript",
    "x-typescript",
    "x-python",
    "x-sh",
    "x-httpd-php",
    "x-www-form-urlencoded",
];

/// The type without its parameters: `text/plain` of `text/plain; charset=utf-8`.
pub(crate) fn plain(media_type: &str) -> &str {
    media_type.split(';').next().unwrap_or(media_type).trim()
}

/// Reports whether this is a single type: not a group such as `image/*`, and not `application/octet-stream`.
pub(crate) fn is_exact(media_type: &str) -> bool {
    let is_any = matches!(media_type, "application/octet-stream" | "binary/octet-stream");
    !is_any
        && media_type
            .split_once('/')
            .is_some_and(|(group, name)| !group.is_empty() && !matches!(name, "" | "*"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::base64::encode;

    #[test]
    fn bytes_show_their_type() {
        let table: [(&[u8], Option<&str>); 14] = [
            (b"\x89PNG\r\n\x1a\n", Some("image/png")),
            (b"\xff\xd8\xff", Some("image/jpeg")),
            (b"GIF89a", Some("image/gif")),
            (b"RIFF\x24\0\0\0WEBPVP8 ", Some("image/webp")),
            (b"RIFF\x24\0\0\0WAVEfmt ", Some("audio/wav")),
            (b"RIFF\x24\0\0\0AVI LIST", None),
            (b"%PDF-1.7", Some("application/pdf")),
            (b"ID3\x04", Some("audio/mpeg")),
            (b"OggS\0", Some("audio/ogg")),
            (b"\0\0\0\x20ftypM4A \0", Some("audio/mp4")),
            (b"\0\0\0\x20ftypisom\0", Some("video/mp4")),
            (b"\x1a\x45\xdf\xa3", Some("video/webm")),
            (b"hello, world", None),
            (b"", None),
        ];
        for (bytes, kind) in table {
            let base64 = encode(bytes);
            assert_eq!(type_of_bytes(&base64), kind, "{bytes:?}");
            assert_eq!(
                type_of_bytes(&format!("{base64}{}", "A".repeat(100))).is_some(),
                kind.is_some() && !base64.ends_with('='),
                "{bytes:?}"
            );
        }
    }

    #[test]
    fn text_has_many_types() {
        for kind in [
            "text/plain",
            "TEXT/CSV",
            "text/html; charset=utf-8",
            "application/json",
            "image/svg+xml",
            "text",
        ] {
            assert_eq!(is_text_type(kind), kind != "image/svg+xml", "{kind}");
        }
        for kind in ["application/pdf", "application/octet-stream", "image/png", "", "application/msword"] {
            assert!(!is_text_type(kind), "{kind}");
        }
        assert!(is_text_type("application/ld+json"));
    }
}
