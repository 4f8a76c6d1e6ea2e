//! Notes of what was left out.

use super::candidates::Group;
use super::deeds::writes;
use crate::history::{Draft, Unit};
use crate::json::{Kind, Node};
use crate::message::{Body, Content, LeftOut, Message, Part, ToolCall};

/// The end of the ids of notes.
const GAP: &str = ":gap";
/// Characters of the argument that a note names.
const MOST_CHARACTERS: usize = 48;

/// The run of units that is left out between two that stay.
#[derive(Debug)]
pub(super) struct Gap<'a>(&'a [Group<'a>]);

impl<'a> Gap<'a> {
    pub(super) fn of(run: &'a [Group<'a>]) -> Self {
        Self(run)
    }

    /// Puts the gap into the note of an earlier reduction that stands in it, and removes further notes. Without a note,
    /// returns a new one.
    pub(super) fn write(self, draft: &mut Draft) -> Option<Message> {
        let mut notes = self.0.iter().filter(|group| group.is_gap);
        let Some(note) = notes.next() else { return self.new_note() };
        for note in notes {
            draft.remove(note.unit.serial());
        }
        // A note that stands alone says everything already.
        if self.0.len() > 1 {
            let text = self.left_out().text();
            let changed = note.unit.map(draft.history().estimator(), |message| {
                let mut copy = message.clone();
                *copy.content_mut() = Content::text(&text);
                Some(copy)
            });
            changed.into_iter().for_each(|unit| draft.rewrite(unit));
        }
        None
    }

    fn new_note(&self) -> Option<Message> {
        let first = self.0.first()?.unit.head();
        let content = Content::text(&self.left_out().text());
        Some(Message::new(format!("{}{GAP}", first.id), first.created_at, Body::Summary(content)))
    }

    fn left_out(&self) -> LeftOut {
        let mut all = LeftOut::default();
        for Group { unit, is_gap, .. } in self.0 {
            match is_gap {
                true => all.join(LeftOut::read(&unit.head().content().plain_text()).unwrap_or_default()),
                false => add(&mut all, unit),
            }
        }
        all
    }
}

/// Adds a unit that is left out.
fn add(all: &mut LeftOut, unit: &Unit) {
    all.messages = all.messages.saturating_add(unit.len());
    // Where the roles alternate, a note is a part of the user's turn.
    for text in unit.head().content().parts().iter().filter_map(Part::as_text) {
        LeftOut::read(text).into_iter().for_each(|note| all.join(note));
    }
    let failed = |call: &ToolCall| {
        let mut results = unit.messages().filter_map(Message::result);
        results.any(|result| result.call_id == call.id && result.failed())
    };
    for call in unit.head().calls() {
        let failed = failed(call);
        if failed || writes(call) {
            all.add_deed(&deed(call, failed), 1);
        }
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
