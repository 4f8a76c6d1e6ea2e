//! Notes of what was left out.

use super::deeds::writes;
use crate::history::{Draft, Serial, Unit};
use crate::json::{Kind, Node};
use crate::message::{Body, Content, LeftOut, Message, ToolCall};

/// The end of the ids of notes.
const GAP: &str = ":gap";
/// Characters of the argument that a note names.
const MOST_CHARACTERS: usize = 48;

/// The run of messages that is left out between two messages that stay.
#[derive(Debug, Default)]
pub(super) struct Gap {
    left_out: LeftOut,
    /// A note of an earlier reduction.
    note: Option<Serial>,
    /// Later notes of earlier reductions, which this one takes in.
    joined: Vec<Serial>,
    first: Option<Message>,
    is_new: bool,
}

impl Gap {
    /// Adds a unit that is left out.
    pub(super) fn add(&mut self, unit: &Unit) {
        self.is_new = true;
        self.left_out.messages = self.left_out.messages.saturating_add(unit.len());
        if self.first.is_none() {
            self.first = Some(unit.head().clone());
        }
        let failed = |call: &ToolCall| {
            let mut results = unit.messages().filter_map(Message::result);
            results.any(|result| result.call_id == call.id && result.failed())
        };
        for call in unit.head().calls() {
            if writes(call) || failed(call) {
                self.left_out.add_deed(&deed(call, failed(call)), 1);
            }
        }
    }

    /// Adds a note of an earlier reduction.
    pub(super) fn add_note(&mut self, unit: &Unit) {
        match self.note {
            None => self.note = Some(unit.serial()),
            Some(_) => {
                self.is_new = true;
                self.joined.push(unit.serial());
            }
        }
        self.left_out.join(LeftOut::read(&unit.head().content().plain_text()).unwrap_or_default());
    }

    /// Writes the note into the draft, before the unit at `next`. Returns how many notes there are for the gap: 1, or 0.
    pub(super) fn write(self, draft: &mut Draft, next: Option<Serial>) -> usize {
        if !self.is_new {
            return usize::from(self.note.is_some());
        }
        for serial in self.joined {
            draft.remove(serial);
        }
        let text = self.left_out.text();
        let estimator = draft.history().estimator();
        if let Some(unit) = self.note.and_then(|serial| draft.unit(serial)).cloned() {
            let changed = unit.map(estimator, |message| {
                let mut copy = message.clone();
                *copy.content_mut() = Content::text(&text);
                Some(copy)
            });
            changed.into_iter().for_each(|unit| draft.rewrite(unit));
            return 1;
        }
        let Some(first) = self.first else { return 0 };
        let note =
            Message::new(format!("{}{GAP}", first.id), first.created_at, Body::Summary(Content::text(&text)));
        // Without a free serial between the neighbours there is no note; the report lists the messages all the same.
        usize::from(draft.insert(note, next).is_ok())
    }
}

/// The call as a note names it, such as `write(src/a.rs)`.
fn deed(call: &ToolCall, failed: bool) -> String {
    let text = Node::parse(call.arguments.text()).and_then(first_text).unwrap_or_default();
    let line = text.lines().next().unwrap_or_default();
    let plain = without_signs(line);
    let mut short: String = plain.chars().take(MOST_CHARACTERS).collect();
    if short.len() < plain.len() || line.len() < text.len() {
        short.push('…');
    }
    format!("{}({short}){}", without_signs(&call.name), if failed { " failed" } else { "" })
}

/// The text without the signs that separate the parts of a note, because later reductions read the note.
fn without_signs(text: &str) -> String {
    text.chars().filter(|own| !matches!(own, ';' | '[' | ']')).collect()
}

/// The first text in the arguments.
fn first_text(node: Node<'_>) -> Option<String> {
    match node.kind() {
        Kind::Text => node.text().map(std::borrow::Cow::into_owned),
        Kind::Object => node.fields()?.iter().find_map(|(_, value)| first_text(value)),
        Kind::List => node.list()?.into_iter().find_map(first_text),
        Kind::Number | Kind::Bool | Kind::Null => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::Arguments;

    #[test]
    fn a_deed_is_the_call_with_its_first_text() {
        let long = "x".repeat(60);
        let cut = format!("write({}…)", "x".repeat(MOST_CHARACTERS));
        for (name, arguments, failed, wanted) in [
            ("write", json_object("path", "src/a.rs"), false, "write(src/a.rs)"),
            ("run", json_object("command", "npm test; ls"), true, "run(npm test ls) failed"),
            ("run", json_object("command", "one\\ntwo"), false, "run(one…)"),
            ("write", json_object("path", &long), false, &cut),
            ("a;b]", "{}".to_owned(), false, "ab()"),
        ] {
            let call = ToolCall::new("c", name, Arguments::Text(arguments.as_str().into()));
            assert_eq!(deed(&call, failed), wanted, "{arguments}");
        }
    }

    fn json_object(name: &str, value: &str) -> String {
        format!("{{\"at\":1,\"{name}\":\"{value}\"}}")
    }
}
