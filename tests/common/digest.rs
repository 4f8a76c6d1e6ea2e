//! A short digest, for files that hold outputs.

/// Returns the digest of a text (FNV-1a, folded).
pub(crate) fn digest(text: &str) -> u16 {
    let hash =
        text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    u16::try_from((hash >> 16) ^ (hash & 0xffff)).unwrap_or_default()
}
