//! JSON text without the members of one name.

use backscroll_kernels::{find_bytes, length};
use std::borrow::Cow;

/// Returns valid JSON text, or a part of it, without the members of this name at any depth. Also removes an object that
/// becomes empty. Strings that hold the name are unchanged: a quotation mark inside a string is escaped.
pub(crate) fn without_member<'a>(json: &'a [u8], name: &str) -> Cow<'a, [u8]> {
    let key = format!("\"{name}\":");
    let Some(first) = find_bytes(json, key.as_bytes()) else { return Cow::Borrowed(json) };
    let mut kept = Vec::with_capacity(json.len());
    let (mut rest, mut at) = (json, Some(first));
    while let Some(place) = at {
        kept.extend_from_slice(rest.get(..place).unwrap_or_default());
        rest = rest.get(place.saturating_add(key.len())..).unwrap_or_default();
        rest = rest.get(length(rest)..).unwrap_or_default();
        if kept.last() == Some(&b'{') && rest.first() == Some(&b'}') {
            kept.pop();
            rest = rest.get(1..).unwrap_or_default();
        }
        // One of the commas around it goes, too.
        if kept.last() == Some(&b',') {
            kept.pop();
        } else if let Some((b',', after)) = rest.split_first() {
            rest = after;
        }
        at = find_bytes(rest, key.as_bytes());
    }
    kept.extend_from_slice(rest);
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::without_member;

    #[test]
    fn members_go_with_one_comma_and_with_an_object_that_is_then_empty() {
        let cases = [
            (r#"{"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":1,"x":{"b":["]"]}}"#, r#"{"a":1}"#),
            (r#"{"x":null,"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":1,"x":"y","b":2}"#, r#"{"a":1,"b":2}"#),
            (r#"[{"a":1},{"x":{}}]"#, r#"[{"a":1}]"#),
            (r#"[{"x":{}},{"a":{"x":1,"b":2}}]"#, r#"[{"a":{"b":2}}]"#),
            (r#"[{"x":1},{"x":2}]"#, "[]"),
            (r#"{"a":1,"x":1},{"b":2,"x":2}"#, r#"{"a":1},{"b":2}"#),
            (r#"{"a":",\"x\":1"}"#, r#"{"a":",\"x\":1"}"#),
        ];
        for (json, expected) in cases {
            assert_eq!(String::from_utf8_lossy(&without_member(json.as_bytes(), "x")), expected, "{json}");
        }
    }
}
