//! Splits messages into sentences. Pasted lines (code, quotes, indented lines) are kept apart.

use backscroll_kernels::find_byte;

/// A sentence, with the white space after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The byte after the sentence.
    pub(super) end: usize,
    /// True if the sentence was pasted.
    pub(super) is_pasted: bool,
}

/// A shorter sentence, in bytes, is often an abbreviation or a list number.
const SHORTEST: usize = 12;
/// A scrap of fewer bytes joins its neighbour, unless the sentence before it is long.
const SCRAP: usize = 8;
const LONG: usize = 160;

/// Splits a text into sentences that together cover the whole text.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut all = Sentences { text: text.as_bytes(), list: Vec::with_capacity(text.len() / 64) };
    let mut is_code = false;
    let mut start = 0_usize;
    while let Some(rest) = all.text.get(start..).filter(|rest| !rest.is_empty()) {
        let length = find_byte(rest, b'\n').map_or(rest.len(), |at| at.saturating_add(1));
        let line = rest.get(..length).unwrap_or_default();
        let words = line.trim_ascii_start();
        let is_fence = words.starts_with(b"```") || words.starts_with(b"~~~");
        let indent = line.len().saturating_sub(words.len());
        let end = start.saturating_add(length);
        if is_fence || is_code || words.starts_with(b">") || (indent >= 4 && !words.is_empty()) {
            is_code ^= is_fence;
            all.add(end, true);
        } else {
            all.add_line(start, end);
        }
        start = end;
    }
    all.list
}

struct Sentences<'a> {
    text: &'a [u8],
    list: Vec<Sentence>,
}

impl Sentences<'_> {
    /// Adds the sentences of the line between these bytes.
    fn add_line(&mut self, start: usize, end: usize) {
        let line = self.text.get(start..end).unwrap_or_default();
        let (mut from, mut at) = (0_usize, 0_usize);
        while let Some(byte) = line.get(at) {
            if !may_end(*byte) {
                at = at.saturating_add(1);
                continue;
            }
            let (sign, length) = sign_at(line, at);
            let (Sign::End | Sign::EndBeforeSpace) = sign else {
                at = at.saturating_add(length);
                continue;
            };
            let dot = at;
            at = at.saturating_add(length);
            at = behind(line, at, |sign| sign != Sign::Space && sign != Sign::Other);
            let words = at;
            at = behind(line, at, |sign| sign == Sign::Space);
            let is_long = at.saturating_sub(from) >= SHORTEST;
            if sign == Sign::End
                || (at > words && is_long && !abbreviates(line.get(..dot).unwrap_or_default()))
            {
                self.add(start.saturating_add(at), false);
                from = at;
            }
        }
        if from < line.len() {
            self.add(end, false);
        }
    }

    /// Adds the sentence that ends at this byte, or joins it to the sentence before.
    fn add(&mut self, end: usize, is_pasted: bool) {
        let count = self.list.len();
        let last_start = count.checked_sub(2).and_then(|at| self.list.get(at)).map_or(0, |before| before.end);
        if let Some(last) = self.list.last_mut().filter(|last| last.is_pasted == is_pasted) {
            let [own, before] =
                [last.end..end, last_start..last.end].map(|range| self.text.get(range).unwrap_or_default());
            let is_scrap = |text: &[u8]| text.len() < LONG && text.trim_ascii().len() < SCRAP;
            if before.len() < LONG && (is_scrap(own) || is_scrap(before)) {
                last.end = end;
                return;
            }
        }
        self.list.push(Sentence { end, is_pasted });
    }
}

/// The role of a character near the end of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    End,
    /// Ends a sentence if white space follows.
    EndBeforeSpace,
    /// May follow the end.
    Closing,
    Space,
    Other,
}

/// Reports whether the byte may begin a sign that ends a sentence.
#[inline(always)]
fn may_end(byte: u8) -> bool {
    byte >= 0x80 || matches!(byte, b'.' | b'!' | b'?')
}

/// Returns the sign that begins at this byte, and its length. Other characters count byte by byte.
#[inline(always)]
fn sign_at(bytes: &[u8], at: usize) -> (Sign, usize) {
    match bytes.get(at..).unwrap_or_default() {
        [b'.' | b'!' | b'?', ..] => (Sign::EndBeforeSpace, 1),
        [b'"' | b'\'' | b')' | b']', ..] => (Sign::Closing, 1),
        [b' ' | b'\t' | b'\n' | b'\r' | 12, ..] => (Sign::Space, 1),
        // … ” ’
        [0xE2, 0x80, 0xA6, ..] => (Sign::EndBeforeSpace, 3),
        [0xE2, 0x80, 0x9D | 0x99, ..] => (Sign::Closing, 3),
        // The Chinese space, 。 and closing quotation marks.
        [0xE3, 0x80, 0x80, ..] => (Sign::Space, 3),
        [0xE3, 0x80, 0x82, ..] => (Sign::End, 3),
        [0xE3, 0x80, 0x8D | 0x8F, ..] => (Sign::Closing, 3),
        // ！ ？, the danda of Hindi, ؟
        [0xEF, 0xBC, 0x81 | 0x9F, ..] | [0xE0, 0xA5, 0xA4, ..] => (Sign::End, 3),
        [0xD8, 0x9F, ..] => (Sign::End, 2),
        _ => (Sign::Other, 1),
    }
}

/// Returns the first byte from `at` on whose sign is not wanted.
fn behind(line: &[u8], mut at: usize, is_wanted: impl Fn(Sign) -> bool) -> usize {
    while at < line.len() {
        let (sign, length) = sign_at(line, at);
        if !is_wanted(sign) {
            break;
        }
        at = at.saturating_add(length);
    }
    at
}

/// Reports whether the dot after these bytes ends an abbreviation: one letter, a word with another dot, or a known
/// abbreviation.
fn abbreviates(before: &[u8]) -> bool {
    let start = before.iter().rposition(|byte| matches!(byte, b' ' | b'\t' | b'('));
    let word = before.get(start.map_or(0, |at| at.saturating_add(1))..).unwrap_or_default();
    let letters = word.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    (letters > 0 && word.contains(&b'.'))
        || letters == 1
        || matches!(word, b"Mr" | b"Mrs" | b"Dr" | b"Nr" | b"No" | b"vs" | b"ca" | b"bzw" | b"etc")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let mut from = 0;
        let own = |one: &Sentence| {
            let text =
                text.get(std::mem::replace(&mut from, one.end)..one.end).unwrap_or("cut in a character");
            if one.is_pasted { format!("|{text}") } else { text.to_owned() }
        };
        sentences(text).iter().map(own).collect()
    }

    #[test]
    fn sentences_end_at_signs_and_lines_and_what_is_pasted_stays_apart() {
        let table: [(&str, &[&str]); 8] = [
            (
                "Cancel both flights. Keep the bags, please! ok",
                &["Cancel both flights. ", "Keep the bags, please! ok"],
            ),
            (
                "Use e.g. version 1.2 of it. Never push to main.",
                &["Use e.g. version 1.2 of it. ", "Never push to main."],
            ),
            (
                "Read this file first:\n```js\nlet a = 1;\n```\nThen answer.",
                &["Read this file first:\n", "|```js\nlet a = 1;\n```\n", "Then answer."],
            ),
            (
                "> he said so before\nI do not agree with it.",
                &["|> he said so before\n", "I do not agree with it."],
            ),
            (
                "预算不得超过五百元，谢谢。请先问我再订票。",
                &["预算不得超过五百元，谢谢。", "请先问我再订票。"],
            ),
            ("First line of it\n\nSecond line of it\n", &["First line of it\n\n", "Second line of it\n"]),
            ("What is it?\" he asked me. And then?", &["What is it?\" ", "he asked me. ", "And then?"]),
            ("", &[]),
        ];
        for (text, wanted) in table {
            assert_eq!(parts(text), wanted, "{text}");
            assert_eq!(parts(text).concat().replace('|', ""), text);
        }
    }
}
