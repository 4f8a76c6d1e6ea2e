//! Reduces by need: what the next steps are likely to ask for stays, whatever its age.
//!
//! Worth most are the user's own words, by sentence; the answer that the current request replies to; decisions; why a call
//! failed, and the call that worked then. Nothing in a result or an answer counts as an instruction. Worth little is all
//! that something later took the place of: older values of the user's, results that are said again, earlier plans.
//!
//! The needed words of the next steps are ids, paths, names and amounts that were said before. A word is worth more the
//! later and the more often somebody other than a tool said it. Results that speak of what the current request names come
//! first. The choice keeps the most worth for the tokens, of calls, results, their pieces and sentences apart: a short call
//! often holds the path whose long result can go.

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

/// The attempts after which no room is filled any more, and the share of the room that a choice may leave.
const MOST_FILLED: u64 = 4;
const MOST_SPARE: i64 = 64;

/// Reduces the draft by need when it takes more than `jump` tokens. With [`Scope::Messages`], what may go keeps the same
/// share of its room as `jump` is of `hold`, or of `target` where what must stay takes more than `hold`. With
/// [`Scope::Results`], the goal is `jump`. The newest `keep_turns` turns stay. Returns how many messages it removes or
/// changes.
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
    // Where little may go, a share of the whole would take all of it.
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
            // Where only results may go, no message was chosen.
            if scope == Scope::Messages {
                draft.add_choices(candidates.choices());
            }
            break;
        }
        // An eighth more than the excess, and more with each attempt, so that few suffice.
        let wanted = over.saturating_add(over / 8).saturating_mul(attempt);
        candidates.give_back(signed(wanted.saturating_mul(1_000)));
    }
    changed
}
