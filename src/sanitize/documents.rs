//! Documents: what they are called, and how many there may be (BE11).

use super::dialect::{Dialect, Documents};
use super::fields::kind_of;
use super::look_back::{LookBack, NeighbourRule};
use super::passage::Work;
use super::prompt::{Item, Prompt, void_after};
use super::terms::Terms;
use crate::json::{Node, ObjectWriter};
use crate::message::{Content, Message, Part, PartKind};
use crate::repair::{Repair, RepairCode};

/// Gives each document a name that the target takes.
pub(super) fn apply(work: &mut Work<'_>) {
    let Some(rules) = work.dialect.documents else { return };
    for line in 0..work.lines.len() {
        let Some(message) = work.lines.get(line) else { continue };
        let parts = message.content().parts().iter();
        let named: Vec<Option<String>> = parts.map(|part| named(part, &rules)).collect();
        for name in named.iter().flatten() {
            let detail = format!("a document without a name that the provider takes is sent as `{name}`");
            work.report_line(line, RepairCode::NameMapped, rules.rule, detail);
        }
        if named.iter().any(Option::is_some) {
            work.edit(line, |message| {
                let Content::Parts(parts) = message.content_mut() else { return };
                parts
                    .iter_mut()
                    .zip(named)
                    .for_each(|(part, name)| name.into_iter().for_each(|name| call(part, &name, &rules)));
            });
        }
    }
}

/// There may be too many documents one day (BE11).
pub(super) const RULE: NeighbourRule =
    NeighbourRule { apply: distinguish, look_back: LookBack::Each { holds: has_documents } };

/// Gives documents of one name different ones, and names the oldest in words where there are too many.
fn distinguish(prompt: &mut Prompt<'_>, dialect: &Dialect, _: &Terms) {
    let Some(rules) = dialect.documents else { return };
    let count = |item: &Item<'_>| {
        item.messages().into_iter().map(|message| names(message, &rules).len()).sum::<usize>()
    };
    let all: usize = prompt.items.iter().map(count).sum();
    let mut excess = all.saturating_sub(rules.most);
    let mut taken: Vec<String> = Vec::with_capacity(all);
    for place in 0..prompt.items.len() {
        let Some(item) = prompt.items.get_mut(place).filter(|item| count(item) > 0) else { continue };
        let mut changes: Vec<(usize, usize, Result<String, String>)> = Vec::new();
        let mut repairs = Vec::new();
        for (line, message) in item.messages().into_iter().enumerate() {
            for (at, name) in names(message, &rules) {
                if excess > 0 {
                    excess = excess.saturating_sub(1);
                    let text = words(&name);
                    let detail = format!(
                        "the file became the text `{text}`: a request holds at most {} documents",
                        rules.most
                    );
                    repairs.push(Repair::new(RepairCode::MediaReplaced, rules.rule, detail).of(&message.id));
                    changes.push((line, at, Err(text)));
                    continue;
                }
                let new = distinct(&name, &taken, rules.longest);
                if new != name {
                    let detail = format!("two documents are called `{name}`; the second is sent as `{new}`");
                    repairs.push(Repair::new(RepairCode::NameMapped, rules.rule, detail).of(&message.id));
                    changes.push((line, at, Ok(new.clone())));
                }
                taken.push(new);
            }
        }
        if changes.is_empty() {
            continue;
        }
        void_after(&mut prompt.void_from, item);
        prompt.repairs.append(&mut repairs);
        item.change(|messages| {
            for (line, at, name) in changes {
                let Some(Content::Parts(parts)) = messages.get_mut(line).map(Message::content_mut) else {
                    continue;
                };
                match (parts.get_mut(at), name) {
                    (Some(part), Ok(name)) => call(part, &name, &rules),
                    (Some(part), Err(text)) => *part = Part::text(&text),
                    (None, _) => {}
                }
            }
        });
    }
}

/// Reports whether an item holds any that the target has rules on.
fn has_documents(item: &Item<'_>, dialect: &Dialect) -> bool {
    let Some(rules) = dialect.documents else { return false };
    item.messages().into_iter().any(|message| !names(message, &rules).is_empty())
}

/// The documents of a message: where they stand, and what they are called.
fn names(message: &Message, rules: &Documents) -> Vec<(usize, String)> {
    let parts = message.content().parts().iter().enumerate();
    parts.filter_map(|(at, part)| Some((at, name_of(part, rules)?))).collect()
}

/// What a document is called; `None` when the part is none.
fn name_of(part: &Part, rules: &Documents) -> Option<String> {
    match &part.kind {
        PartKind::File(media) => Some(media.name.as_deref().unwrap_or_default().to_owned()),
        PartKind::Other { json, .. } if kind_of(json) == rules.kind => {
            let inner = Node::parse(json)?.fields()?.get(rules.kind)?.fields()?;
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

/// The name that a document is given, where its own is not taken.
fn named(part: &Part, rules: &Documents) -> Option<String> {
    let name = name_of(part, rules)?;
    let spaced = name.chars().zip(name.chars().skip(1)).any(|pair| pair == (' ', ' '));
    let is_short = name.chars().count() <= rules.longest;
    if !name.is_empty() && is_short && !spaced && name.chars().all(rules.spells) {
        return None;
    }
    let mut plain = String::with_capacity(name.len());
    for character in name.chars() {
        let character = if (rules.spells)(character) { character } else { '-' };
        let is_gap = |character: char| matches!(character, ' ' | '-');
        if !(is_gap(character) && plain.ends_with(is_gap)) {
            plain.push(character);
        }
    }
    let plain: String = plain.trim_matches([' ', '-']).chars().take(rules.longest).collect();
    let plain = plain.trim_end();
    Some(if plain.is_empty() { rules.unnamed.to_owned() } else { plain.to_owned() })
}

/// The name, or the next one that nobody has yet.
fn distinct(name: &str, taken: &[String], longest: usize) -> String {
    let is_free = |candidate: &String| !taken.contains(candidate);
    let numbered = |number: usize| {
        let number = format!(" {number}");
        let room = longest.saturating_sub(number.len());
        let start: String = name.chars().take(room).collect();
        format!("{}{number}", start.trim_end())
    };
    let first = name.to_owned();
    if is_free(&first) {
        return first;
    }
    (2..).map(numbered).find(is_free).unwrap_or(first)
}

/// Stands for a document that is not sent.
fn words(name: &str) -> String {
    format!("[file: {name}]")
}

fn call(part: &mut Part, name: &str, rules: &Documents) {
    match &mut part.kind {
        PartKind::File(media) => media.name = Some(name.into()),
        PartKind::Other { json, .. } => {
            if let Some(new) = renamed(json, name, rules) {
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
fn renamed(json: &str, name: &str, rules: &Documents) -> Option<Box<str>> {
    let inner = Node::parse(json)?.fields()?.get(rules.kind)?.fields()?;
    let mut out = Vec::with_capacity(json.len());
    let mut object = ObjectWriter::begin(&mut out);
    let mut document = ObjectWriter::begin(object.key(rules.kind));
    document.text("name", name);
    for (field, node) in inner.iter().filter(|(field, _)| *field != "name") {
        document.json(field, node.json());
    }
    document.end();
    object.end();
    String::from_utf8(out).ok().map(Box::from)
}
