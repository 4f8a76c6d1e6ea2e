//! The note in the place of messages that were left out.

use super::message::{Body, Message};
use crate::text::split_once;

/// What a note says: `[12 messages left out: write(src/a.rs); and 3 more]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The number of messages.
    pub messages: usize,
    /// The writes and failures among them, for the model.
    pub deeds: Vec<String>,
    /// The number of deeds that are not named.
    pub more: usize,
}

/// Deeds that a note names.
const MOST_DEEDS: usize = 6;

const OPEN: &str = "[";
const LEFT_OUT: &str = " messages left out";
const ONE_LEFT_OUT: &str = "1 message left out";
const WITH: &str = ": ";
const BETWEEN: &str = "; ";
const AND: &str = "and ";
const MORE: &str = " more";
const CLOSE: &str = "]";

impl LeftOut {
    /// Adds a deed, in its place.
    pub fn add_deed(&mut self, deed: String) {
        if self.deeds.len() < MOST_DEEDS {
            self.deeds.push(deed);
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    /// Adds what a later note says.
    pub fn join(&mut self, other: Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.more = self.more.saturating_add(other.more);
        other.deeds.into_iter().for_each(|deed| self.add_deed(deed));
    }

    /// The text of the note.
    pub fn text(&self) -> String {
        let mut text = match self.messages {
            1 => format!("{OPEN}{ONE_LEFT_OUT}"),
            messages => format!("{OPEN}{messages}{LEFT_OUT}"),
        };
        for (at, deed) in self.deeds.iter().enumerate() {
            text.push_str(if at == 0 { WITH } else { BETWEEN });
            text.push_str(deed);
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
        let mut deeds: Vec<String> = deeds.split(';').map(|deed| deed.trim().to_owned()).collect();
        deeds.retain(|deed| !deed.is_empty());
        let more = deeds.last().and_then(|last| last.strip_prefix(AND)?.strip_suffix(MORE)?.parse().ok());
        if more.is_some() {
            deeds.pop();
        }
        Some(Self { messages, deeds, more: more.unwrap_or(0) })
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
        let deeds = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
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
