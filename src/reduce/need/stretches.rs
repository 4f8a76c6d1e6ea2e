//! A text with stretches left out.

use crate::text::find_byte;

/// The marks around the number of characters.
const BEFORE: &str = "[… ";
const AFTER: &str = " chars]";
/// The first byte of the second character of a mark.
const ELLIPSIS: u8 = 0xE2;
/// The most bytes of a mark.
const MOST_OF_MARK: usize = 32;

/// A text that is put together from stretches. No stretch begins or ends inside a mark: see [`outside_marks`].
#[derive(Debug, Default)]
pub(super) struct Stretches {
    text: String,
    /// Characters that were left out since the last stretch.
    left_out: usize,
    /// True if what was left out ends a line.
    ends_line: bool,
}

impl Stretches {
    /// Adds a stretch that stays. An earlier mark at its edge becomes one with what is left out beside it.
    pub(super) fn keep(&mut self, stretch: &str) {
        let mut rest = stretch;
        while let Some((before, number, ends_line, behind)) = next_mark(rest) {
            self.push(before);
            self.left_out = self.left_out.saturating_add(number);
            self.ends_line = ends_line;
            rest = behind;
        }
        self.push(rest);
    }

    /// Leaves out a stretch. The numbers of earlier marks in it are added.
    pub(super) fn leave_out(&mut self, stretch: &str) {
        if stretch.is_empty() {
            return;
        }
        let mut rest = stretch;
        while let Some((before, number, _, behind)) = next_mark(rest) {
            self.left_out = self.left_out.saturating_add(before.chars().count()).saturating_add(number);
            rest = behind;
        }
        self.left_out = self.left_out.saturating_add(rest.chars().count());
        self.ends_line = stretch.ends_with('\n');
    }

    /// The text.
    pub(super) fn end(mut self) -> String {
        self.ends_line = false;
        self.mark();
        self.text
    }

    fn push(&mut self, text: &str) {
        if !text.is_empty() {
            self.mark();
            self.text.push_str(text);
        }
    }

    fn mark(&mut self) {
        if self.left_out > 0 {
            self.text.push_str(&format!("{BEFORE}{}{AFTER}", self.left_out));
            self.left_out = 0;
            if self.ends_line {
                self.text.push('\n');
            }
        }
    }
}

/// The text before the next mark, its number, true if it stands for the end of a line, and the text behind it. The line
/// break behind such a mark is a part of it, because its number counts the one that was left out.
fn next_mark(text: &str) -> Option<(&str, usize, bool, &str)> {
    let mut from = 0_usize;
    loop {
        let start = find_mark(text, from)?;
        let after = text.get(start.saturating_add(BEFORE.len())..)?;
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let number = after.get(..digits).and_then(|digits| digits.parse::<usize>().ok());
        let behind = after.get(digits..).and_then(|behind| behind.strip_prefix(AFTER));
        if let (Some(number), Some(behind)) = (number, behind) {
            let line = behind.strip_prefix('\n');
            return Some((text.get(..start)?, number, line.is_some(), line.unwrap_or(behind)));
        }
        from = start.saturating_add(BEFORE.len());
    }
}

/// The next byte from `from` on at which a mark may begin. Its second character is rare, so that is what is searched.
fn find_mark(text: &str, mut from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    loop {
        let found = find_byte(bytes.get(from..)?, ELLIPSIS)?.saturating_add(from);
        let start = found.saturating_sub(1);
        if start >= from && bytes.get(start..)?.starts_with(BEFORE.as_bytes()) {
            return Some(start);
        }
        from = found.saturating_add(1);
    }
}

/// The byte at `end`, or the one behind the mark that it stands in.
pub(super) fn outside_marks(text: &str, end: usize) -> usize {
    // A search beyond the mark would read all of the text at each of its pieces.
    let first = boundary_from(text, end.saturating_sub(MOST_OF_MARK));
    let behind = boundary_from(text, end.saturating_add(MOST_OF_MARK).min(text.len()));
    let near = text.get(first..behind).unwrap_or_default();
    let mut from = 0_usize;
    while let Some((before, _, _, rest)) = near.get(from..).and_then(next_mark) {
        let mark = first.saturating_add(from).saturating_add(before.len());
        if mark >= end {
            break;
        }
        from = near.len().saturating_sub(rest.len());
        let behind = first.saturating_add(from);
        if behind > end {
            return behind;
        }
    }
    end
}

/// The first byte from here on at which a character begins, or the text ends.
fn boundary_from(text: &str, mut at: usize) -> usize {
    while at < text.len() && !text.is_char_boundary(at) {
        at = at.saturating_add(1);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_gap_says_how_many_characters_are_missing_now_and_later() {
        let mut stretches = Stretches::default();
        stretches.leave_out("one\n");
        stretches.leave_out("two\n");
        stretches.keep("three\n");
        stretches.leave_out("four");
        let text = stretches.end();
        assert_eq!(text, "[… 8 chars]\nthree\n[… 4 chars]");
        let mut again = Stretches::default();
        again.leave_out(&text);
        assert_eq!(again.end(), "[… 18 chars]");
    }

    #[test]
    fn a_mark_that_stays_is_joined_to_what_is_left_out_beside_it() {
        let mut stretches = Stretches::default();
        stretches.leave_out("one\n");
        stretches.keep("[… 8 chars]\nthree\n[… 5 chars]\n");
        stretches.leave_out("four\n");
        stretches.keep("five [… x] six");
        assert_eq!(stretches.end(), "[… 12 chars]\nthree\n[… 10 chars]\nfive [… x] six");
    }

    #[test]
    fn no_stretch_ends_inside_a_mark() {
        let text = "one [… 8 chars]\ntwo [… three";
        let mark = 4.."one [… 8 chars]\n".len();
        for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
            let wanted = if end > mark.start && end < mark.end { mark.end } else { end };
            assert_eq!(outside_marks(text, end), wanted, "{end}");
        }
    }
}
