//! Sentences of messages. Pasted lines (code, quotes, indented ones) stay apart.

/// A sentence, with the white space behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    /// The byte behind it.
    pub(super) end: usize,
    /// True if it was pasted, and not said.
    pub(super) is_pasted: bool,
}

/// Shorter sentences, in bytes, are often an abbreviation or a number of a list.
const SHORTEST: usize = 12;
/// Scraps of so many bytes join the sentence before them, unless that is long.
const SCRAP: usize = 8;
const LONG: usize = 160;

/// The sentences of a text. Together they are the text.
pub(super) fn sentences(text: &str) -> Vec<Sentence> {
    let mut all = Sentences { text, list: Vec::new() };
    let mut is_code = false;
    let mut start = 0_usize;
    for line in text.split_inclusive('\n') {
        let end = start.saturating_add(line.len());
        let words = line.trim_ascii_start();
        let is_fence = words.starts_with("```") || words.starts_with("~~~");
        let indent = line.len().saturating_sub(words.len());
        if is_fence || is_code || words.starts_with('>') || (indent >= 4 && !words.is_empty()) {
            is_code ^= is_fence;
            all.add(end, true);
        } else {
            all.add_line(start, line);
        }
        start = end;
    }
    all.list
}

struct Sentences<'a> {
    text: &'a str,
    list: Vec<Sentence>,
}

impl Sentences<'_> {
    /// Adds the sentences of a line that begins at this byte.
    fn add_line(&mut self, start: usize, line: &str) {
        let mut from = 0_usize;
        let mut signs = line.char_indices().peekable();
        while let Some((at, sign)) = signs.next() {
            let Some(wants_space) = ending(sign) else { continue };
            while signs.next_if(|(_, next)| ending(*next).is_some() || is_closing(*next)).is_some() {}
            let mut end = signs.peek().map_or(line.len(), |(next, _)| *next);
            let behind = end;
            while let Some((next, space)) =
                signs.next_if(|(_, next)| next.is_ascii_whitespace() || *next == '\u{3000}')
            {
                end = next.saturating_add(space.len_utf8());
            }
            let sentence = line.get(from..end).unwrap_or_default();
            let ends = !wants_space || (end > behind && sentence.len() >= SHORTEST && !abbreviates(line, at));
            if ends {
                self.add(start.saturating_add(end), false);
                from = end;
            }
        }
        if from < line.len() {
            self.add(start.saturating_add(line.len()), false);
        }
    }

    /// Adds what ends at this byte, or joins it to the sentence before it.
    fn add(&mut self, end: usize, is_pasted: bool) {
        let count = self.list.len();
        let last_start = count.checked_sub(2).and_then(|at| self.list.get(at)).map_or(0, |before| before.end);
        if let Some(last) = self.list.last_mut().filter(|last| last.is_pasted == is_pasted) {
            let [own, before] =
                [last.end..end, last_start..last.end].map(|range| self.text.get(range).unwrap_or_default());
            let is_scrap = own.trim_ascii().len() < SCRAP || before.trim_ascii().len() < SCRAP;
            if is_scrap && before.len() < LONG {
                last.end = end;
                return;
            }
        }
        self.list.push(Sentence { end, is_pasted });
    }
}

/// True if white space must follow the sign for a sentence to end there; `None` if it ends none.
fn ending(sign: char) -> Option<bool> {
    match sign {
        '.' | '!' | '?' | '…' => Some(true),
        '。' | '！' | '？' | '।' | '؟' => Some(false),
        _ => None,
    }
}

fn is_closing(sign: char) -> bool {
    matches!(sign, '"' | '\'' | ')' | ']' | '」' | '』' | '”' | '’')
}

/// Reports whether the dot at this byte ends an abbreviation: one letter stands before it, or two around another dot.
fn abbreviates(line: &str, dot: usize) -> bool {
    let before = line.get(..dot).unwrap_or_default();
    let word = before.rsplit([' ', '\t', '(']).next().unwrap_or_default();
    let letters = word.chars().filter(|sign| sign.is_ascii_alphabetic()).count();
    (word.contains('.') && letters > 0)
        || letters == 1
        || matches!(word, "Mr" | "Mrs" | "Dr" | "Nr" | "No" | "vs" | "ca" | "bzw" | "etc")
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
