//! I4, conservation: what is kept and what is reported as gone are together what there was.

use super::action::{Action, story};
use super::config::cases;
use super::wish::wish;
use super::world::{Done, Look, World, estimator};
use backscroll::history::Reduction;
use backscroll::message::Message;
use proptest::prelude::*;

/// Where a message is after a rewrite: kept, reported as gone, or reported as it was before it was changed.
fn fate(message: &Message, after: &Look, report: &Reduction) -> [bool; 3] {
    let kept = after.message(&message.id);
    let shortened = report.shortened.iter().any(|shortened| shortened.original == *message);
    let gone = report.removed_messages().into_iter().any(|removed| removed == message);
    [kept == Some(message), gone && kept.is_none(), shortened && kept.is_some_and(|kept| kept != message)]
}

/// The marks of what a message says and calls. Each stands in no other message.
fn marks(message: &Message) -> Vec<String> {
    let texts = [message.content().plain_text()];
    let arguments = message.calls().iter().map(|call| call.arguments.text().to_owned());
    let pieces = texts.into_iter().chain(arguments).collect::<Vec<_>>().join(" ");
    let mut marks: Vec<String> = pieces
        .split('\u{a7}')
        .filter(|piece| piece.parse::<usize>().is_ok())
        .map(|number| format!("\u{a7}{number}\u{a7}"))
        .collect();
    marks.dedup();
    marks
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i4_conservation(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.look();
            let place = if let Action::GoBack(number) = action { Some(*number) } else { None };
            let saved = place.and_then(|number| world.saved(number).cloned());
            let done = world.act(action);
            let after = world.look();
            if let (Ok(Done::Restored), Some(saved)) = (&done, saved) {
                let expected: Vec<&Message> = saved.look.messages.iter().chain(&saved.since).collect();
                prop_assert_eq!(after.messages.iter().collect::<Vec<_>>(), expected);
                continue;
            }
            if done != Ok(Done::Rewritten) {
                prop_assert!(after.messages.starts_with(&before.messages), "{:?} lost something", action);
                continue;
            }
            let report = world.conversation.last_reduction().0.expect("a rewrite is reported");
            for message in &before.messages {
                let fate = fate(message, &after, report);
                prop_assert_eq!(fate.iter().filter(|fate| **fate).count(), 1, "{:?} of {:?}", fate, message);
            }
            let said = report.removed_messages().len() + report.shortened.len();
            let changed = before.messages.iter().filter(|message| after.message(&message.id) != Some(message)).count();
            prop_assert_eq!(said, changed, "the report tells of more than there was");
            if let Some(summary) = &report.summary {
                prop_assert!(after.message(summary).is_some() && before.message(summary).is_none());
            }
            for unit in before.units.iter().filter(|unit| unit.is_protected) {
                let commits = matches!(action, Action::Commit(_));
                prop_assert!(!commits || unit.ids.iter().all(|id| after.message(id).is_some()), "{:?} was protected", unit);
            }
        }
    }

    /// What stands ahead of the first change is what stood there, and not more.
    #[test]
    fn i4_conservation_up_to_the_first_change(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.look();
            if world.act(action) != Ok(Done::Rewritten) {
                continue;
            }
            let after = world.look();
            let same = before.messages.iter().zip(&after.messages).take_while(|(before, after)| before == after).count();
            let report = world.conversation.last_reduction().0.expect("a rewrite is reported");
            prop_assert_eq!(report.first_changed, Some(same));
        }
    }

    /// A request leaves out nothing without a word.
    #[test]
    fn i4_conservation_in_requests(estimator in estimator(), story in story(), wish in wish()) {
        let mut world = World::after(estimator, &story);
        let Ok(written) = wish.request(&mut world) else { return Ok(()) };
        let sent = written.body.to_string();
        for message in world.look().messages {
            let reported = written.repairs.iter().any(|repair| repair.message_id.as_ref() == Some(&message.id));
            for mark in marks(&message) {
                prop_assert!(sent.contains(&mark) || reported, "{} of {:?} is lost", mark, message);
            }
        }
    }
}
