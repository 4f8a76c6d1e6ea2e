//! I3, open tail: only the newest unit has open calls. A call without a result in an older unit is abandoned,
//! and a late result still finds it.

use super::action::story;
use super::config::cases;
use super::wish::{OPENAI, Written, plain};
use super::world::{World, estimator};
use backscroll::message::Body;
use backscroll::repair::RepairCode;
use proptest::prelude::*;
use serde_json::json;

/// Returns the calls that were closed for the request, with their messages.
fn closed(written: &Written) -> Vec<(String, String)> {
    let closed = written.repairs.iter().filter(|repair| repair.code == RepairCode::MissingResultAdded);
    closed
        .map(|repair| {
            (
                repair.message_id.as_deref().unwrap_or_default().to_owned(),
                repair.call_id.as_deref().unwrap_or_default().to_owned(),
            )
        })
        .collect()
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn i3_open_tail(estimator in estimator(), story in story(), target in 0..backscroll::format::TARGETS.len()) {
        let mut world = World::after(estimator, &story);
        let look = world.look();
        // A result without a call ends nothing.
        let newest = look.units.iter().rfind(|unit| !unit.is_orphan).map(|unit| unit.ids[0].clone());

        // With `keep`, the calls of the newest unit stay open; all others are closed.
        let Ok(written) = plain(target).keep_open().request(&mut world) else { return Ok(()) };
        let mut abandoned = Vec::new();
        for unit in look.units.iter().filter(|unit| Some(&unit.ids[0]) != newest.as_ref()) {
            abandoned.extend(unit.open().into_iter().map(|call| (unit.ids[0].clone(), call.to_owned())));
        }
        prop_assert_eq!(closed(&written), abandoned);

        // Only the newest unit is protected because of its calls, and units whose calls wait for a decision.
        for unit in look.units.iter().filter(|unit| unit.is_protected && !unit.open().is_empty()) {
            let is_pinned = unit.ids.iter().any(|id| look.message(id).is_some_and(|message| message.is_pinned()));
            prop_assert!(Some(&unit.ids[0]) == newest.as_ref() || is_pinned || unit.is_suspended, "{:?} is protected", unit);
        }

        // A late result finds its call, and closes it.
        let open = |world: &World| -> usize { world.look().units.iter().map(|unit| unit.open().len()).sum() };
        for call in look.units.iter().flat_map(|unit| unit.open()) {
            let before = open(&world);
            let late = json!({ "role": "tool", "toolCallId": call, "content": "late" }).to_string();
            let id = world.conversation.append_json(&late, 8).expect("a result may always come").0;
            prop_assert_eq!(open(&world), before - 1);
            let head = world.history().unit_of(&id).map(|unit| unit.head().body.clone());
            let calls = head.map(|body| match body {
                Body::Assistant { calls, .. } => calls.iter().any(|candidate| *candidate.id == *call),
                Body::System(_) | Body::Summary(_) | Body::User(_) | Body::Tool(_) => false,
            });
            prop_assert_eq!(calls, Some(true));
        }
        let Ok(written) = plain(OPENAI).request(&mut world) else { return Ok(()) };
        prop_assert_eq!(closed(&written), []);
    }
}
