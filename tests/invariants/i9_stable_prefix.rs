//! I9, stable prefix: appending never changes bytes that were written.

use super::action::{Action, reduction, round};
use super::config::cases;
use super::wish::{RESPONSES, Written, plain};
use super::world::World;
use backscroll::format::TARGETS;
use backscroll::repair::RepairCode;
use backscroll::tokens::Estimator;
use proptest::collection::vec;
use proptest::prelude::*;

/// Returns the bytes up to the end of the list of messages.
fn unclosed(target: usize, written: &Written) -> &[u8] {
    let is_flat = TARGETS[target].is_chat() || target == RESPONSES;
    let closing: &[u8] = if is_flat { b"]}" } else { b"]}]}" };
    written.bytes.strip_suffix(closing).expect("a body closes")
}

/// Returns true if the request ends like the conversation: no call is open, and no user message was added.
fn is_settled(world: &World, written: &Written) -> bool {
    let newest = world.history().newest();
    newest.is_none_or(|unit| unit.open_calls().is_empty())
        && !written.repairs.iter().any(|repair| repair.code == RepairCode::UserMessageAdded)
}

/// The rounds of a program that answers every call before the next round, in any order.
fn finished(mut round: Vec<Action>) -> Vec<Action> {
    let answers: Vec<Action> = match round.get(1) {
        Some(Action::Append(assistant)) => {
            let calls = assistant["toolCalls"].as_array().cloned().unwrap_or_default();
            let result = |call: &serde_json::Value| serde_json::json!({ "role": "tool", "content": "@@ done", "toolCallId": call["id"] });
            calls.iter().map(|call| Action::Append(result(call))).collect()
        }
        _ => Vec::new(),
    };
    round.truncate(2);
    round.extend(answers);
    round
}

/// Breakpoints move with every request; where their number is limited, earlier ones are removed.
fn without_markers(mut action: Action) -> Action {
    if let Action::Append(message) = &mut action {
        let json = message.to_string().replace("cache_control", "unknown_field");
        *message = serde_json::from_str(&json).expect("still JSON");
    }
    action
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn i9_stable_prefix(
        before in vec(round(), 0..3),
        reduction in reduction(),
        rounds in vec(round(), 1..4),
        target in 0..TARGETS.len(),
        is_kept in any::<bool>(),
    ) {
        let story: Vec<Action> = before.concat().into_iter().chain(reduction).map(without_markers).collect();
        let mut world = World::after(Estimator::SCRIPT, &story);
        let mut written: Option<Written> = None;
        for action in rounds.into_iter().flat_map(finished).map(without_markers) {
            world.act(&action).expect("a message of a round may always come");
            if is_kept {
                world.reload();
            }
            let Ok(now) = plain(target).request(&mut world) else { continue };
            if let Some(before) = &written {
                prop_assert!(
                    now.bytes.starts_with(unclosed(target, before)),
                    "{:?} changed\n{}\ninto\n{}", action, before.body, now.body
                );
            }
            if is_settled(&world, &now) {
                written = Some(now);
            }
        }
    }
}
