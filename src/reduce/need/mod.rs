//! Reduces by need: keeps the content that the next steps probably need, whatever its age.
//!
//! The user's sentences have the most worth, as do the answer that the current request replies to, decisions, the
//! reason of a failure, and the call that worked afterwards. Nothing in a result or an answer counts as an
//! instruction. Content that a later message replaced is worth little: older values of the user, repeated results,
//! earlier plans.
//!
//! The next steps need ids, paths, names and amounts of earlier messages. A word is worth more if the user or the
//! model used it recently and repeatedly. Results with words of the current request come first. The choice keeps the
//! most worth for the tokens. It judges calls, pieces of results and sentences separately: a short call often holds
//! the path, so its long result can go.

mod candidates;
mod choice;
mod gap;
mod overtaken;
mod queue;
mod shells;
mod statements;
mod stretches;
mod words;
mod write;

use candidates::Candidates;
pub(super) use candidates::Scope;
use choice::signed;

use crate::history::{Draft, Serial};

/// Estimates of pieces do not add up to the estimate of a text, so a choice may exceed the goal. Each further attempt
/// keeps less.
const MOST_ATTEMPTS: u64 = 8;

/// The attempt from which free room is no longer filled, and the divisor of the room that a choice may leave free.
const MOST_FILLED: u64 = 4;
const MOST_SPARE: i64 = 64;

/// Reduces the draft by need if it takes more than `jump` tokens. With [`Scope::Results`], the goal is `jump`. With
/// [`Scope::Messages`], required content stays, and removable content keeps `jump / hold` of the room left in `hold`.
/// If required content takes more than `hold`, `target` replaces `hold`. The newest `keep_turns` turns stay. Returns
/// how many messages it removes or changes.
pub(super) fn keep_needed(
    draft: &mut Draft,
    [target, hold, jump]: [u64; 3],
    scope: Scope,
    keep_turns: usize,
) -> usize {
    if draft.tokens() <= jump {
        return 0;
    }
    let kept = match keep_turns {
        0 | 1 => Serial(u64::MAX),
        turns => {
            let starts = draft.turns();
            starts.len().checked_sub(turns).and_then(|at| starts.get(at)).copied().unwrap_or_default()
        }
    };
    let estimator = draft.history().estimator();
    let total = signed(estimator.thousandths(draft.ledger().total()));
    let excess = signed(draft.tokens().saturating_mul(1_000)).saturating_sub(total);
    let before = draft.clone();
    let mut candidates = Candidates::new(&before, scope, kept);
    let required = signed(candidates.required_cost());
    let room = |tokens: u64| {
        let room = signed(tokens.saturating_mul(1_000)).saturating_sub(excess);
        room.saturating_sub(required)
    };
    // The share applies only to the free room. If little is removable, a share of the whole would remove all of it.
    let whole = if room(hold) > 0 { hold } else { target };
    let free = u64::try_from(room(whole)).unwrap_or(0);
    let share = free.saturating_mul(jump).checked_div(whole).unwrap_or(0);
    let (goal, room) = match scope {
        Scope::Results => (jump, room(jump)),
        Scope::Messages => (whole.saturating_sub(free.saturating_sub(share) / 1_000), signed(share)),
    };
    if before.tokens() <= goal {
        return 0;
    }
    let withheld = signed(candidates.excess_of_notes());
    candidates.choose(room.saturating_sub(withheld));
    let mut changed = 0;
    for attempt in 1..=MOST_ATTEMPTS {
        *draft = before.clone();
        changed = candidates.write(draft);
        let over = draft.tokens().saturating_sub(goal);
        let spare = signed(goal.saturating_sub(draft.tokens()).saturating_mul(1_000));
        let has_room = over == 0 && attempt < MOST_FILLED && spare > room / MOST_SPARE;
        if has_room && candidates.keep_more(spare) {
            continue;
        }
        if over == 0 || attempt == MOST_ATTEMPTS {
            // If only results are removable, no message was chosen.
            if scope == Scope::Messages {
                draft.add_choices(candidates.choices());
            }
            break;
        }
        // An eighth more than the excess, and more with each attempt, so that few attempts suffice.
        let wanted = over.saturating_add(over / 8).saturating_mul(attempt);
        candidates.give_back(signed(wanted.saturating_mul(1_000)));
    }
    changed
}
