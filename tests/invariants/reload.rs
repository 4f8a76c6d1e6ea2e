//! A conversation that is restored from a snapshot is the same: in its view, in its requests, and in its
//! further course.

use super::action::{action, story};
use super::config::cases;
use super::wish::{ANTHROPIC, OPENAI, Wish, wish};
use super::world::{Done, Look, World, estimator};
use backscroll::engine::Conversation;
use backscroll::error::Outcome;
use backscroll::message::{Arguments, Body, Message};
use proptest::collection::vec;
use proptest::prelude::*;

impl World {
    /// The snapshot.
    pub(crate) fn snapshot(&self) -> String {
        let mut out = Vec::new();
        self.conversation.write_snapshot(r#"{"tokenLimit":9}"#, &mut out);
        String::from_utf8(out).expect("a snapshot is text")
    }

    /// Continues with the conversation restored from a snapshot, which has no drafts and transactions.
    pub(crate) fn reload(&mut self) {
        let snapshot = self.snapshot();
        let (conversation, settings) = Conversation::restored(&snapshot, None, 7)
            .unwrap_or_else(|error| panic!("{error}\nin {snapshot}"));
        assert_eq!(settings, r#"{"tokenLimit":9}"#);
        self.end_all();
        self.conversation = conversation;
        self.conversation.name_ids(&format!("after {}-", self.marks));
    }

    /// Ends drafts and transactions.
    fn end_all(&mut self) {
        self.drafts.clear();
        self.end_saved();
        self.promotions.drain(..).for_each(|open| self.conversation.commit_transaction(open));
        self.conversation.set_running(false);
    }
}

/// Returns the message as a host sees it: arguments that are no JSON object are text.
pub(crate) fn plain(mut message: Message) -> Message {
    if let Body::Assistant { calls, .. } = &mut message.body {
        for call in calls {
            match &call.arguments {
                Arguments::Json(json) if !json.starts_with('{') => {
                    call.arguments = Arguments::Text(json.clone())
                }
                Arguments::Json(_) | Arguments::Text(_) => {}
            }
        }
    }
    message
}

/// Returns the view without the state that a snapshot leaves out, with places instead of ids.
fn lasting(look: &Look) -> Look {
    let ids: Vec<String> = look.ids().into_iter().map(str::to_owned).collect();
    let place = |id: &str| {
        ids.iter().position(|other| other == id).map_or_else(|| id.to_owned(), |at| at.to_string())
    };
    let mut look = Look { rewrites: 0, ..look.clone() };
    look.messages = look.messages.into_iter().map(plain).collect();
    look.messages.iter_mut().for_each(|message| message.id = place(&message.id).into());
    look.units.iter_mut().flat_map(|unit| &mut unit.ids).for_each(|id| *id = place(id));
    look
}

fn ids(world: &World) -> Vec<String> {
    world.history().messages().into_iter().map(|message| message.id.to_string()).collect()
}

/// Returns the requests of a conversation with their repairs.
fn requests(world: &mut World, wish: &Wish, start: u64) -> Vec<String> {
    let tell = |world: &mut World, target: usize| match wish.clone().of(target).request(world) {
        Ok(written) => {
            let repairs: Vec<_> =
                written.repairs.iter().map(|repair| (repair.code, &repair.call_id)).collect();
            format!("{} {repairs:?}", String::from_utf8_lossy(&written.bytes))
        }
        Err(error) => error.to_string(),
    };
    let context = world.history().context_tokens();
    let all = [OPENAI, ANTHROPIC].map(|target| tell(world, target)).into_iter().chain([context.to_string()]);
    all.map(|text| counted(text, start)).collect()
}

/// Calls without ids are named by their messages, whose numbers are relative to the beginning.
fn counted(text: String, start: u64) -> String {
    (start..start + 256).fold(text, |text, number| {
        text.replace(&format!("-noid-anew-{number}-"), &format!("-noid-{}-", number - start))
    })
}

/// Returns the view as text.
fn looks(world: &World, start: u64) -> String {
    counted(format!("{:#?}", lasting(&world.look())), start)
}

/// The mark on a text must be the same in both conversations, although both count their operations.
fn again(world: &mut World) -> World {
    world.end_all();
    let mut copy = World::after(world.history().estimator(), &[]);
    let snapshot = world.snapshot();
    copy.conversation = Conversation::restored(&snapshot, None, 7).expect("a snapshot is read").0;
    copy.marks = world.marks;
    for world in [world, &mut copy] {
        world.conversation.name_ids("anew-");
    }
    copy
}

proptest! {
    #![proptest_config(cases(384))]

    #[test]
    fn a_restored_conversation_is_the_same(estimator in estimator(), story in story(), wish in wish()) {
        let mut world = World::after(estimator, &story);
        let mut copy = again(&mut world);
        prop_assert_eq!(ids(&world), ids(&copy));
        prop_assert_eq!(lasting(&world.look()), lasting(&copy.look()));
        prop_assert_eq!(world.snapshot(), copy.snapshot());
        prop_assert_eq!(requests(&mut world, &wish, 0), requests(&mut copy, &wish, 0));
    }

    #[test]
    fn a_restored_conversation_continues_in_the_same_way(
        estimator in estimator(),
        story in story(),
        more in vec(action(), 1..12),
        wish in wish(),
    ) {
        let mut world = World::after(estimator, &story);
        let mut copy = again(&mut world);
        let starts = [world.conversation.minted(), copy.conversation.minted()];
        for action in &more {
            let (there, here) = (world.act(action), copy.act(action));
            let code = |outcome: Outcome<Done>| outcome.map_err(|error| error.code());
            prop_assert_eq!(code(there), code(here), "on {:?}", action);
            prop_assert_eq!(looks(&world, starts[0]), looks(&copy, starts[1]), "after {:?}", action);
        }
        prop_assert_eq!(requests(&mut world, &wish, starts[0]), requests(&mut copy, &wish, starts[1]));
    }

    /// Returns the state without a snapshot: only the messages.
    #[test]
    fn messages_alone_are_read_in_order(estimator in estimator(), story in story()) {
        let world = World::after(estimator, &story);
        let mut out = Vec::new();
        world.conversation.write_messages(&mut out);
        let list = String::from_utf8(out).expect("text");
        let (copy, settings) = Conversation::restored(&list, Some(estimator), 8).expect("a list is read");
        prop_assert_eq!(settings, "{}");
        let plain = |conversation: &Conversation| -> Vec<Message> { conversation.history().messages().into_iter().cloned().map(plain).collect() };
        prop_assert_eq!(plain(&world.conversation), plain(&copy));
    }
}
