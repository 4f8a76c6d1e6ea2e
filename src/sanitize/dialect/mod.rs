//! The demands of one target, as data, in parts by theme. The neutral passes read it.
//!
//! A dialect has its own passes, and every pass reads the dialect. So the types of passes are in this file, too:
//! [`Work`] for passes over one unit, [`NeighbourRule`] for passes over the units of a prompt.

mod breakpoints;
mod calls;
mod content;
mod field_place;
mod fields;
mod media;
mod reasoning;
mod request;
mod results;
mod system;
mod turns;

pub use breakpoints::{BreakpointForm, FindBreakpoints};
pub use calls::{CallRules, ProviderCall, ProviderPart, UniqueIds};
pub use content::{ContentRules, EmptyContent, WriteTextBlock};
pub use field_place::{FieldPlace, Names};
pub use fields::{FieldRules, VendorFields};
pub use media::MediaRules;
pub use reasoning::{Binding, ReasoningRules, Refusal};
pub use request::{
    ChooseTools, Continuation, RefusedRequest, RequestFields, ToolChange, ToolChanges, Withdrawal,
};
pub use results::ResultRules;
pub use system::{SystemForm, SystemRules};
pub use turns::{Neighbours, TurnRules};

use super::prompt::{Prompt, PromptItem};
use super::renames::Renames;
use super::request_options::{Mode, RequestOptions};
use super::sanitized_unit::{SanitizedUnit, UnitMessages};
use super::unit_state::UnitState;
use crate::history::Unit;
use crate::message::{Format, Message};
use crate::repair::{Repair, RepairCode};
use crate::rules::{Catalogue, Rule};
use std::borrow::Cow;

/// The demands of one target.
///
/// Each part has a `DEFAULT`, or a constructor if some fields are required. Both demand nothing else: a target states
/// the differences. A rule that is `None` does not exist at the provider. If the rule is the only field of a demand,
/// the demand does not exist, either. A demand that no part can state is a pass of [`Hooks`].
#[derive(Debug)]
pub struct Dialect {
    /// The target.
    pub format: Format,
    /// All of the target's rules.
    pub catalogue: &'static Catalogue,
    /// The rule that a body has the form of the provider's reference.
    pub form_rule: Option<&'static Rule>,
    /// The demands on this request, if they depend on its model or its vendor; else `None`.
    pub of_request: fn(&RequestOptions) -> Option<&'static Dialect>,
    /// The names of the fields of a request.
    pub request: RequestFields,
    /// Demands on turns: their order, the first and the last.
    pub turns: TurnRules,
    /// Demands on instructions.
    pub system: SystemRules,
    /// Demands on tool calls.
    pub calls: CallRules,
    /// Demands on results of tool calls.
    pub results: ResultRules,
    /// Demands on texts, and on messages without content.
    pub content: ContentRules,
    /// Demands on media, and on the roles of messages that hold a part.
    pub media: MediaRules,
    /// The fields and parts that are defined in addition to the modelled ones.
    pub fields: FieldRules,
    /// Demands on reasoning.
    pub reasoning: ReasoningRules,
    /// Passes that not every target needs.
    pub hooks: Hooks,
}

impl Dialect {
    /// The demands on a request with these options.
    pub fn for_request(&'static self, options: &RequestOptions) -> &'static Self {
        (self.of_request)(options).unwrap_or(self)
    }

    /// Reports whether the first message may be the assistant's.
    pub fn assistant_first(&self, options: &RequestOptions) -> bool {
        options.capabilities.assistant_first.unwrap_or(self.turns.assistant_first)
    }

    /// Reports whether instructions may be in the middle.
    pub fn mid_system(&self, options: &RequestOptions) -> bool {
        let default = options.mode == Mode::Keep || self.system.may_stand_in_middle;
        options.capabilities.system_mid_conversation.unwrap_or(default)
    }
}

/// A pass over one unit.
pub type UnitPass = fn(&mut Work<'_>);

/// A pass over all units of a prompt.
pub type PromptPass = fn(&mut Prompt<'_>, &Dialect, &RequestOptions);

/// The passes of one target, by the place where they are called.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// Over a unit, before media are placed.
    pub before_media: &'static [UnitPass],
    /// Over a unit, after the fields, before empty content.
    pub after_fields: &'static [UnitPass],
    /// Over a unit, after all other passes.
    pub unit_end: &'static [UnitPass],
    /// Over neighbours, before the boundaries. Called until no neighbour changes.
    pub before_boundaries: &'static [NeighbourRule],
    /// Over neighbours, after the boundaries. Called until no neighbour changes.
    pub after_boundaries: &'static [NeighbourRule],
    /// Over neighbours, after the boundary at the end.
    pub after_end: &'static [NeighbourRule],
    /// Over the prompt, after all other passes. If a pass leaves out an item, the passes over neighbours are called
    /// again.
    pub prompt_end: &'static [NeighbourRule],
}

impl Hooks {
    /// No passes.
    pub const NONE: Self = Self {
        before_media: &[],
        after_fields: &[],
        unit_end: &[],
        before_boundaries: &[],
        after_boundaries: &[],
        after_end: &[],
        prompt_end: &[],
    };
}

/// A rule on neighbouring units. It declares which other units its decisions depend on. The stable prefix of a prompt
/// is derived from these declarations, so every rule has a declaration.
#[derive(Clone, Copy, Debug)]
pub struct NeighbourRule {
    /// Applies the rule. Each change is a repair.
    pub apply: PromptPass,
    /// The units that it depends on.
    pub look_back: LookBack,
}

/// The items that a rule depends on, in a request that is written. (A body of the caller's has no next request.)
///
/// Decide about an item by the items before it. A decision that an appended item can change also changes bytes that the
/// provider has cached (I9), so it is allowed only for items that the rule declares undecided. The next request keeps
/// the bytes of the stable items. Rules run again on all items from before the last stable reply of the assistant, so
/// they see each run of neighbours after that reply completely.
#[derive(Clone, Copy, Debug)]
pub enum LookBack {
    /// The last items only, which are never stable.
    Last,
    /// The items before, at most back to the last reply of the assistant.
    Previous {
        /// Reports whether the rule also needs the next item to decide about this item. The item is then not stable
        /// while it is last.
        is_undecided: fn(&PromptItem<'_>) -> bool,
    },
    /// The first item: a prompt that begins later must begin with an item that the rule accepts as the first.
    First,
    /// Words of the user, anywhere: a prompt that begins later must begin with them.
    Asked,
    /// The last turn of the assistant: a prompt that begins later must begin with words of the user or results.
    LastTurn,
    /// The items of the same turn, as the rule divides turns.
    Turn {
        /// Finds the first item that the rule may still change when items are appended.
        first_open: fn(&[PromptItem<'_>], &Dialect) -> Option<usize>,
        /// Finds the item to begin with, at this place or before it, so that the rule decides from this place on as it
        /// does for all items.
        begin: fn(&[PromptItem<'_>], usize, &Dialect) -> usize,
    },
    /// All items with content whose number is limited.
    Each {
        /// Reports whether the item holds this content.
        holds: fn(&PromptItem<'_>) -> bool,
    },
    /// The ids of all items. The wire cache keeps the ids of the stable prefix.
    ItemIds,
}

/// A unit that the passes change in turn.
#[derive(Debug)]
pub struct Work<'a> {
    pub(crate) unit: &'a Unit,
    pub(crate) state: UnitState,
    pub(crate) dialect: &'a Dialect,
    pub(crate) options: &'a RequestOptions,
    /// The head first, while it is there; then the results.
    pub(crate) messages: Vec<Cow<'a, Message>>,
    pub(crate) repairs: Vec<Repair>,
    /// True if the target has a form for results of built-in tools, and the unit calls a built-in tool.
    pub(super) has_builtin_calls: bool,
    /// The ids of calls that were replaced.
    pub(super) renames: Renames,
}

impl<'a> Work<'a> {
    pub(crate) fn report(&mut self, repair: Repair) {
        self.repairs.push(repair);
    }

    /// Reports a change to the message at this index.
    pub(crate) fn report_message(
        &mut self,
        at: usize,
        code: RepairCode,
        rule: Option<&'static Rule>,
        detail: String,
    ) {
        let repair = Repair::new(code, rule, detail);
        self.repairs.push(match self.messages.get(at) {
            Some(message) => repair.of_message(message),
            None => repair,
        });
    }

    /// Returns the message at this index, mutably.
    pub(crate) fn message_mut(&mut self, at: usize) -> Option<&mut Message> {
        self.messages.get_mut(at).map(Cow::to_mut)
    }

    /// Changes the message at this index.
    pub(crate) fn edit(&mut self, at: usize, change: impl FnOnce(&mut Message)) {
        if let Some(message) = self.message_mut(at) {
            change(message);
        }
    }

    /// The outcome of all passes. Reports name each call by the id that its conversation knows.
    pub(super) fn finish(mut self) -> SanitizedUnit {
        self.renames.restore_ids(&mut self.repairs);
        let is_borrowed = |message: &Cow<'_, Message>| matches!(message, Cow::Borrowed(_));
        if self.messages.len() == self.unit.len() && self.messages.iter().all(is_borrowed) {
            return SanitizedUnit { messages: UnitMessages::Unchanged, repairs: self.repairs };
        }
        let mut messages = Vec::with_capacity(self.messages.len());
        for message in self.messages {
            messages.push(message.into_owned());
        }
        SanitizedUnit { messages: UnitMessages::Changed(messages), repairs: self.repairs }
    }
}
