//! The length of sound.

use super::first_bytes;

/// Bytes of a second of compressed sound of 128,000 bits a second.
const COMPRESSED: u64 = 16_000;
/// Bytes of a second of bare samples: 24 kHz, 16 bits, one channel.
const BARE: u64 = 48_000;

/// The milliseconds of a sound in base64.
pub(super) fn milliseconds(data: &str) -> u64 {
    let head = first_bytes(data, 64);
    let number = |at: usize| {
        let bytes = head.get(at..at.saturating_add(4))?;
        Some(u64::from(u32::from_le_bytes(bytes.try_into().ok()?)))
    };
    let bytes = u64::try_from(data.len() / 4 * 3).unwrap_or(u64::MAX);
    let rate = match head.as_slice() {
        [b'R', b'I', b'F', b'F', ..] => number(28).filter(|rate| *rate > 0).unwrap_or(BARE),
        _ => COMPRESSED,
    };
    bytes.saturating_mul(1_000).checked_div(rate).unwrap_or(0)
}
