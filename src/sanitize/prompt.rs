//! A history that one target accepts.

use super::dialect::Dialect;
use super::hooks::Hooks;
use super::look_back::{LookBack, NeighbourRule};
use super::passage::{Passage, Wording};
use super::terms::Terms;
use super::{bound_reasoning, boundaries, cache_markers, server_tools, system_beside, system_turns};
use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Serial, Unit};
use crate::message::{Body, Content, Message};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
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
    /// How many of the repairs were done to units by themselves; those after them were done for neighbours' sake.
    pub(super) repaired_alone: usize,
    /// Whether the request must not ask for thinking (AN15).
    pub without_thinking: bool,
    /// From where on what was bound to the messages before it is void (AN18): they are told in another way than the
    /// history has them.
    pub(crate) void_from: Option<Serial>,
}

/// A unit of the prompt.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// The unit; `None` when it was put in.
    pub unit: Option<&'a Unit>,
    passage: Cow<'a, Passage>,
    /// Whether the unit holds the system prompt.
    pub(super) is_prompt: bool,
    /// Whether the neighbours made it another than its passage, so that nothing written before can be used.
    pub is_fresh: bool,
}

impl<'a> Item<'a> {
    /// A unit as its passage tells it.
    pub fn new(unit: &'a Unit, passage: Cow<'a, Passage>) -> Self {
        Self { unit: Some(unit), passage, is_prompt: false, is_fresh: false }
    }

    /// The same unit, of which is said whether it holds the system prompt.
    #[must_use]
    pub fn as_prompt(self, is_prompt: bool) -> Self {
        Self { is_prompt, ..self }
    }

    fn added(message: Message) -> Self {
        let passage = Passage { told: Wording::Changed(vec![message]), repairs: Vec::new() };
        Self { unit: None, passage: Cow::Owned(passage), is_prompt: false, is_fresh: true }
    }

    /// The messages to write, in order.
    pub fn messages(&self) -> Vec<&Message> {
        match (&self.passage.told, self.unit) {
            (Wording::Changed(messages), _) => messages.iter().collect(),
            (Wording::AsIs, Some(unit)) => unit.messages().collect(),
            (Wording::AsIs, None) => Vec::new(),
        }
    }

    /// The first message.
    pub(crate) fn first(&self) -> Option<&Message> {
        match &self.passage.told {
            Wording::Changed(messages) => messages.first(),
            Wording::AsIs => self.unit.map(Unit::head),
        }
    }

    /// The last message.
    pub(crate) fn last(&self) -> Option<&Message> {
        match &self.passage.told {
            Wording::Changed(messages) => messages.last(),
            Wording::AsIs => self.unit.and_then(|unit| unit.messages().last()),
        }
    }

    /// What follows the unit is void when it is not told as it is; so is what follows a place that a result of it left.
    fn void_from(&self) -> Option<Serial> {
        let unit = self.unit.filter(|_| !self.passage.repairs.is_empty())?;
        unit.entries().map(|entry| entry.serial.next()).min()
    }

    /// What was done to the unit by itself.
    pub fn repairs(&self) -> &[Repair] {
        &self.passage.repairs
    }

    /// Whether nothing is left of it.
    pub fn is_empty(&self) -> bool {
        matches!(&self.passage.told, Wording::Changed(messages) if messages.is_empty())
    }

    /// Changes the messages; what was written of them before no longer holds.
    pub(crate) fn change(&mut self, change: impl FnOnce(&mut Vec<Message>)) {
        let mut messages: Vec<Message> = self.messages().into_iter().cloned().collect();
        change(&mut messages);
        self.passage.to_mut().told = Wording::Changed(messages);
        self.is_fresh = true;
    }
}

/// Takes note that a unit is told in another way than it is in the history.
pub(crate) fn void_after(void_from: &mut Option<Serial>, item: &Item<'_>) {
    let place = item.unit.map(|unit| unit.serial().next());
    *void_from = void_from.iter().copied().chain(place).min();
}

/// Applies the rules on neighbours. `repairs` are those of the units by themselves; those that are made here follow.
///
/// # Errors
///
/// `nothing-to-send` when no message is left.
pub fn prompt<'a>(
    mut items: Vec<Item<'a>>,
    repairs: Vec<Repair>,
    dialect: &Dialect,
    terms: &Terms,
) -> Outcome<Prompt<'a>> {
    let void_from = items.iter().filter_map(Item::void_from).min();
    items.retain(|item| !item.is_empty());
    let mut prompt = Prompt {
        system: Vec::new(),
        items,
        repaired_alone: repairs.len(),
        repairs,
        without_thinking: false,
        void_from,
    };
    system_beside::apply(&mut prompt, dialect, terms);
    loop {
        repeat(&mut prompt, dialect, terms);
        if prompt.items.is_empty() {
            return Err(nothing_to_send());
        }
        for rule in &CLOSING {
            (rule.apply)(&mut prompt, dialect, terms);
        }
        // Where a breakpoint was all that a message held, its neighbours are neighbours now.
        if !cache_markers::apply(&mut prompt, dialect, terms) {
            break;
        }
    }
    for rule in dialect.hooks.prompt_end {
        (rule.apply)(&mut prompt, dialect, terms);
    }
    Ok(prompt)
}

static NEIGHBOURS: [NeighbourRule; 2] = [system_turns::RULE, server_tools::RULE];

static BOUNDARIES: [NeighbourRule; 2] = [boundaries::LAST_THOUGHTS, boundaries::BEGIN];

static VOID: [NeighbourRule; 1] = [bound_reasoning::VOID];

/// The rules on the end, which are applied once. (The user's turn that is added ends the assistant's.)
static CLOSING: [NeighbourRule; 3] = [bound_reasoning::SWITCH_OFF, boundaries::END, server_tools::RULE];

/// The rules that are applied until none of them changes anything.
fn repeated(dialect: &Dialect) -> [&'static [NeighbourRule]; 5] {
    let Hooks { before_boundaries, after_boundaries, .. } = dialect.hooks;
    [&NEIGHBOURS, before_boundaries, &BOUNDARIES, after_boundaries, &VOID]
}

/// How far the rules on neighbours look back.
pub(super) fn look_backs(dialect: &Dialect) -> Vec<LookBack> {
    let mut look_backs = vec![cache_markers::LOOK_BACK];
    for rules in repeated(dialect).into_iter().chain([&CLOSING[..], dialect.hooks.prompt_end]) {
        for rule in rules {
            look_backs.push(rule.look_back);
        }
    }
    look_backs
}

fn nothing_to_send() -> ConversationError {
    ConversationError::new(Code::NothingToSend, "no message is left to send: add a message of the user")
}

/// Applies the repeated rules: where one of them changes something, others may be neighbours then. Each change is a
/// repair.
fn repeat(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    loop {
        let before = prompt.repairs.len();
        for rule in repeated(dialect).into_iter().flatten() {
            (rule.apply)(prompt, dialect, terms);
        }
        if prompt.repairs.len() == before {
            break;
        }
    }
}

impl Prompt<'_> {
    /// Puts a user's turn at the start or at the end.
    pub(super) fn add_user_turn(&mut self, at_end: bool, rule: Option<&'static Rule>, detail: &str) {
        let text = if at_end { "Continue." } else { "(The conversation continues.)" };
        let neighbour = if at_end { self.items.last() } else { self.items.first() };
        let Some(neighbour) = neighbour.and_then(|item| if at_end { item.last() } else { item.first() })
        else {
            return;
        };
        let id = format!("{}:{}", neighbour.id, if at_end { "continue" } else { "before" });
        let message = Message::new(id, neighbour.created_at, Body::User(Content::text(text)));
        let repair = Repair::new(RepairCode::UserMessageAdded, rule, format!("{detail}; `{text}` was added"));
        self.repairs.push(repair.of(&neighbour.id));
        let item = Item::added(message);
        if at_end {
            self.items.push(item);
        } else {
            self.items.insert(0, item);
            self.void_from = Some(Serial::default());
        }
    }
}
