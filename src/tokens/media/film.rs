//! The length of films.

use crate::message::base64;

/// Bytes of a second of film, at a million bits a second, if the film does not state its length.
const BYTES_A_SECOND: usize = 125_000;
/// An hour, in milliseconds.
const LONGEST: u64 = 3_600_000;

/// The milliseconds of a film in base64.
pub(super) fn milliseconds(data: &str) -> u64 {
    let bytes = base64::decode(data).unwrap_or_default();
    let guess = || u64::try_from(bytes.len().saturating_mul(1_000) / BYTES_A_SECOND).unwrap_or(LONGEST);
    told(&bytes).unwrap_or_else(guess).clamp(1_000, LONGEST)
}

/// Returns the length in the header of an MP4, which holds the time units per second and their number.
fn told(bytes: &[u8]) -> Option<u64> {
    let at = bytes.windows(4).position(|name| name == b"mvhd")?;
    let header = bytes.get(at.saturating_add(4)..)?;
    let number = |at: usize, length: usize| {
        let bytes = header.get(at..at.saturating_add(length))?;
        Some(bytes.iter().fold(0_u64, |sum, byte| (sum << 8) | u64::from(*byte)))
    };
    // The second version has longer numbers.
    let (units, count) = match header.first()? {
        0 => (number(12, 4)?, number(16, 4)?),
        _ => (number(20, 4)?, number(24, 8)?),
    };
    count.saturating_mul(1_000).checked_div(units)
}
