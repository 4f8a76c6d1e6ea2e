//! Answers of methods as numbers.

/// The answer of a method that returns no number.
pub(super) const NONE: f64 = -1.0;

/// Converts a count to a number of JavaScript. Above 2^53 it is rounded.
pub(super) fn count(number: u64) -> f64 {
    // Two halves of 32 bits are exact, so no lossy cast is needed.
    let high = u32::try_from(number >> 32).unwrap_or(u32::MAX);
    let low = u32::try_from(number & 0xffff_ffff).unwrap_or(u32::MAX);
    f64::from(high) * 4_294_967_296.0 + f64::from(low)
}

/// Converts a size in memory to a number of JavaScript.
pub(super) fn size(number: usize) -> f64 {
    f64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

/// 1 for true, 0 for false.
pub(super) fn truth(is_true: bool) -> f64 {
    f64::from(u8::from(is_true))
}
