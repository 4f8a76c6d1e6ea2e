//! The assistant's reply between results and the user's words (MI1).

use super::rules;
use crate::format::blocks::{reply_between_units, reply_in_unit};
use crate::format::models::{Family, model_of};
use crate::sanitize::{LookBack, Mode, NeighbourRule, RequestOptions, Work};

/// Adds replies inside a unit, and before words of the user that follow results of the previous unit.
pub(super) fn reply_in_units(work: &mut Work<'_>) {
    if wants_reply(work.options) {
        let follows_result = work.state.follows_result && !is_unknown(work.options);
        reply_in_unit(work, follows_result, &rules::MI1);
    }
}

pub(super) const REPLY_BETWEEN_UNITS: NeighbourRule = NeighbourRule {
    apply: |prompt, _, options| {
        if wants_reply(options) && !(is_unknown(options) && prompt.is_unrepaired(options)) {
            reply_between_units(prompt, &rules::MI1);
        }
    },
    look_back: LookBack::Previous { is_undecided: |_| false },
};

/// Reports whether the requested model wants a reply. So does a model that is not named (datapizza-ai#98, goose#5998).
fn wants_reply(options: &RequestOptions) -> bool {
    let row = options.model().and_then(|model| model_of(Family::Mistral, model));
    !row.is_some_and(|row| row.takes_user_after_results)
}

/// Reports whether the model of a body is unknown. One of Mistral's models accepts a user message after a result
/// (recorded: 200), so without another fault the body is not changed.
fn is_unknown(options: &RequestOptions) -> bool {
    options.mode == Mode::Keep
        && options.model().is_none_or(|model| model_of(Family::Mistral, model).is_none())
}
