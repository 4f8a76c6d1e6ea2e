//! The part of a prompt that no append can change.

use super::dialect::LookBack;
use super::dialect::{Dialect, SystemForm};
use super::prompt::{Prompt, PromptItem};
use super::prompt_passes::look_backs;
use super::request_options::{Mode, RequestOptions};
use super::system_beside;
use crate::history::{History, Serial, Unit};
use crate::message::{Message, Role};
use std::ops::Range;

impl Prompt<'_> {
    /// Returns the range of items that later prompts of a growing history can reuse. All items before its end are
    /// stable: appending to the history does not change them, as long as the options are equal. A later prompt that
    /// begins with this range, after the system prompt, comes to the same decisions as a prompt of all items. Empty
    /// when nothing is stable.
    ///
    /// The range is derived from the [`LookBack`] of each rule on neighbours. The unit at `newest`, which can still
    /// change, is never stable; nor is a unit that a rule on neighbours changed.
    pub fn stable_prefix(
        &self,
        history: &History,
        newest: Serial,
        dialect: &Dialect,
        options: &RequestOptions,
    ) -> Range<usize> {
        // A caller's body is repaired once, so no later request reuses it.
        if options.mode == Mode::Keep {
            return Range::default();
        }
        let look_backs = look_backs(dialect);
        let range = self.stable_end(&look_backs, history, newest, dialect).and_then(|end| {
            let start = self.context_start(&look_backs, end, dialect, options)?;
            Some(start..end)
        });
        range.unwrap_or_default()
    }

    /// The end of the items that no rule changes any more.
    fn stable_end(
        &self,
        look_backs: &[LookBack],
        history: &History,
        newest: Serial,
        dialect: &Dialect,
    ) -> Option<usize> {
        let bound = self.first_changed(history)?.min(newest);
        let is_old =
            |item: &PromptItem<'_>| item.unit.is_some_and(|unit| unit.serial() < bound) && !item.is_fresh;
        let mut end = self.items.iter().take_while(|item| is_old(item)).count();
        for look_back in look_backs {
            end = end.min(look_back.limit(self.items.get(..end).unwrap_or_default(), &self.items, dialect));
        }
        let is_decided =
            |item: &PromptItem<'_>| !look_backs.iter().any(|look_back| look_back.leaves_open(item));
        let last = self.items.get(..end)?.iter().rposition(is_decided)?;
        Some(last.saturating_add(1))
    }

    /// The first item that a rule may look at to decide about an item from `end` on.
    fn context_start(
        &self,
        look_backs: &[LookBack],
        end: usize,
        dialect: &Dialect,
        options: &RequestOptions,
    ) -> Option<usize> {
        let reply = self.items.get(..end)?.iter().rposition(is_reply)?;
        let may_begin = |item: &PromptItem<'_>| {
            look_backs.iter().all(|look_back| look_back.may_begin(item, dialect, options))
        };
        let mut start = self.items.get(..reply)?.iter().rposition(may_begin)?;
        for look_back in look_backs {
            start = look_back.start(&self.items, start, dialect);
        }
        Some(start)
    }

    /// Returns the first unit that a rule on neighbours changed; a serial after all units when no unit was changed.
    /// `None` when a repair names no unit of the history.
    fn first_changed(&self, history: &History) -> Option<Serial> {
        let changed =
            self.repairs.iter().skip(self.repaired_alone).filter_map(|repair| repair.message_id.as_ref());
        let mut first = Serial(u64::MAX);
        for id in changed {
            first = first.min(history.unit_of(id).map(Unit::serial)?);
        }
        Some(first)
    }
}

impl LookBack {
    /// Returns how many of the `old` items the rule leaves unchanged whatever is appended. The `old` items are the
    /// first of `all`.
    fn limit(self, old: &[PromptItem<'_>], all: &[PromptItem<'_>], dialect: &Dialect) -> usize {
        match self {
            Self::Last
            | Self::Previous { .. }
            | Self::First
            | Self::Asked
            | Self::LastTurn
            | Self::ItemIds => old.len(),
            Self::Turn { first_open, .. } => first_open(all, dialect).unwrap_or(old.len()),
            Self::Each { holds } => old.iter().take_while(|item| !holds(item)).count(),
        }
    }

    /// Reports whether the rule needs the next item to decide about this one.
    fn leaves_open(self, item: &PromptItem<'_>) -> bool {
        match self {
            Self::Previous { is_undecided } => is_undecided(item),
            Self::Last
            | Self::First
            | Self::Asked
            | Self::LastTurn
            | Self::Turn { .. }
            | Self::Each { .. }
            | Self::ItemIds => false,
        }
    }

    /// Reports whether the rule makes the same decisions in a prompt that begins with this item as in a prompt of all
    /// items.
    fn may_begin(self, item: &PromptItem<'_>, dialect: &Dialect, options: &RequestOptions) -> bool {
        match self {
            Self::Last | Self::Previous { .. } | Self::Turn { .. } | Self::Each { .. } | Self::ItemIds => {
                true
            }
            // The rule looks at the first item of any prompt: the assistant may have to follow the user (AN12), and so
            // may its calls (GE2, MI6).
            Self::First => {
                dialect.assistant_first(options)
                    && (dialect.turns.first_call_rule.is_none() || is_asked(item))
            }
            Self::Asked => is_asked(item),
            Self::LastTurn => is_turned(item),
        }
    }

    /// Returns `start`, or the place of an item before it that the rule also looks at.
    fn start(self, items: &[PromptItem<'_>], start: usize, dialect: &Dialect) -> usize {
        match self {
            Self::Last
            | Self::Previous { .. }
            | Self::First
            | Self::Asked
            | Self::LastTurn
            | Self::Each { .. }
            | Self::ItemIds => start,
            Self::Turn { begin, .. } => begin(items, start, dialect),
        }
    }
}

impl PromptItem<'_> {
    /// Reports whether the item would become part of the system prompt at the start, for a target with the prompt
    /// beside the messages.
    pub fn is_liftable(&self, dialect: &Dialect) -> bool {
        match dialect.system.form {
            SystemForm::Message | SystemForm::AfterUser | SystemForm::First => false,
            SystemForm::TopLevel | SystemForm::Beside => {
                self.first().map(Message::role) == Some(Role::System)
            }
            SystemForm::PromptBeside => system_beside::is_prompt(self),
        }
    }
}

fn is_reply(item: &PromptItem<'_>) -> bool {
    item.first().map(Message::role) == Some(Role::Assistant)
}

fn is_turned(item: &PromptItem<'_>) -> bool {
    matches!(item.last().map(Message::role), Some(Role::User | Role::Tool))
}

/// Reports whether the item is the user's, perhaps after an added reply.
fn is_asked(item: &PromptItem<'_>) -> bool {
    let is_user = |message: Option<&Message>| message.map(Message::role) == Some(Role::User);
    let is_reply = |first: &Message| first.role() == Role::Assistant && first.calls().is_empty();
    (is_turned(item) && is_user(item.first())) || (is_user(item.last()) && item.first().is_some_and(is_reply))
}
