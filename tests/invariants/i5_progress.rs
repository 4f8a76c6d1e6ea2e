//! I5, progress: a commit lowers the cost, or is refused.

use super::action::{Action, story};
use super::config::cases;
use super::world::{Done, World, estimator};
use backscroll::message::Message;
use backscroll::tokens::Weight;
use proptest::prelude::*;

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i5_progress(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.look();
            let done = world.act(action);
            let after = world.look();
            // A body that was read may name another model.
            let estimator = world.history().estimator();

            // The running sums equal the sums over the messages after every operation.
            let weigh = |messages: &[Message]| {
                messages.iter().fold(Weight(0), |sum, message| sum.plus(estimator.weigh(message).whole()))
            };
            prop_assert_eq!(after.ledger.total(), weigh(&after.messages), "after {:?}", action);

            match (action, done) {
                (Action::Commit(_), Ok(Done::Rewritten)) => {
                    prop_assert!(weigh(&after.messages) < weigh(&before.messages), "no progress");
                    let report = world.conversation.last_reduction().0.expect("a rewrite is reported");
                    prop_assert!(report.tokens_after <= report.tokens_before);
                    prop_assert_eq!(report.tokens_after, world.history().context_tokens());
                }
                (Action::Commit(_), _) => prop_assert_eq!(&before, &after),
                _ => {}
            }
        }
    }
    /// The size is that of the messages, whatever they report, after every operation.
    #[test]
    fn i5_progress_measures_the_history_alone(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            drop(world.act(action));
            let estimator = world.history().estimator();
            let weight = |sum: Weight, message: &Message| sum.plus(estimator.weigh(message).whole());
            let fresh = estimator.tokens(world.look().messages.iter().fold(Weight(0), weight));
            prop_assert_eq!(world.history().context_tokens(), fresh, "after {:?}", action);
        }
    }

    /// The tokens spent are the sum of the reports after every operation.
    #[test]
    fn i5_progress_counts_spent_tokens(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            drop(world.act(action));
            let after = world.look();
            let usage = after.messages.iter().filter_map(Message::usage);
            prop_assert_eq!(after.ledger.spent(), usage.map(|usage| usage.total()).sum::<u64>(), "after {:?}", action);
        }
    }
}
