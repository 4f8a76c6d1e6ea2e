//! Heads: the lines and fields that name what a stretch of text belongs to. A head is the first field of a record,
//! the line above indented lines (a function, an item of a list), the header of a table, or the file of a diff.

use std::ops::Range;

/// How many bytes before a stretch are searched for its head.
const MOST_BEFORE: usize = 8_000;
/// The maximum length of a head, in bytes.
const LONGEST: usize = 120;
/// The minimum number of delimiters in a line of a table.
const LEAST_OF_TABLE: usize = 2;

/// Returns the head of the text from `start` on, as a range of bytes before `start` that ends between characters.
pub(crate) fn head_of(text: &str, start: usize) -> Option<Range<usize>> {
    let bytes = text.as_bytes();
    let before = bytes.get(..start)?;
    let line = line_start(before, start);
    let is_inside = before.get(line..)?.iter().any(|byte| !byte.is_ascii_whitespace());
    let head = if is_inside { head_of_record(bytes, line, start) } else { head_of_lines(bytes, line) }?;
    let is_fit = head.len() <= LONGEST && text.get(head.clone()).is_some();
    is_fit.then_some(head)
}

fn line_start(before: &[u8], from: usize) -> usize {
    let own = before.get(..from).unwrap_or_default();
    own.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at.saturating_add(1))
}

/// Returns the first field of the innermost record that is open at `start`, or the record's key if the key holds a
/// digit.
fn head_of_record(bytes: &[u8], line: usize, start: usize) -> Option<Range<usize>> {
    let first = line.max(start.saturating_sub(MOST_BEFORE));
    let mut closed = 0_usize;
    for at in (first..start).rev() {
        match bytes.get(at)? {
            b'}' | b']' => closed = closed.saturating_add(1),
            b'{' | b'[' if closed > 0 => closed = closed.saturating_sub(1),
            b'{' => match key_before(bytes.get(..at)?) {
                Some(key) if bytes.get(key..at)?.iter().any(u8::is_ascii_digit) => {
                    return Some(key..at.saturating_add(1));
                }
                Some(_) => {}
                None => return first_field(bytes, at, start),
            },
            _ => {}
        }
    }
    None
}

/// Returns the first byte of the key directly before a record. `before` ends where the record begins.
fn key_before(before: &[u8]) -> Option<usize> {
    let key = before.trim_ascii_end().strip_suffix(b":")?.trim_ascii_end().strip_suffix(b"\"")?;
    key.iter().rposition(|byte| *byte == b'"')
}

/// Returns the record at `open` up to the end of its first field, if the field's value is a text or a number.
fn first_field(bytes: &[u8], open: usize, start: usize) -> Option<Range<usize>> {
    let inside = bytes.get(open.saturating_add(1)..start)?;
    let end = inside.iter().position(|byte| matches!(byte, b',' | b'{' | b'['))?;
    let space = usize::from(inside.get(end.saturating_add(1)) == Some(&b' '));
    (inside.get(end) == Some(&b','))
        .then(|| open..open.saturating_add(end).saturating_add(space).saturating_add(2))
}

/// Returns the head of the line at `start`.
fn head_of_lines(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let own = TextLine::at(bytes, start)?;
    let mut least = own.indent;
    let mut file = None;
    let mut behind = start;
    while behind > start.saturating_sub(MOST_BEFORE) {
        let line = TextLine::at(bytes, line_start(bytes, behind.checked_sub(1)?))?;
        let (at, end) = (line.start, behind);
        behind = at;
        // In a diff, the line of the file is above the first hunk.
        if line.text.starts_with(b"+++ ") {
            return file.is_some().then_some(at..end);
        }
        file = file.or_else(|| line.text.starts_with(b"@@ ").then_some(at));
        if file.is_some() || line.text.is_empty() || line.indent >= least {
            continue;
        }
        least = line.indent;
        if line.text == b"{" || line.text.ends_with(b"[{") {
            // The first field names a record whose fields are on lines of their own.
            let field = TextLine::at(bytes, end).filter(|field| field.start < start)?;
            return Some(field.start..field.end);
        }
        if line.names_its_lines() {
            return Some(at..end);
        }
    }
    let header = TextLine::at(bytes, 0)?;
    let is_table = [b'|', b',', b'\t'].into_iter().any(|sign| {
        let [count, of_own] =
            [header.text, own.text].map(|text| text.iter().filter(|byte| **byte == sign).count());
        count >= LEAST_OF_TABLE && count == of_own
    });
    (is_table && header.end <= start).then_some(0..header.end)
}

/// A line of a text.
#[derive(Clone, Copy, Debug)]
struct TextLine<'a> {
    start: usize,
    /// The byte after the line break.
    end: usize,
    /// The white space before the text, after the line number if there is a number.
    indent: usize,
    text: &'a [u8],
}

impl<'a> TextLine<'a> {
    fn at(bytes: &'a [u8], start: usize) -> Option<Self> {
        let rest = bytes.get(start..)?;
        let length =
            rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |at| at.saturating_add(1));
        let whole = rest.get(..length)?;
        let behind = behind_number(whole).unwrap_or(whole);
        let text = behind.trim_ascii_start();
        let indent = behind.len().saturating_sub(text.len());
        Some(Self { start, end: start.saturating_add(length), indent, text: text.trim_ascii_end() })
    }

    /// Reports whether the line names what the lines under it belong to. A condition, a loop, a closing bracket and a
    /// record's key without a digit do not.
    fn names_its_lines(self) -> bool {
        let word = self.text.iter().position(|byte| !byte.is_ascii_alphabetic()).unwrap_or(self.text.len());
        let is_control = CONTROLS.iter().any(|control| self.text.get(..word) == Some(control.as_bytes()));
        let is_key = self.text.starts_with(b"\"") && !self.text.iter().any(u8::is_ascii_digit);
        let says = self.text.iter().filter(|byte| byte.is_ascii_alphanumeric() || **byte >= 0x80).count();
        !is_control && !is_key && says > 2 && !self.text.starts_with(b"}") && !self.text.starts_with(b")")
    }
}

/// First words of code lines that name no function and no item.
const CONTROLS: [&str; 16] = [
    "if", "else", "elif", "for", "while", "switch", "case", "match", "try", "catch", "except", "finally",
    "with", "do", "return", "default",
];

/// Returns the line without its number, in the form that editors and searches print. `None` if the line has no number.
fn behind_number(line: &[u8]) -> Option<&[u8]> {
    let number = line.trim_ascii_start();
    let digits = number.iter().position(|byte| !byte.is_ascii_digit()).filter(|digits| *digits > 0)?;
    let sign = number.get(digits)?;
    let behind = number.get(digits.saturating_add(1)..)?;
    matches!(sign, b':' | b'\t' | b'|' | b'-').then_some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the head of a text from the bytes `of` on.
    fn check(text: &str, of: &str, wanted: Option<&str>) {
        let start = text.find(of).unwrap_or_default();
        assert_eq!(head_of(text, start).and_then(|head| text.get(head)), wanted, "{text}");
    }

    #[test]
    fn a_stretch_of_a_record_has_its_first_field_or_its_key() {
        let list = r#"[{"flight": "HAT1", "from": "JFK", "prices": {"economy": 80, "business": 90}}, {"flight": "HAT2"}]"#;
        check(list, "\"business\"", Some("{\"flight\": \"HAT1\", "));
        check(list, "\"from\"", Some("{\"flight\": \"HAT1\", "));
        check(list, "[{", None);
        check(
            r#"{"methods": {"card_12": {"source": "card", "last_four": 1}}}"#,
            "\"last_four\"",
            Some("\"card_12\": {"),
        );
        check(r#"{"all": [1, 2, 3], "count": 3}"#, "\"count\"", None);
    }

    #[test]
    fn a_stretch_of_lines_has_the_line_above_that_says_what_they_are_of() {
        for (text, of, wanted) in [
            ("fn main() {\n    if true {\n        run();\n    }\n}\n", "        run", Some("fn main() {\n")),
            (
                "1. **Flight HAT1**\n   - From: JFK\n   - Price: $80\n",
                "   - Price",
                Some("1. **Flight HAT1**\n"),
            ),
            ("7:class A {\n8:  size() {\n9:    return 1;\n", "9:    return", Some("8:  size() {\n")),
            (
                "[\n  {\n    \"id\": 7,\n    \"name\": \"x\",\n    \"price\": 5\n  }\n]\n",
                "    \"price\"",
                Some("    \"id\": 7,\n"),
            ),
            ("id,name,price\n1,a,5\n2,b,6\n", "2,b", Some("id,name,price\n")),
            ("--- a/x.rs\n+++ b/x.rs\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n", "+c", Some("+++ b/x.rs\n")),
            ("one\ntwo\nthree\n", "three", None),
        ] {
            check(text, of, wanted);
        }
    }
}
