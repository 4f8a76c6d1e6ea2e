//! Notes of what was left out.

use super::deeds::writes;
use crate::history::{Draft, Serial, Unit};
use crate::json::{Kind, Node};
use crate::message::{Body, Content, Message, ToolCall};

/// The end of the ids of notes.
const GAP: &str = ":gap";
/// Deeds that a note names.
const MOST_DEEDS: usize = 6;
/// Characters of the argument that a note names.
const MOST_CHARACTERS: usize = 48;

/// Reports whether the message is a note of messages that were left out.
pub(super) fn is_gap(message: &Message) -> bool {
    matches!(message.body, Body::Summary(_)) && message.id.ends_with(GAP)
}

/// What was left out between two messages that stay.
#[derive(Debug, Default)]
pub(super) struct Gap {
    /// The number of messages.
    messages: usize,
    /// The writes and failures among them, for the model.
    deeds: Vec<String>,
    /// The deeds that are not named.
    more: usize,
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
        self.messages = self.messages.saturating_add(unit.len());
        if self.first.is_none() {
            self.first = Some(unit.head().clone());
        }
        let failed = |call: &ToolCall| {
            let mut results = unit.messages().filter_map(Message::result);
            results.any(|result| result.call_id == call.id && result.failed())
        };
        for call in unit.head().calls() {
            if writes(call) || failed(call) {
                self.add_deed(deed(call, failed(call)));
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
        let (messages, deeds, more) = read(&unit.head().content().plain_text());
        self.messages = self.messages.saturating_add(messages);
        self.more = self.more.saturating_add(more);
        deeds.into_iter().for_each(|deed| self.add_deed(deed));
    }

    fn add_deed(&mut self, deed: String) {
        if self.deeds.len() < MOST_DEEDS {
            self.deeds.push(deed);
        } else {
            self.more = self.more.saturating_add(1);
        }
    }

    /// Writes the note into the draft, before the unit at `next`. Returns how many notes there are for the gap: 1, or 0.
    pub(super) fn write(self, draft: &mut Draft, next: Option<Serial>) -> usize {
        if !self.is_new {
            return usize::from(self.note.is_some());
        }
        for serial in self.joined {
            draft.remove(serial);
        }
        let text = text(self.messages, &self.deeds, self.more);
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
        // Without room between the neighbours, the report alone says so.
        usize::from(draft.insert(note, next).is_ok())
    }
}

/// `write("src/a.rs")`, for people and models.
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

/// The text without the signs by which a note is read again.
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

const OPEN: &str = "[";
const LEFT_OUT: &str = " messages left out";
const ONE_LEFT_OUT: &str = "[1 message left out";
const WITH: &str = ": ";
const BETWEEN: &str = "; ";
const AND: &str = "; and ";
const MORE: &str = " more";
const CLOSE: &str = "]";

fn text(messages: usize, deeds: &[String], more: usize) -> String {
    let mut text = match messages {
        1 => ONE_LEFT_OUT.to_owned(),
        _ => format!("{OPEN}{messages}{LEFT_OUT}"),
    };
    for (at, deed) in deeds.iter().enumerate() {
        text.push_str(if at == 0 { WITH } else { BETWEEN });
        text.push_str(deed);
    }
    if more > 0 {
        text.push_str(&format!("{AND}{more}{MORE}"));
    }
    text.push_str(CLOSE);
    text
}

/// The number of messages, the deeds, and the number of those that are not named, of a note.
fn read(note: &str) -> (usize, Vec<String>, usize) {
    let inner = note.strip_prefix(OPEN).and_then(|rest| rest.strip_suffix(CLOSE)).unwrap_or_default();
    let (head, deeds) = crate::text::split_once(inner, WITH).unwrap_or((inner, ""));
    let count = head.split(' ').next().and_then(|count| count.parse().ok()).unwrap_or(0);
    let mut named: Vec<String> = deeds.split(';').map(|deed| deed.trim().to_owned()).collect();
    named.retain(|deed| !deed.is_empty());
    let last = named.last().and_then(|last| last.strip_prefix("and ")?.strip_suffix(MORE)?.parse().ok());
    if last.is_some() {
        named.pop();
    }
    (count, named, last.unwrap_or(0))
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

    #[test]
    fn a_note_is_read_as_it_was_written() {
        let deeds = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        for (messages, named, more) in [
            (1, deeds(&[]), 0),
            (12, deeds(&[]), 0),
            (7, deeds(&["write(src/a.rs)", "bash(npm test…) failed"]), 0),
            (900, deeds(&["write(a)", "edit(b: c)"]), 5),
        ] {
            let note = text(messages, &named, more);
            assert_eq!(read(&note), (messages, named, more), "{note}");
        }
    }
}
