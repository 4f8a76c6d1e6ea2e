//! Passes that only one target needs. They stand in the target's folder, and are called between the neutral passes.

use super::dialect::Dialect;
use super::passage::Work;
use super::prompt::{Item, Prompt};
use super::terms::Terms;

/// A pass over one unit.
pub type UnitPass = fn(&mut Work<'_>);

/// A pass over all units of a prompt.
pub type PromptPass = fn(&mut Prompt<'_>, &Dialect, &Terms);

/// The passes of one target, by the place where they are called.
#[derive(Clone, Copy, Debug)]
pub struct Hooks {
    /// Over a unit, before media are placed.
    pub before_media: &'static [UnitPass],
    /// Over a unit, behind the fields, before empty content.
    pub after_fields: &'static [UnitPass],
    /// Over a unit, behind all other passes.
    pub unit_end: &'static [UnitPass],
    /// Over neighbours, before the boundaries. Called until no neighbour changes.
    pub before_boundaries: &'static [PromptPass],
    /// Over neighbours, behind the boundaries. Called until no neighbour changes.
    pub after_boundaries: &'static [PromptPass],
    /// Over the prompt, behind all other passes.
    pub prompt_end: &'static [PromptPass],
    /// Reports whether one of these passes may change the item once more items follow it: say, because a request holds only
    /// so many of something.
    pub may_change_later: Option<fn(&Item<'_>) -> bool>,
}

impl Hooks {
    /// No passes.
    pub const NONE: Self = Self {
        before_media: &[],
        after_fields: &[],
        unit_end: &[],
        before_boundaries: &[],
        after_boundaries: &[],
        prompt_end: &[],
        may_change_later: None,
    };
}
