//! The part of a prompt that stays as it is, whatever is appended.

use super::dialect::{Dialect, SystemForm};
use super::look_back::LookBack;
use super::prompt::{Item, Prompt, look_backs};
use super::request_options::{Mode, RequestOptions};
use super::system_beside;
use crate::history::{History, Serial, Unit};
use crate::message::{Message, Role};
use std::ops::Range;

impl Prompt<'_> {
    /// The items that a later prompt has to begin with, after the system prompt, to come to the same as one of all
    /// items. Those before the end of the range stay the same while the history is only appended to and the options read
    /// units alike. Empty when nothing is stable.
    ///
    /// The range is derived from the [`LookBack`] of each rule on neighbours. No stable item is the newest unit, which
    /// can still change, or one that its neighbours changed.
    pub fn stable_prefix(
        &self,
        history: &History,
        dialect: &Dialect,
        options: &RequestOptions,
    ) -> Range<usize> {
        // A body of the caller's is written once.
        if options.mode == Mode::Keep {
            return Range::default();
        }
        let look_backs = look_backs(dialect);
        let range = self.stable_end(&look_backs, history, dialect).and_then(|end| {
            let start = self.context_start(&look_backs, end, dialect, options)?;
            Some(start..end)
        });
        range.unwrap_or_default()
    }

    /// The end of the items that no rule changes any more.
    fn stable_end(&self, look_backs: &[LookBack], history: &History, dialect: &Dialect) -> Option<usize> {
        let bound = self.first_changed(history)?.min(history.newest()?.serial());
        let is_old = |item: &Item<'_>| item.unit.is_some_and(|unit| unit.serial() < bound) && !item.is_fresh;
        let mut end = self.items.iter().take_while(|item| is_old(item)).count();
        for look_back in look_backs {
            end = end.min(look_back.limit(self.items.get(..end).unwrap_or_default(), &self.items, dialect));
        }
        let is_decided = |item: &Item<'_>| !look_backs.iter().any(|look_back| look_back.leaves_open(item));
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
        let may_begin =
            |item: &Item<'_>| look_backs.iter().all(|look_back| look_back.may_begin(item, dialect, options));
        let mut start = self.items.get(..reply)?.iter().rposition(may_begin)?;
        for look_back in look_backs {
            start = look_back.start(&self.items, start, dialect);
        }
        Some(start)
    }

    /// The first unit that was changed for its neighbours' sake; the end of all units when there is none. `None` when
    /// that cannot be told.
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
    /// The end of those of the `old` items, the first of `all`, that the rule leaves as they are, whatever is appended.
    fn limit(self, old: &[Item<'_>], all: &[Item<'_>], dialect: &Dialect) -> usize {
        match self {
            Self::Last | Self::Previous { .. } | Self::First | Self::LastTurn | Self::ItemIds => old.len(),
            Self::Turn { first_open, .. } => first_open(all, dialect).unwrap_or(old.len()),
            Self::Each { holds } => old.iter().take_while(|item| !holds(item)).count(),
        }
    }

    /// Reports whether the rule decides about this item only when it knows the one behind it.
    fn leaves_open(self, item: &Item<'_>) -> bool {
        match self {
            Self::Previous { is_undecided } => is_undecided(item),
            Self::Last
            | Self::First
            | Self::LastTurn
            | Self::Turn { .. }
            | Self::Each { .. }
            | Self::ItemIds => false,
        }
    }

    /// Reports whether the rule comes to the same in a prompt that begins with this item.
    fn may_begin(self, item: &Item<'_>, dialect: &Dialect, options: &RequestOptions) -> bool {
        match self {
            Self::Last | Self::Previous { .. } | Self::Turn { .. } | Self::Each { .. } | Self::ItemIds => {
                true
            }
            // Who speaks first is asked of the first item, whatever it is (AN12); calls must follow the user (GE2, MI6).
            Self::First => {
                options.assistant_first(dialect)
                    && (dialect.turns.first_call_rule.is_none() || is_asked(item))
            }
            Self::LastTurn => is_turned(item),
        }
    }

    /// The item at `start`, or one before it that the rule also looks at.
    fn start(self, items: &[Item<'_>], start: usize, dialect: &Dialect) -> usize {
        match self {
            Self::Last
            | Self::Previous { .. }
            | Self::First
            | Self::LastTurn
            | Self::Each { .. }
            | Self::ItemIds => start,
            Self::Turn { begin, .. } => begin(items, start, dialect),
        }
    }
}

impl Item<'_> {
    /// Reports whether it belongs to the system prompt of a target that takes it beside the messages, when it stands at
    /// the start.
    pub fn is_liftable(&self, dialect: &Dialect) -> bool {
        match dialect.system.form {
            SystemForm::Message | SystemForm::AfterUser => false,
            SystemForm::TopLevel | SystemForm::Beside => {
                self.first().map(Message::role) == Some(Role::System)
            }
            SystemForm::PromptBeside => system_beside::is_prompt(self),
        }
    }
}

fn is_reply(item: &Item<'_>) -> bool {
    item.first().map(Message::role) == Some(Role::Assistant)
}

fn is_turned(item: &Item<'_>) -> bool {
    matches!(item.last().map(Message::role), Some(Role::User | Role::Tool))
}

fn is_asked(item: &Item<'_>) -> bool {
    is_turned(item) && item.first().map(Message::role) == Some(Role::User)
}
