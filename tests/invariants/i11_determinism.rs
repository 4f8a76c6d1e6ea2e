//! I11, determinism: same input, same bytes.

use super::action::{Action, story};
use super::config::cases;
use super::wish::{Wish, wish};
use super::world::{World, estimator};
use backscroll::tokens::Estimator;
use proptest::prelude::*;

/// Returns all output of a conversation during a sequence of operations.
fn outputs(estimator: Estimator, story: &[Action], wish: &Wish, asks_often: bool) -> Vec<String> {
    let mut world = World::new(estimator);
    let mut outputs = Vec::new();
    let mut is_named = false;
    for action in story {
        outputs.push(format!("{:?}", world.act(action)));
        // The first request names the model of the sizes, and so does the first after a body that named another.
        is_named &= !matches!(action, Action::Read(..));
        if asks_often || !is_named {
            is_named |= wish.request(&mut world).is_ok();
        }
    }
    let mut out = Vec::new();
    world.conversation.write_messages(&mut out);
    world.conversation.write_reduction(&mut out);
    let written = wish.request(&mut world).map(|written| (written.bytes, written.repairs));
    outputs.push(format!("{out:?} {:?} {written:?}", world.history().context_tokens()));
    outputs
}

proptest! {
    #![proptest_config(cases(192))]

    #[test]
    fn i11_determinism(estimator in estimator(), story in story(), wish in wish()) {
        let once = outputs(estimator, &story, &wish, false);
        prop_assert_eq!(&once, &outputs(estimator, &story, &wish, false), "the same story, told again");
        prop_assert_eq!(&once, &outputs(estimator, &story, &wish, true), "requests in between changed what came after");
    }
}
