//! Numbers, read without floating point: the code that reads and prints a float is larger than the rest of this
//! folder, and counts need none.

/// Returns the JSON number in `text` times ten to the power of `digits`, rounded to the nearest whole number. 0 when it
/// is negative, `None` when it is too large.
pub(super) fn whole(text: &str, digits: i64) -> Option<u64> {
    let Some(magnitude) = text.strip_prefix('-').map_or(Some(text), |_| None) else { return Some(0) };
    let (decimal, exponent) = magnitude.split_once(['e', 'E']).unwrap_or((magnitude, "0"));
    let (before, after) = decimal.split_once('.').unwrap_or((decimal, ""));
    let figures = || before.bytes().chain(after.bytes()).map(|byte| u64::from(byte.saturating_sub(b'0')));
    if figures().all(|figure| figure == 0) {
        return Some(0);
    }
    let exponent: i64 = match exponent.parse() {
        Ok(exponent) => exponent,
        // The exponent itself is beyond its type.
        Err(_) => return exponent.starts_with('-').then_some(0),
    };
    let length = i64::try_from(before.len()).ok()?;
    // Number of digits before the decimal point after the multiplication.
    let point = length.saturating_add(exponent).saturating_add(digits);
    let Ok(point) = usize::try_from(point) else { return Some(0) };
    let mut number = 0_u64;
    let mut rest = figures();
    for _ in 0..point {
        number = number.checked_mul(10)?.checked_add(rest.next().unwrap_or(0))?;
    }
    match rest.next() {
        Some(figure) if figure >= 5 => number.checked_add(1),
        _ => Some(number),
    }
}

#[cfg(test)]
mod tests {
    use super::whole;

    #[test]
    fn decimals_and_powers_of_ten_are_rounded_to_whole_numbers() {
        let cases = [
            ("12", 12),
            ("12.4", 12),
            ("12.6", 13),
            ("0.5", 1),
            ("-3", 0),
            ("-0.0", 0),
            ("1e3", 1_000),
            ("1.25E+1", 13),
            ("1234e-2", 12),
            ("9e-400", 0),
            ("0e400", 0),
            ("0.000e99999999999", 0),
            ("0e99999999999999999999", 0),
            ("12e-99999999999999999999", 0),
            ("18446744073709551615", u64::MAX),
        ];
        for (text, expected) in cases {
            assert_eq!(whole(text, 0), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_too_large_is_refused() {
        for text in ["18446744073709551616", "1e400", "1e99999999999999999999"] {
            assert_eq!(whole(text, 0), None, "{text}");
        }
    }

    #[test]
    fn thousandths_keep_three_digits() {
        let cases = [("1.5", 1_500), ("0.0004", 0), ("0.0005", 1), ("2e-3", 2), ("7", 7_000)];
        for (text, expected) in cases {
            assert_eq!(whole(text, 3), Some(expected), "{text}");
        }
    }
}
