//! Passes that only some targets need. They stand in the target's folder, or in one that its targets share, and are
//! called between the neutral passes.

use super::dialect::Dialect;
use super::look_back::NeighbourRule;
use super::prompt::Prompt;
use super::request_options::RequestOptions;
use super::sanitized_unit::Work;

/// A pass over one unit.
pub type UnitPass = fn(&mut Work<'_>);

/// A pass over all units of a prompt.
pub type PromptPass = fn(&mut Prompt<'_>, &Dialect, &RequestOptions);

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
    pub before_boundaries: &'static [NeighbourRule],
    /// Over neighbours, behind the boundaries. Called until no neighbour changes.
    pub after_boundaries: &'static [NeighbourRule],
    /// Over neighbours, behind the boundary at the end.
    pub after_end: &'static [NeighbourRule],
    /// Over the prompt, behind all other passes. Where one leaves out an item, the passes over neighbours are called
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
