//! How much of a prompt stays as it is, whatever is said next.

use super::dialect::{Dialect, SystemForm};
use super::prompt::{Item, Prompt};
use super::terms::{Mode, Terms};
use super::{cache_markers, server_tools, system_beside};
use crate::history::{History, Serial, Unit};
use crate::message::{Message, Role};
use std::ops::Range;

impl Prompt<'_> {
    /// How many of its first items stay the same in every later prompt, while the history is only appended to and
    /// the terms read units alike: those before the end of the range. A later prompt may then begin with the items of
    /// the range, after the system prompt, and comes to the same.
    ///
    /// So no settled item is the newest unit, which can still change, or one that its neighbours changed; none holds
    /// a cache breakpoint or a document, of which there may be too many one day (AN19, BE11), or a call of the provider's
    /// own tool that is still open (AN26); and the last is not instructions, for what becomes of those depends on what
    /// follows (AN21). The range begins where no rule looks further back: at words of the user or results, with a reply
    /// of the assistant behind them (AN2, AN15), and no such call that a later result may belong to.
    pub fn settled(&self, history: &History, dialect: &Dialect, terms: &Terms) -> Range<usize> {
        self.try_settled(history, dialect, terms).unwrap_or_default()
    }

    fn try_settled(&self, history: &History, dialect: &Dialect, terms: &Terms) -> Option<Range<usize>> {
        // Who speaks first is asked of the first item, whatever it is (AN12).
        if terms.mode == Mode::Keep || !terms.assistant_first(dialect) {
            return None;
        }
        let bound = self.first_changed(history)?.min(history.newest()?.serial());
        let is_lasting = |item: &&Item<'_>| {
            let is_before = item.unit.is_some_and(|unit| unit.serial() < bound);
            is_before
                && !item.is_fresh
                && !cache_markers::has_markers(item, dialect)
                && !dialect.hooks.may_change_later.is_some_and(|may_change| may_change(item))
        };
        let lasting = self.items.iter().take_while(is_lasting).count();
        let lasting =
            server_tools::first_open(&self.items, dialect).map_or(lasting, |open| lasting.min(open));
        let last = |limit: usize, is_it: fn(&Item<'_>) -> bool| {
            self.items.get(..limit).and_then(|items| items.iter().rposition(is_it))
        };
        let end = last(lasting, is_said)?.saturating_add(1);
        let reply = last(end, is_reply)?;
        // Where a call must not come first (GE2, MI6), what is looked at begins with the user.
        let opens = if dialect.turns.first_call_rule.is_some() { is_asked } else { is_turned };
        Some(server_tools::begin_of_turn(&self.items, last(reply, opens)?, dialect)..end)
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

impl Item<'_> {
    /// Whether it belongs to the system prompt of a target that takes it beside the messages, when it stands at the
    /// start.
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

fn is_said(item: &Item<'_>) -> bool {
    [item.first(), item.last()].into_iter().flatten().all(|message| message.role() != Role::System)
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
