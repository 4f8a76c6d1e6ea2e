//! A text with stretches left out.

/// The marks around the number of characters.
const BEFORE: &str = "[… ";
const AFTER: &str = " chars]";

/// A text that is put together from stretches.
#[derive(Debug, Default)]
pub(super) struct Stretches {
    text: String,
    /// Characters that were left out since the last stretch.
    left_out: usize,
    /// True if what was left out ends a line.
    ends_line: bool,
}

impl Stretches {
    /// Adds a stretch that stays.
    pub(super) fn keep(&mut self, stretch: &str) {
        self.mark();
        self.text.push_str(stretch);
    }

    /// Leaves out a stretch. What an earlier mark in it says counts.
    pub(super) fn leave_out(&mut self, stretch: &str) {
        let mut rest = stretch;
        while let Some((before, after)) = crate::text::split_once(rest, BEFORE) {
            self.left_out = self.left_out.saturating_add(before.chars().count());
            let number = crate::text::split_once(after, AFTER)
                .and_then(|(number, behind)| Some((number.parse::<usize>().ok()?, behind)));
            rest = match number {
                Some((number, behind)) => {
                    self.left_out = self.left_out.saturating_add(number);
                    behind
                }
                None => {
                    self.left_out = self.left_out.saturating_add(BEFORE.chars().count());
                    after
                }
            };
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
        assert_eq!(again.end(), "[… 19 chars]");
    }
}
