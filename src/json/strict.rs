//! JSON text that strict parsers refuse though its grammar is right.

/// The outcome of checking JSON text for parsers that refuse lone surrogates and numbers beyond the range of doubles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strict {
    /// The text is accepted by these parsers.
    AsIs,
    /// Escapes of surrogates without their other half became U+FFFD.
    Repaired(String),
    /// The text holds a number that no double can hold.
    TooLargeNumber,
}

/// Checks JSON text for escapes of lone surrogates, such as `\ud800`, and for numbers beyond the range of doubles.
pub fn strict(json: &str) -> Strict {
    let mut repaired = String::new();
    // The start of the part of `json` that is not copied to `repaired` yet.
    let mut copied = 0;
    let mut at = 0;
    let mut in_string = false;
    while let Some(rest) = json.get(at..).filter(|rest| !rest.is_empty()) {
        let width = rest.chars().next().map_or(1, char::len_utf8);
        let step = match (in_string, rest.as_bytes().first().copied().unwrap_or_default()) {
            (true, b'\\') => match surrogate(rest) {
                Half::None => 2,
                Half::Paired => 12,
                Half::Lone => {
                    repaired.push_str(json.get(copied..at).unwrap_or_default());
                    repaired.push('\u{fffd}');
                    copied = at.saturating_add(6);
                    6
                }
            },
            (_, b'"') => {
                in_string = !in_string;
                1
            }
            (false, b'-' | b'0'..=b'9') => {
                let number = number(rest);
                if is_endless(number) {
                    return Strict::TooLargeNumber;
                }
                number.len()
            }
            _ => width,
        };
        at = at.saturating_add(step);
    }
    if copied == 0 {
        return Strict::AsIs;
    }
    repaired.push_str(json.get(copied..).unwrap_or_default());
    Strict::Repaired(repaired)
}

enum Half {
    /// Another escape.
    None,
    /// The first escape of a surrogate pair.
    Paired,
    Lone,
}

/// The escape that `rest` begins with.
fn surrogate(rest: &str) -> Half {
    let is_low = |unit: &u32| (0xdc00..=0xdfff).contains(unit);
    match unit(rest) {
        Some(0xd800..=0xdbff) => match rest.get(6..).and_then(unit).filter(is_low) {
            Some(_) => Half::Paired,
            None => Half::Lone,
        },
        Some(0xdc00..=0xdfff) => Half::Lone,
        Some(_) | None => Half::None,
    }
}

/// The UTF-16 unit of an escape such as `\u00e4`.
fn unit(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    u32::from_str_radix(digits, 16).ok()
}

fn number(rest: &str) -> &str {
    let is_part = |character: char| matches!(character, '0'..='9' | '-' | '+' | '.' | 'e' | 'E');
    let end = rest.find(|character: char| !is_part(character)).unwrap_or(rest.len());
    rest.get(..end).unwrap_or(rest)
}

/// Reports whether no double can hold the number. (A parser of floats would be 30 KB of code.)
fn is_endless(number: &str) -> bool {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = whole.trim_start_matches(['-', '0']);
    let is_zero = |text: &str| text.bytes().all(|byte| byte == b'0');
    if is_zero(whole) && is_zero(fraction) {
        return false;
    }
    let leading_zeros = fraction.len().saturating_sub(fraction.trim_start_matches('0').len());
    let magnitude = match whole {
        "" => -i64::try_from(leading_zeros).unwrap_or(i64::MAX).saturating_add(1),
        _ => i64::try_from(whole.len()).unwrap_or(i64::MAX).saturating_sub(1),
    };
    let exponent = exponent.trim_start_matches('+');
    let is_negative = exponent.starts_with('-');
    let exponent = exponent.parse::<i64>().unwrap_or(if is_negative { i64::MIN } else { i64::MAX });
    match magnitude.saturating_add(exponent) {
        ..308 => false,
        // The largest double is a little under 1.798e308.
        308 => {
            let significant: String =
                whole.chars().chain(fraction.chars().skip(leading_zeros)).take(4).collect();
            significant.as_str() > "1797"
        }
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_characters_are_replaced_and_endless_numbers_found() {
        let repaired = |text: &str| Strict::Repaired(text.to_owned());
        let cases = [
            (r#"{"a":"cut \ud83d"}"#, repaired("{\"a\":\"cut \u{fffd}\"}")),
            (r#"{"\ude00":1,"b":"\ud83d\ude00"}"#, repaired("{\"\u{fffd}\":1,\"b\":\"\\ud83d\\ude00\"}")),
            (r#"{"a":"\ud83d\ud83d\ude00"}"#, repaired("{\"a\":\"\u{fffd}\\ud83d\\ude00\"}")),
            (r#"{"a":"\\ud83d, 가 \" \u00e4"}"#, Strict::AsIs),
            (r#"{"a":[1e308,-0.5,12345678901234567890.10]}"#, Strict::AsIs),
            (r#"{"a":[1.797e308,-0,0e999,0.0001e311,1e-400,1E+3]}"#, Strict::AsIs),
            (r#"{"a":-1.8e308}"#, Strict::TooLargeNumber),
            (r#"{"a":1e99999999999999999999}"#, Strict::TooLargeNumber),
            (r#"{"a":1e400}"#, Strict::TooLargeNumber),
            (r#"{"a":"1e400"}"#, Strict::AsIs),
        ];
        for (json, expected) in cases {
            assert_eq!(strict(json), expected, "{json}");
        }
    }
}
