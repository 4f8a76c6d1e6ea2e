//! The size of media by their bytes.

use backscroll::engine::estimate_messages;
use backscroll::format::sizes::estimator;
use serde_json::{Value, json};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn base64(bytes: &[u8]) -> String {
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits = chunk
            .iter()
            .chain([0, 0].iter())
            .take(3)
            .fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte));
        for place in 0..=chunk.len() {
            let letter = usize::try_from((bits >> (18 - 6 * place)) & 63).expect("six bits");
            text.push(char::from(ALPHABET[letter]));
        }
        text.push_str(&"=".repeat(3 - chunk.len()));
    }
    text
}

/// The tokens of a part beyond those of a message without it.
fn cost(model: &str, part: &Value) -> u64 {
    let by = estimator(&format!("script@{model}")).expect("an estimator");
    let of = |content: Value| {
        estimate_messages(by, &json!([{ "role": "user", "content": content }]).to_string()).expect("messages")
    };
    of(json!([part])) - of(json!([]))
}

fn picture(bytes: &[u8]) -> Value {
    json!({ "type": "image", "mediaType": "image/png", "data": base64(bytes) })
}

fn png(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    bytes.extend(width.to_be_bytes());
    bytes.extend(height.to_be_bytes());
    bytes.extend([8, 6, 0, 0, 0]);
    bytes
}

/// A JPEG with a profile of so many bytes before its frame.
fn jpeg(width: u16, height: u16, profile: usize) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8];
    for part in vec![0; profile].chunks(65_000) {
        bytes.extend([0xff, 0xe2]);
        bytes.extend(u16::try_from(part.len() + 2).expect("a length").to_be_bytes());
        bytes.extend(part);
    }
    bytes.extend([0xff, 0xc2, 0, 17, 8]);
    bytes.extend(height.to_be_bytes());
    bytes.extend(width.to_be_bytes());
    bytes
}

fn gif(width: u16, height: u16) -> Vec<u8> {
    [b"GIF89a".as_slice(), &width.to_le_bytes(), &height.to_le_bytes()].concat()
}

fn webp(kind: &[u8; 4], rest: &[u8]) -> Vec<u8> {
    [b"RIFF\0\0\0\0WEBP".as_slice(), kind, &[0; 4], rest].concat()
}

#[test]
fn pixels_are_read_from_the_first_bytes_of_every_kind_of_picture() {
    // 560 x 280 pixels are 20 x 10 squares of 28.
    let lossy = [[0; 6].as_slice(), &560_u16.to_le_bytes(), &280_u16.to_le_bytes()].concat();
    let lossless = [[0x2f].as_slice(), &(559_u32 | (279 << 14)).to_le_bytes()].concat();
    let extended = [[0; 4].as_slice(), &559_u32.to_le_bytes()[..3], &279_u32.to_le_bytes()[..3]].concat();
    for (name, bytes) in [
        ("PNG", png(560, 280)),
        ("JPEG", jpeg(560, 280, 0)),
        ("JPEG with a long profile", jpeg(560, 280, 150_000)),
        ("GIF", gif(560, 280)),
        ("WebP, lossy", webp(b"VP8 ", &lossy)),
        ("WebP, lossless", webp(b"VP8L", &lossless)),
        ("WebP, extended", webp(b"VP8X", &extended)),
    ] {
        assert_eq!(cost("claude-haiku-4.5", &picture(&bytes)), 200 + 3, "{name}");
    }
}

#[test]
fn a_picture_counts_by_the_rule_of_the_model() {
    for (model, width, height, tokens) in [
        ("claude-haiku-4.5", 28, 28, 1 + 3),
        ("claude-haiku-4.5", 8_000, 8_000, 1_568 + 3),
        ("claude-4.7", 8_000, 8_000, 4_784 + 3),
        ("gpt-4", 100, 100, 85 + 170),
        ("gpt-4", 1_024, 1_024, 85 + 4 * 170),
        ("gpt-4", 2_048, 4_096, 85 + 6 * 170),
        ("gpt-5", 512, 512, 70 + 140),
        ("gpt-4o-mini", 512, 512, 2_833 + 5_667),
        ("gpt-5-nano", 320, 320, 150),
        ("gemini-2", 384, 384, 258),
        ("gemini-2", 1_000, 800, 4 * 258),
        ("gemini-2.5", 4_000, 4_000, 258),
        ("gemini-3", 10, 10, 1_102),
    ] {
        assert_eq!(cost(model, &picture(&png(width, height))), tokens, "{model} {width} x {height}");
    }
}

#[test]
fn what_is_no_picture_counts_as_a_large_one() {
    for bytes in [b"not a picture".to_vec(), png(0, 0), vec![0xff, 0xd8, 0xff], jpeg(0, 0, 0), Vec::new()] {
        assert_eq!(cost("claude-haiku-4.5", &picture(&bytes)), 1_568 + 3, "{bytes:?}");
    }
}

#[test]
fn a_picture_of_low_detail_is_small() {
    let mut part = picture(&png(2_000, 2_000));
    part["detail"] = json!("low");
    assert_eq!(cost("gpt-4", &part), 85);
}

fn document(text: &str) -> Value {
    json!({ "type": "file", "mediaType": "application/pdf", "data": base64(text.as_bytes()) })
}

#[test]
fn a_document_counts_by_its_pages() {
    let page = cost("gemini-2.5", &document("%PDF-1.4 << /Type /Page >>"));
    assert_eq!(page, 258);
    for (text, pages) in [
        ("%PDF-1.4 << /Type /Pages /Kids [] >> << /Type /Page >> <</Type/Page/Parent 1 0 R>>", 2),
        ("%PDF-1.7 compressed objects", 1),
        ("no PDF", 1),
    ] {
        assert_eq!(cost("gemini-2.5", &document(text)), pages * page, "{text}");
    }
    let long = format!("%PDF-1.7 {}", "x".repeat(30_000));
    assert_eq!(cost("gemini-2.5", &document(&long)), 13 * page, "a page for each 3,000 characters of base64");
    let endless = format!("%PDF-1.7 {}", "x".repeat(900_000));
    assert_eq!(cost("gemini-2.5", &document(&endless)), 100 * page);
}

#[test]
fn the_words_of_a_pdf_count_by_what_its_pages_draw() {
    let pdf = |drawn: usize, font: usize| {
        let [drawn, font] = [drawn, font].map(|length| "x".repeat(length));
        format!(
            "%PDF-1.4\n1 0 obj\n<</Type /Page /Contents 2 0 R>>\nendobj\n2 0 obj\n<</Length 1>>\nstream\n{drawn}\nendstream\nendobj\n\
             3 0 obj\n<</Length 1 /Length1 2>>\nstream\n{font}\nendstream\nendobj\n4 0 obj\n<</Length 1>>\nstream\n{font}\nendstream\n"
        )
    };
    let cost = |text: &str| cost("claude-haiku-4.5", &document(text)) - 1_590;
    for (drawn, font, words) in [(100, 0, 28), (1_000, 0, 387), (1_000, 90_000, 387), (90_000, 0, 1_080)] {
        assert!(cost(&pdf(drawn, font)).abs_diff(words) < 6, "{drawn} {font}: {}", cost(&pdf(drawn, font)));
    }
    assert_eq!(cost("%PDF-1.4 << /Type /Page >>"), 1_080, "nothing shows what it draws");
}

/// The directory of a ZIP with a file of this name and compressed size.
fn office(name: &str, size: u32) -> Vec<u8> {
    let mut bytes = b"PK\x03\x04".to_vec();
    bytes.resize(20_000, 0);
    bytes.extend(b"PK\x01\x02");
    bytes.extend([0; 16]);
    bytes.extend(size.to_le_bytes());
    bytes.extend([0; 22]);
    bytes.extend(name.as_bytes());
    bytes
}

#[test]
fn a_file_of_an_office_counts_by_its_words() {
    for (name, size, words) in [
        ("word/document.xml", 400, 24),
        ("word/document.xml", 3_500, 2_000),
        ("xl/worksheets/sheet1.xml", 3_500, 2_000),
        ("word/media/image1.png", 3_500, 24),
        ("word/document.xml", 900_000, 12_000),
    ] {
        let part = json!({ "type": "file", "name": "a.docx", "data": base64(&office(name, size)) });
        let tokens = cost("claude-haiku-4.5", &part);
        assert_eq!(tokens, words, "{name} {size}");
    }
}

#[test]
fn a_document_of_text_counts_as_its_text() {
    let text = "The quick brown fox jumps over the lazy dog. ".repeat(20);
    let part = json!({ "type": "file", "mediaType": "text/plain", "data": base64(text.as_bytes()) });
    assert_eq!(cost("gpt-4", &part), cost("gpt-4", &json!({ "type": "text", "text": text })));
}

#[test]
fn sound_counts_by_its_seconds() {
    let mut wav = b"RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0".to_vec();
    wav.extend(8_000_u32.to_le_bytes());
    wav.extend(16_000_u32.to_le_bytes());
    wav.resize(16_000 * 3, 0);
    let sound = |bytes: &[u8]| json!({ "type": "audio", "mediaType": "audio/wav", "data": base64(bytes) });
    assert_eq!(cost("gemini-2.5", &sound(&wav)), 3 * 32);
    assert_eq!(cost("gemini-2.5", &sound(&vec![0; 16_000 * 2])), 2 * 32, "compressed");
}

#[test]
fn a_film_counts_by_the_seconds_that_it_tells() {
    let mut film = b"\0\0\0\x18ftypmp42\0\0\0\x6cmoov\0\0\0\x6cmvhd\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
    film.extend(600_u32.to_be_bytes());
    film.extend(6_000_u32.to_be_bytes());
    film.resize(400_000, 0);
    let part = |bytes: &[u8]| json!({ "type": "other", "format": "gemini", "value": { "video": { "bytes": base64(bytes) } } });
    let told = cost("gemini-2.5", &part(&film));
    let file = json!({ "type": "file", "mediaType": "video/mp4", "data": base64(&film) });
    assert_eq!(cost("gemini-2.5", &file), 10 * 295);
    let around = cost(
        "gemini-2.5",
        &json!({ "type": "other", "format": "gemini", "value": { "video": { "bytes": "" } } }),
    );
    assert!((10 * 295..=10 * 295 + around + 2).contains(&told), "{told} {around}");
}
