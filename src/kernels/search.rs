//! Searches in bytes, sixteen at a time.

/// The index of the first `wanted` in the bytes of a text.
pub fn find_bytes(text: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = wanted.first()?;
    let mut from = 0_usize;
    loop {
        let at = find_byte(text.get(from..)?, *first)?.saturating_add(from);
        if text.get(at..)?.starts_with(wanted) {
            return Some(at);
        }
        from = at.saturating_add(1);
    }
}

/// A byte in each of the eight bytes of a number.
pub const fn eight(byte: u8) -> u64 {
    u64::from_le_bytes([byte; 8])
}

/// The index of the first of two bytes.
pub fn find_either(bytes: &[u8], one: u8, other: u8) -> Option<usize> {
    find_sign(bytes, |word| zeros(word ^ eight(one)) | zeros(word ^ eight(other)))
}

/// The index of the first wanted byte.
pub fn find_byte(bytes: &[u8], wanted: u8) -> Option<usize> {
    find_sign(bytes, |word| zeros(word ^ eight(wanted)))
}

/// The index of the first byte for which `signs` has a bit in that byte. Sixteen bytes are read at a time.
#[inline(always)]
fn find_sign(bytes: &[u8], signs: impl Fn(u64) -> u64) -> Option<usize> {
    let (pairs, rest) = bytes.as_chunks::<16>();
    let mut at = 0_usize;
    for pair in pairs {
        let ([low, high], _) = pair.as_chunks::<8>() else { break };
        let (low, high) = (signs(u64::from_le_bytes(*low)), signs(u64::from_le_bytes(*high)));
        if low | high != 0 {
            let own = if low != 0 { byte_of(low) } else { byte_of(high).saturating_add(8) };
            return Some(at.saturating_add(own));
        }
        at = at.saturating_add(16);
    }
    for byte in rest {
        if signs(u64::from(*byte)) & 0x80 != 0 {
            return Some(at);
        }
        at = at.saturating_add(1);
    }
    None
}

/// The top bits of the bytes that are 0. Bits above the lowest one may be wrong.
const fn zeros(word: u64) -> u64 {
    word.wrapping_sub(eight(1)) & !word & eight(0x80)
}

/// The index of the byte whose bit is the lowest one of these.
pub fn byte_of(bits: u64) -> usize {
    usize::try_from(bits.trailing_zeros() / 8).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_two_characters_is_found_anywhere() {
        for length in 0..40 {
            let plain = "é!# a\u{7f}".repeat(length);
            for text in [plain.clone(), format!("{plain}\\{plain}\""), format!("{plain}\"\\")] {
                assert_eq!(find_either(text.as_bytes(), b'"', b'\\'), text.find(['"', '\\']), "{text}");
            }
        }
    }
}
