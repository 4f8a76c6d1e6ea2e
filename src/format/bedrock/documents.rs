//! Documents: their names, and their number (BE11).

use super::rules;
use crate::json::{Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Content, Message, Part, PartKind};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{
    Dialect, LookBack, NeighbourRule, Prompt, PromptItem, RequestOptions, Work, kind_of, mark_change_after,
};

/// The type of documents that are kept as unmodelled parts. A field of that name holds their `name`.
const DOCUMENT: &str = "document";

/// The name of documents that have none.
const UNNAMED: &str = "Document";

/// The most characters of a name.
const LONGEST_NAME: usize = 200;

/// The most documents of a request.
const MOST: usize = 5;

/// Gives each document a name that the provider takes.
pub(super) fn name_documents(work: &mut Work<'_>) {
    for line in 0..work.messages.len() {
        let Some(message) = work.messages.get(line) else { continue };
        let parts = message.content().parts().iter();
        let named: Vec<Option<String>> = parts.map(named).listed();
        for name in named.iter().flatten() {
            let detail = format!("a document without a name that the provider takes is sent as `{name}`");
            work.report_message(line, RepairCode::NameMapped, Some(&rules::BE11), detail);
        }
        if named.iter().any(Option::is_some) {
            work.edit(line, |message| {
                let Content::Parts(parts) = message.content_mut() else { return };
                parts
                    .iter_mut()
                    .zip(named)
                    .for_each(|(part, name)| name.into_iter().for_each(|name| rename(part, &name)));
            });
        }
    }
}

/// A request that grows may hold too many documents in the end, so every item with documents counts.
pub(super) const LIMIT_DOCUMENTS: NeighbourRule =
    NeighbourRule { apply: limit_documents, look_back: LookBack::Each { holds: has_documents } };

/// Gives documents of one name different names. If there are too many documents, the oldest become text.
fn limit_documents(prompt: &mut Prompt<'_>, _: &Dialect, _: &RequestOptions) {
    let count = |item: &PromptItem<'_>| {
        item.messages().into_iter().map(|message| names(message).len()).sum::<usize>()
    };
    let all: usize = prompt.items.iter().map(count).sum();
    let mut excess = all.saturating_sub(MOST);
    let mut taken: Vec<String> = Vec::with_capacity(all);
    for place in 0..prompt.items.len() {
        let Some(item) = prompt.items.get_mut(place).filter(|item| count(item) > 0) else { continue };
        let mut changes: Vec<(usize, usize, Result<String, String>)> = Vec::new();
        let mut repairs = Vec::new();
        for (line, message) in item.messages().into_iter().enumerate() {
            for (at, name) in names(message) {
                if excess > 0 {
                    excess = excess.saturating_sub(1);
                    let text = words(&name);
                    let detail = format!(
                        "the file became the text `{text}`: a request holds at most {} documents",
                        MOST
                    );
                    repairs.push(
                        Repair::new(RepairCode::MediaReplaced, Some(&rules::BE11), detail).of(&message.id),
                    );
                    changes.push((line, at, Err(text)));
                    continue;
                }
                let new = distinct(&name, &taken);
                if new != name {
                    let detail = format!("two documents are called `{name}`; the second is sent as `{new}`");
                    repairs.push(
                        Repair::new(RepairCode::NameMapped, Some(&rules::BE11), detail).of(&message.id),
                    );
                    changes.push((line, at, Ok(new.clone())));
                }
                taken.push(new);
            }
        }
        if changes.is_empty() {
            continue;
        }
        mark_change_after(&mut prompt.prefix_changed_from, item);
        prompt.repairs.append(&mut repairs);
        item.change(|messages| {
            for (line, at, name) in changes {
                let Some(Content::Parts(parts)) = messages.get_mut(line).map(Message::content_mut) else {
                    continue;
                };
                match (parts.get_mut(at), name) {
                    (Some(part), Ok(name)) => rename(part, &name),
                    (Some(part), Err(text)) => *part = Part::text(&text),
                    (None, _) => {}
                }
            }
        });
    }
}

/// Reports whether an item holds documents.
fn has_documents(item: &PromptItem<'_>) -> bool {
    item.messages().into_iter().any(|message| !names(message).is_empty())
}

/// The documents of a message: their places, and their names.
fn names(message: &Message) -> Vec<(usize, String)> {
    let parts = message.content().parts().iter().enumerate();
    parts.filter_map(|(at, part)| Some((at, name_of(part)?))).listed()
}

/// The name of a document; `None` if the part is not a document.
fn name_of(part: &Part) -> Option<String> {
    match &part.kind {
        PartKind::File(media) => Some(media.name.as_deref().unwrap_or_default().to_owned()),
        PartKind::Other { json, .. } if kind_of(json) == DOCUMENT => {
            let inner = Node::parse(json)?.fields()?.get(DOCUMENT)?.fields()?;
            Some(inner.text("name").unwrap_or_default().into_owned())
        }
        PartKind::Text(_)
        | PartKind::Image(_)
        | PartKind::Audio(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_)
        | PartKind::Other { .. } => None,
    }
}

/// The name that a document is given, where the provider does not take its own.
fn named(part: &Part) -> Option<String> {
    let name = name_of(part)?;
    let spaced = name.chars().zip(name.chars().skip(1)).any(|pair| pair == (' ', ' '));
    let is_short = name.chars().count() <= LONGEST_NAME;
    if !name.is_empty() && is_short && !spaced && name.chars().all(may_hold) {
        return None;
    }
    let mut plain = String::with_capacity(name.len());
    for character in name.chars() {
        let character = if may_hold(character) { character } else { '-' };
        let is_gap = |character: char| matches!(character, ' ' | '-');
        if !(is_gap(character) && plain.ends_with(is_gap)) {
            plain.push(character);
        }
    }
    let plain: String = plain.trim_matches([' ', '-']).chars().take(LONGEST_NAME).collect();
    let plain = plain.trim_end();
    Some(if plain.is_empty() { UNNAMED.to_owned() } else { plain.to_owned() })
}

/// The name, or the next free one with a number.
fn distinct(name: &str, taken: &[String]) -> String {
    let is_free = |candidate: &String| !taken.contains(candidate);
    let numbered = |number: usize| {
        let number = format!(" {number}");
        let room = LONGEST_NAME.saturating_sub(number.len());
        let start: String = name.chars().take(room).collect();
        format!("{}{number}", start.trim_end())
    };
    let first = name.to_owned();
    if is_free(&first) {
        return first;
    }
    (2..).map(numbered).find(is_free).unwrap_or(first)
}

/// The text in place of a document that is not sent.
fn words(name: &str) -> String {
    format!("[file: {name}]")
}

/// Gives a document this name.
fn rename(part: &mut Part, name: &str) {
    match &mut part.kind {
        PartKind::File(media) => media.name = Some(name.into()),
        PartKind::Other { json, .. } => {
            if let Some(new) = renamed(json, name) {
                *json = new;
            }
        }
        PartKind::Text(_)
        | PartKind::Image(_)
        | PartKind::Audio(_)
        | PartKind::Reasoning(_)
        | PartKind::Refusal(_) => {}
    }
}

/// The JSON of an unmodelled document under another name.
fn renamed(json: &str, name: &str) -> Option<Box<str>> {
    let inner = Node::parse(json)?.fields()?.get(DOCUMENT)?.fields()?;
    let mut out = Vec::with_capacity(json.len());
    let mut object = ObjectWriter::begin(&mut out);
    let mut document = ObjectWriter::begin(object.key(DOCUMENT));
    document.text("name", name);
    for (field, node) in inner.iter().filter(|(field, _)| *field != "name") {
        document.json(field, node.json());
    }
    document.end();
    object.end();
    String::from_utf8(out).ok().map(Box::from)
}

/// Reports whether the name of a document may hold the character. White space never repeats.
fn may_hold(character: char) -> bool {
    character.is_ascii_alphanumeric() || [' ', '-', '_', '(', ')', '[', ']'].contains(&character)
}
