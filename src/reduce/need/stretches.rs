//! A text with stretches left out.

/// The mark in the place of left-out text.
const MARK: &str = "[…]";

/// A text that is put together from stretches.
#[derive(Debug, Default)]
pub(super) struct Stretches {
    text: String,
    /// The end of the text left out since the last stretch.
    gap: Option<GapEnd>,
}

/// How a left-out text ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GapEnd {
    Line,
    Word,
    Inside,
}

impl Stretches {
    /// Adds a kept stretch. A mark at its start also covers the text left out before it.
    pub(super) fn keep(&mut self, stretch: &str) {
        if stretch.is_empty() {
            return;
        }
        let is_marked = self.gap.is_some() && stretch.trim_ascii_start().starts_with(MARK);
        if !is_marked {
            self.mark();
        }
        self.gap = None;
        self.text.push_str(stretch);
    }

    /// Leaves out a stretch.
    pub(super) fn leave_out(&mut self, stretch: &str) {
        self.gap = match stretch.as_bytes().last() {
            None => self.gap,
            Some(b'\n') => Some(GapEnd::Line),
            Some(last) if last.is_ascii_whitespace() => Some(GapEnd::Word),
            Some(_) => Some(GapEnd::Inside),
        };
    }

    /// Returns the text.
    pub(super) fn end(mut self) -> String {
        self.gap = self.gap.map(|_| GapEnd::Inside);
        self.mark();
        self.text
    }

    fn mark(&mut self) {
        let Some(gap) = self.gap.filter(|_| !self.text.trim_ascii_end().ends_with(MARK)) else { return };
        self.text.push_str(MARK);
        match gap {
            GapEnd::Line => self.text.push('\n'),
            GapEnd::Word => self.text.push(' '),
            GapEnd::Inside => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_mark_stands_for_what_was_left_out_now_and_before() {
        let mut stretches = Stretches::default();
        stretches.leave_out("one\n");
        stretches.leave_out("two\n");
        stretches.keep("three\n");
        stretches.leave_out("four");
        assert_eq!(stretches.end(), "[…]\nthree\n[…]");
        let mut again = Stretches::default();
        again.leave_out("zero ");
        again.keep("[…]\nthree\n[…]\n");
        again.leave_out("four ");
        again.keep("five ");
        again.leave_out("six. ");
        again.keep("seven");
        assert_eq!(again.end(), "[…]\nthree\n[…]\nfive […] seven");
    }
}
