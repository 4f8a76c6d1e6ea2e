//! I1, order: messages keep the order in which they were appended.

use super::action::story;
use super::config::cases;
use super::world::{Done, World, estimator};
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn i1_order(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.look();
            let done = world.act(action);
            let after = world.look();
            let (old, new) = (before.ids(), after.ids());
            let kept: Vec<&str> = old.iter().copied().filter(|id| new.contains(id)).collect();
            let stands: Vec<&str> = new.iter().copied().filter(|id| old.contains(id)).collect();
            prop_assert_eq!(kept, stands, "messages that were there changed places on {:?}", action);
            if let Ok(Done::Appended) = done {
                prop_assert_eq!(&new[..old.len()], &old[..], "an append went elsewhere than to the end");
                // Ids are minted in the order of appending.
                let minted: Vec<u64> = new[old.len()..].iter().filter_map(|id| id.parse().ok()).collect();
                prop_assert!(minted.is_sorted(), "{:?}", minted);
            }
            for unit in world.history().units() {
                let results: Vec<_> = unit.results().iter().map(|entry| entry.serial).collect();
                prop_assert!(results.is_sorted(), "results of {} stand as {:?}", unit.head().id, results);
            }
            let serials: Vec<_> = world.history().units().map(|unit| unit.serial()).collect();
            prop_assert!(serials.is_sorted(), "units stand as {:?}", serials);
        }
    }
}
