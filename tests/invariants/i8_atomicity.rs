//! I8, atomicity: on any error the history is unchanged.

use super::action::{Action, action, story};
use super::config::cases;
use super::wish::plain;
use super::world::{World, estimator};
use backscroll::error::Outcome;
use backscroll::format::TARGETS;
use proptest::prelude::*;

/// A request for each target.
fn bytes_for_all(world: &mut World) -> Vec<Outcome<Vec<u8>>> {
    (0..TARGETS.len()).map(|target| plain(target).request(world).map(|written| written.bytes)).collect()
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn i8_atomicity(estimator in estimator(), story in story(), more in proptest::collection::vec(action(), 1..20)) {
        let mut world = World::after(estimator, &story);
        for action in &more {
            // Sizes are those of the model that the last request names, so requests come before the look.
            drop(bytes_for_all(&mut world));
            let before = world.look();
            let minted = world.conversation.minted();
            let reductions = world.conversation.last_reduction().1;
            let written = bytes_for_all(&mut world);
            let outcome = world.act(action);
            if outcome.is_ok() && !matches!(action, Action::Begin | Action::Edit(..)) {
                continue;
            }
            prop_assert_eq!(&before, &world.look(), "changed by {:?}, which came to {:?}", action, outcome);
            prop_assert_eq!(reductions, world.conversation.last_reduction().1);
            prop_assert!(minted == world.conversation.minted() || outcome.is_ok(), "a number was lost to {:?}", outcome);
            let now = bytes_for_all(&mut world);
            prop_assert_eq!(written, now);
        }
    }
}
