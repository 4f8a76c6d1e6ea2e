//! Base64, in the standard alphabet and in the alphabet for URLs.

/// Decodes base64; `None` when the text is not base64. Padding and line breaks are optional.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len().saturating_mul(3) / 4);
    let (mut bits, mut held) = (0_u32, 0_u32);
    for byte in text.trim_end().trim_end_matches('=').bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        bits = (bits << 6) | u32::from(value(byte)?);
        held = held.saturating_add(6);
        if held >= 8 {
            held = held.saturating_sub(8);
            bytes.push((bits >> held).to_le_bytes()[0]);
            bits &= (1 << held) - 1;
        }
    }
    // Six bits that are left over are not a byte.
    (held < 6).then_some(bytes)
}

/// Reports whether the text is base64, without decoding it.
pub(crate) fn is_base64(text: &str) -> bool {
    let inner = text.trim_end().trim_end_matches('=');
    inner.bytes().all(|byte| value(byte).is_some() || byte.is_ascii_whitespace())
}

/// The base64 of these bytes, in the plain alphabet.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4));
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for place in 0..4 {
            let letter = (bits >> 18_u32.saturating_sub(place * 6)) & 63;
            let is_padding = usize::try_from(place).is_ok_and(|place| place > chunk.len());
            let letter = usize::try_from(letter).ok().and_then(|at| ALPHABET.get(at).copied());
            text.push(if is_padding { '=' } else { char::from(letter.unwrap_or(b'=')) });
        }
    }
    text
}

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn value(byte: u8) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_of_every_length_comes_back() {
        let table = [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")];
        for (text, base64) in table {
            assert_eq!(encode(text.as_bytes()), base64);
            assert_eq!(decode(base64).as_deref(), Some(text.as_bytes()));
            assert_eq!(decode(base64.trim_end_matches('=')).as_deref(), Some(text.as_bytes()));
        }
        assert_eq!(decode("-_8=").as_deref(), Some(&[0xfb, 0xff][..]));
        assert_eq!(decode("Zm9v\nYg==\n").as_deref(), Some(&b"foob"[..]));
        for text in ["Z", "Zm9v!", "a b c d e", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
