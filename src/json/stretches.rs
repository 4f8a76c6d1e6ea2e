//! The texts in JSON, for readers of words: without a tree, and without checking it.

use backscroll_kernels::{self as scan, length, next_sign};

/// Calls `take` with the texts, numbers and literals of JSON text, in order, until it returns false. Names of fields are
/// left out. A text comes in the stretches between escaped white space, quotation marks and backslashes. Text that is
/// not valid JSON is read as far as it is like JSON. Returns false if `take` did.
pub(crate) fn each_stretch(json: &str, take: &mut dyn FnMut(&str) -> bool) -> bool {
    let bytes = json.as_bytes();
    let mut at = 0_usize;
    let mut before = b'[';
    while let Some(byte) = bytes.get(at) {
        if matches!(byte, b'[' | b']' | b'{' | b'}' | b',' | b':' | b' ' | b'\t' | b'\n' | b'\r') {
            before = if byte.is_ascii_whitespace() { before } else { *byte };
            at = at.saturating_add(1);
            continue;
        }
        let rest = json.get(at..).unwrap_or_default();
        let is_text = *byte == b'"';
        if is_text && !is_name(rest.as_bytes(), before) {
            let Some(length) = each_of_text(rest, take) else { return false };
            at = at.saturating_add(length);
            continue;
        }
        let value = rest.get(..length(rest.as_bytes())).unwrap_or(rest);
        at = at.saturating_add(value.len());
        if !is_text && !take(value) {
            return false;
        }
    }
    true
}

/// Reports whether the string at the start is the name of a field. `before` is the sign before it.
fn is_name(string: &[u8], before: u8) -> bool {
    // Texts are long, so their end is searched only if it decides.
    let is_followed_by_colon = || {
        let behind = string.get(length(string)..).unwrap_or_default();
        behind.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':')
    };
    before == b'{' || (before == b',' && is_followed_by_colon())
}

/// Calls `take` with the stretches of the string at the start. Returns the bytes of the string; `None` if `take` returned
/// false.
fn each_of_text(json: &str, take: &mut dyn FnMut(&str) -> bool) -> Option<usize> {
    let mut at = 1_usize;
    loop {
        let rest = json.get(at..).unwrap_or_default();
        let (length, sign) = next_sign(rest.as_bytes()).unwrap_or((rest.len(), b'"'));
        let is_plain = sign == b'"'
            || matches!(
                rest.as_bytes().get(length.saturating_add(1)),
                Some(b'n' | b't' | b'r' | b'"' | b'\\')
            );
        if !is_plain {
            // The escape may be a part of a word.
            let whole = json.get(..scan::length(json.as_bytes())).unwrap_or(json);
            let rest = format!("\"{}", whole.get(at..).unwrap_or_default());
            return take(scan::text(&rest).as_deref().unwrap_or(&rest)).then_some(whole.len());
        }
        if !take(rest.get(..length).unwrap_or_default()) {
            return None;
        }
        at = at.saturating_add(length).saturating_add(if sign == b'"' { 1 } else { 2 });
        if sign == b'"' {
            return Some(at.min(json.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stretches(json: &str) -> Vec<String> {
        let mut stretches = Vec::new();
        each_stretch(json, &mut |stretch| {
            stretches.push(stretch.to_owned());
            true
        });
        stretches
    }

    #[test]
    fn texts_come_in_stretches_without_the_names_of_fields() {
        let table: [(&str, &[&str]); 6] = [
            (r#"{"path" : "src/a.rs", "lines": [1, 2.5], "all": true}"#, &["src/a.rs", "1", "2.5", "true"]),
            (r#"{"a": {"b": "one\nEOF \"two\""}}"#, &["one", "EOF ", "two", ""]),
            (r#"["caf\u00e91\n2", "c:\\d"]"#, &["café1\n2", "c:", "d"]),
            (r#""alone""#, &["alone"]),
            (r#"{"path": "src/a.r"#, &["src/a.r"]),
            ("[ -f a.rs ] && \\", &["-f", "a.rs", "&&", "\\"]),
        ];
        for (json, wanted) in table {
            assert_eq!(stretches(json), wanted, "{json}");
        }
    }

    #[test]
    fn reading_ends_when_it_is_told_to() {
        let mut count = 0;
        assert!(!each_stretch(r#"["one\ntwo", "three"]"#, &mut |_| {
            count += 1;
            count < 2
        }));
        assert_eq!(count, 2);
    }
}
