//! The note that replaces removed messages.

use super::message::{Body, Message};
use crate::text::split_once;

/// The content of a note: `[12 messages left out: write(src/a.rs) ×2; and 3 more]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The number of messages.
    pub messages: usize,
    /// Calls among them, for the model.
    pub deeds: Vec<Deed>,
    /// The number of deeds that are not named.
    pub more: usize,
}

/// A deed that a note names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The name of the call, such as `write(src/a.rs)`.
    pub text: String,
    /// The number of times that the call was made.
    pub times: usize,
}

/// The most deeds that a note names.
const MOST_DEEDS: usize = 32;

const OPEN: &str = "[";
const LEFT_OUT: &str = " messages left out";
const ONE_LEFT_OUT: &str = "1 message left out";
const WITH: &str = ": ";
const BETWEEN: &str = "; ";
const TIMES: &str = " ×";
const AND: &str = "and ";
const MORE: &str = " more";
const CLOSE: &str = "]";

impl LeftOut {
    /// Adds a deed, which was done this many times, to the end, or to the same deed.
    pub fn add_deed(&mut self, text: &str, times: usize) {
        if let Some(known) = self.deeds.iter_mut().find(|known| known.text == text) {
            known.times = known.times.saturating_add(times);
        } else if self.deeds.len() < MOST_DEEDS {
            self.deeds.push(Deed { text: text.to_owned(), times });
        } else {
            self.more = self.more.saturating_add(times);
        }
    }

    /// Adds the content of a later note.
    pub fn join(&mut self, other: Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.more = self.more.saturating_add(other.more);
        other.deeds.iter().for_each(|deed| self.add_deed(&deed.text, deed.times));
    }

    /// The text of the note.
    pub fn text(&self) -> String {
        let mut text = match self.messages {
            1 => format!("{OPEN}{ONE_LEFT_OUT}"),
            messages => format!("{OPEN}{messages}{LEFT_OUT}"),
        };
        for (at, deed) in self.deeds.iter().enumerate() {
            text.push_str(if at == 0 { WITH } else { BETWEEN });
            text.push_str(&deed.text);
            if deed.times > 1 {
                text.push_str(&format!("{TIMES}{}", deed.times));
            }
        }
        if self.more > 0 {
            text.push_str(&format!("{BETWEEN}{AND}{}{MORE}", self.more));
        }
        text.push_str(CLOSE);
        text
    }

    /// Reads the text of a note. `None` for another text.
    pub fn read(text: &str) -> Option<Self> {
        let inner = inner(text)?;
        let (head, deeds) = split_once(inner, WITH).unwrap_or((inner, ""));
        let messages = head.split(' ').next()?.parse().ok()?;
        let mut note = Self { messages, ..Self::default() };
        for deed in deeds.split(';').map(str::trim).filter(|deed| !deed.is_empty()) {
            match deed.strip_prefix(AND).and_then(|rest| rest.strip_suffix(MORE)?.parse().ok()) {
                Some(more) => note.more = more,
                None => {
                    let rest = deed.trim_end_matches(|own: char| own.is_ascii_digit());
                    let times = deed.get(rest.len()..).and_then(|times| times.parse().ok());
                    let (text, times) = rest.strip_suffix(TIMES).zip(times).unwrap_or((deed, 1));
                    note.add_deed(text, times);
                }
            }
        }
        Some(note)
    }
}

/// The text between the brackets of a note; `None` for another text.
fn inner(text: &str) -> Option<&str> {
    let inner = text.strip_prefix(OPEN)?.strip_suffix(CLOSE)?;
    let rest = inner.trim_start_matches(|own: char| own.is_ascii_digit());
    let is_counted = rest.len() < inner.len();
    let after = rest.strip_prefix(LEFT_OUT).or_else(|| inner.strip_prefix(ONE_LEFT_OUT))?;
    (is_counted && (after.is_empty() || after.starts_with(WITH))).then_some(inner)
}

impl Message {
    /// Reports whether a turn begins with the message.
    pub fn starts_turn(&self) -> bool {
        matches!(self.body, Body::User(_)) && !self.is_note()
    }

    /// Reports whether the message is nothing but a note of messages that were left out, also where a program's list or a
    /// provider's body gave it another role.
    pub fn is_note(&self) -> bool {
        match &self.body {
            Body::System(content) | Body::Summary(content) | Body::User(content) => {
                content.only_text().is_some_and(|text| inner(text).is_some())
            }
            Body::Assistant { .. } | Body::Tool(_) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let deeds = |names: &[&str]| {
            let deed = |(at, name): (usize, &&str)| Deed { text: (*name).to_owned(), times: at + 1 };
            names.iter().enumerate().map(deed).collect::<Vec<_>>()
        };
        for (messages, deeds, more) in [
            (1, deeds(&[]), 0),
            (12, deeds(&[]), 0),
            (7, deeds(&["write(src/a.rs)", "bash(npm test…) failed"]), 0),
            (900, deeds(&["write(a)", "edit(b: c)"]), 5),
        ] {
            let note = LeftOut { messages, deeds, more };
            assert_eq!(LeftOut::read(&note.text()), Some(note));
        }
    }

    #[test]
    fn another_text_is_no_note() {
        for text in [
            "",
            "[]",
            "[messages left out]",
            "[12 messages left out",
            "[12 messages left out of it]",
            "12 messages left out",
            "[x messages left out]",
        ] {
            assert_eq!(LeftOut::read(text), None, "{text}");
        }
    }
}
