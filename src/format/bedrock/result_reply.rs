//! The assistant's reply between results and the user's words, for models that take only results in their turn (BE32).

use super::rules;
use crate::format::blocks::{reply_between_units, reply_in_unit};
use crate::sanitize::{LookBack, NeighbourRule, Work};

pub(super) fn reply_in_units(work: &mut Work<'_>) {
    reply_in_unit(work, work.state.follows_result, &rules::BE32);
}

pub(super) const REPLY_BETWEEN_UNITS: NeighbourRule = NeighbourRule {
    apply: |prompt, _, _| reply_between_units(prompt, &rules::BE32),
    look_back: LookBack::Previous { is_undecided: |_| false },
};
