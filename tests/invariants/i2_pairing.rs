//! I2, pairing: a result stands in the unit of its call, and a call has at most one result.

use super::action::{Action, story};
use super::config::cases;
use super::world::{Look, World, estimator};
use backscroll::message::Body;
use proptest::prelude::*;

/// Returns the unit to which a new result belongs: the newest unit in which its call is open.
fn home(look: &Look, call_id: &str) -> Option<String> {
    let waits = look.units.iter().rev().find(|unit| !unit.is_orphan && unit.open().contains(&call_id));
    waits.map(|unit| unit.ids[0].clone())
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn i2_pairing(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.look();
            drop(world.act(action));
            let after = world.look();
            for unit in &after.units {
                let open = unit.open().len();
                prop_assert!(
                    unit.answered.len() + open == unit.calls.len() || unit.is_orphan,
                    "a result of {:?} answers none of its calls", unit
                );
                prop_assert!(!unit.is_orphan || unit.ids.len() == 1, "an orphan is alone: {:?}", unit);
            }
            // Every message is in one unit, and is found there.
            let mut standing: Vec<&str> = after.units.iter().flat_map(|unit| unit.ids.iter().map(String::as_str)).collect();
            for id in &standing {
                let unit = world.history().unit_of(id).map(|unit| unit.messages().any(|message| message.id.as_ref() == *id));
                prop_assert_eq!(unit, Some(true), "{} is not where the index says", id);
            }
            let mut listed = after.ids();
            standing.sort_unstable();
            listed.sort_unstable();
            prop_assert_eq!(standing, listed);

            let Action::Append(_) = action else { continue };
            let Some(new) = after.messages.last().filter(|_| after.messages.len() > before.messages.len()) else { continue };
            let Body::Tool(result) = &new.body else { continue };
            let unit = world.history().unit_of(&new.id).map(|unit| unit.head().id.to_string());
            let expected = home(&before, &result.call_id).unwrap_or(new.id.to_string());
            prop_assert_eq!(unit, Some(expected), "the result of `{}` went elsewhere", result.call_id);
        }
    }
}
