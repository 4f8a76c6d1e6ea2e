//! A history that one target accepts.

use super::dialect::{Dialect, SystemForm};
use super::passage::{Passage, Told};
use super::terms::{Mode, Terms};
use super::{cache_markers, ending, thinking};
use crate::error::{Code, ConversationError, Outcome};
use crate::history::Unit;
use crate::message::{Body, Content, Message, Role};
use crate::repair::{Repair, RepairCode};
use std::borrow::Cow;

/// A history that one target accepts: nothing is open that it refuses, nothing stands where it must not.
///
/// INVARIANT (I6, readable): only [`prompt`] makes one, and only a prompt is written, which cannot fail.
#[derive(Debug)]
pub struct Prompt<'a> {
    /// The system prompt, for targets that take it beside the messages.
    pub system: Vec<Item<'a>>,
    /// The messages.
    pub items: Vec<Item<'a>>,
    /// What was done, in order.
    pub repairs: Vec<Repair>,
    /// Whether the request must not ask for thinking (AN15).
    pub without_thinking: bool,
}

/// A unit of the prompt.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// The unit; `None` when it was put in.
    pub unit: Option<&'a Unit>,
    passage: Cow<'a, Passage>,
    /// Whether the neighbours made it another than its passage, so that nothing written before can be used.
    pub is_fresh: bool,
}

impl<'a> Item<'a> {
    /// A unit as its passage tells it.
    pub fn new(unit: &'a Unit, passage: Cow<'a, Passage>) -> Self {
        Self { unit: Some(unit), passage, is_fresh: false }
    }

    fn added(message: Message) -> Self {
        let passage = Passage { told: Told::Changed(vec![message]), repairs: Vec::new() };
        Self { unit: None, passage: Cow::Owned(passage), is_fresh: true }
    }

    /// The messages to write, in order.
    pub fn messages(&self) -> Vec<&Message> {
        match (&self.passage.told, self.unit) {
            (Told::Changed(messages), _) => messages.iter().collect(),
            (Told::AsIs, Some(unit)) => unit.messages().collect(),
            (Told::AsIs, None) => Vec::new(),
        }
    }

    /// The first message.
    pub(super) fn first(&self) -> Option<&Message> {
        match &self.passage.told {
            Told::Changed(messages) => messages.first(),
            Told::AsIs => self.unit.map(Unit::head),
        }
    }

    /// The last message.
    pub(super) fn last(&self) -> Option<&Message> {
        match &self.passage.told {
            Told::Changed(messages) => messages.last(),
            Told::AsIs => self.unit.and_then(|unit| unit.messages().last()),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        matches!(&self.passage.told, Told::Changed(messages) if messages.is_empty())
    }

    /// Changes the messages; what was written of them before no longer holds.
    pub(super) fn change(&mut self, change: impl FnOnce(&mut Vec<Message>)) {
        let mut messages: Vec<Message> = self.messages().into_iter().cloned().collect();
        change(&mut messages);
        self.passage.to_mut().told = Told::Changed(messages);
        self.is_fresh = true;
    }
}

/// Settles what depends on neighbours.
///
/// # Errors
///
/// `nothing-to-send` when no message is left.
pub fn prompt<'a>(items: Vec<Item<'a>>, dialect: &Dialect, terms: &Terms) -> Outcome<Prompt<'a>> {
    let repairs = items.iter().flat_map(|item| item.passage.repairs.iter().cloned()).collect();
    let items = items.into_iter().filter(|item| !item.is_empty()).collect();
    let mut prompt = Prompt { system: Vec::new(), items, repairs, without_thinking: false };
    if dialect.system == SystemForm::TopLevel {
        lift_system(&mut prompt, terms);
        fold_misplaced(&mut prompt);
    }
    thinking::apply(&mut prompt, dialect, terms);
    if prompt.items.is_empty() {
        return Err(ConversationError::new(
            Code::NothingToSend,
            "no message is left to send; add a message of the user",
        ));
    }
    ending::apply(&mut prompt, dialect, terms);
    cache_markers::apply(&mut prompt, dialect, terms);
    Ok(prompt)
}

/// Instructions at the start go beside the messages. The first are the system prompt; those after them had
/// their own place in the list, which is reported (AN21).
fn lift_system(prompt: &mut Prompt<'_>, terms: &Terms) {
    let is_system = |item: &&Item<'_>| item.first().is_some_and(|message| message.role() == Role::System);
    let count = prompt.items.iter().take_while(is_system).count();
    let rest = prompt.items.split_off(count);
    prompt.system = std::mem::replace(&mut prompt.items, rest);
    for item in prompt.system.iter_mut().skip(1) {
        if let Some(message) = item.first() {
            let detail = "instructions at the start were joined to the system prompt";
            prompt.repairs.push(Repair::new(RepairCode::SystemFolded, "AN21", detail).of(&message.id));
        }
        item.is_fresh |= terms.mode == Mode::Keep;
    }
}

/// Instructions in the middle must follow a user's turn, and be last or followed by the assistant (AN21).
/// Elsewhere they are given in the user's turn.
fn fold_misplaced(prompt: &mut Prompt<'_>) {
    let roles: Vec<(Role, Role)> = prompt
        .items
        .iter()
        .map(|item| {
            let role = |message: Option<&Message>| message.map_or(Role::User, Message::role);
            (role(item.first()), role(item.last()))
        })
        .collect();
    let mut folded_before = false;
    for place in 0..prompt.items.len() {
        if roles.get(place).is_none_or(|(first, _)| *first != Role::System) {
            folded_before = false;
            continue;
        }
        let before = place.checked_sub(1).and_then(|before| roles.get(before)).map(|(_, last)| *last);
        let after = roles.get(place.saturating_add(1)).map(|(first, _)| *first);
        let follows_user = folded_before || matches!(before, Some(Role::User | Role::Tool | Role::System));
        let leads_on = matches!(after, None | Some(Role::Assistant | Role::System));
        folded_before = !(follows_user && leads_on);
        if !folded_before {
            continue;
        }
        let Some(item) = prompt.items.get_mut(place) else { continue };
        if let Some(message) = item.first() {
            let detail = "instructions may not stand there; they are sent in the user's turn";
            prompt.repairs.push(Repair::new(RepairCode::SystemFolded, "AN21", detail).of(&message.id));
        }
        item.change(|messages| {
            for message in messages {
                let content = std::mem::replace(message.content_mut(), Content::Null);
                message.body = Body::User(content);
            }
        });
    }
}

impl Prompt<'_> {
    /// Puts a user's turn at the start or at the end.
    pub(super) fn add_user_turn(&mut self, at_end: bool, rule: &'static str, detail: &str) {
        let text = if at_end { "Continue." } else { "(The conversation continues.)" };
        let neighbour = if at_end { self.items.last() } else { self.items.first() };
        let Some(neighbour) = neighbour.and_then(|item| if at_end { item.last() } else { item.first() })
        else {
            return;
        };
        let id = format!("{}:{}", neighbour.id, if at_end { "continue" } else { "before" });
        let message = Message::new(id, neighbour.created_at, Body::User(Content::text(text)));
        let repair = Repair::new(RepairCode::UserTurnAdded, rule, format!("{detail}; `{text}` was added"));
        self.repairs.push(repair.of(&neighbour.id));
        let item = Item::added(message);
        if at_end { self.items.push(item) } else { self.items.insert(0, item) }
    }
}
