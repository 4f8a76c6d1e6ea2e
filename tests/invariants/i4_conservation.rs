//! I4, conservation: every message is either kept or reported as dropped.

use super::action::{Action, Wait, story};
use super::config::cases;
use super::reload::plain;
use super::wish::wish;
use super::world::{Done, Look, World, estimator};
use backscroll::history::Reduction;
use backscroll::message::Message;
use proptest::prelude::*;
use serde_json::Value;

/// Returns the place of a message after a rewrite: kept, reported as removed, or reported in its original form.
fn fate(message: &Message, after: &Look, report: &Reduction) -> [bool; 3] {
    let kept = after.message(&message.id);
    let shortened = report.shortened.iter().any(|shortened| *shortened.original == *message);
    let gone = report.removed_messages().into_iter().any(|removed| removed == message);
    [kept == Some(message), gone && kept.is_none(), shortened && kept.is_some_and(|kept| kept != message)]
}

/// Returns true if the history holds the text of this pending message, whose mark is unique.
fn is_said(waiting: &Value, look: &Look) -> bool {
    let content = waiting["content"].as_str().unwrap_or_default();
    look.messages.iter().any(|message| message.content().plain_text().contains(content))
}

/// Returns the marks of a message's texts and calls, each of which is unique.
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
            if matches!(done, Ok(Done::TakenBack | Done::Answered | Done::PathTaken)) {
                // Pending messages and edited arguments have properties of their own.
                continue;
            }
            if matches!(action, Action::Reload) {
                let [before, after] = [before, after].map(|look| look.messages.into_iter().map(plain).collect::<Vec<_>>());
                prop_assert_eq!(before, after);
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

    /// Messages before the first change stay, and nothing is inserted between them.
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

    /// A pending message is not in the history. A promoted one is, unless it was withdrawn.
    #[test]
    fn i4_conservation_of_pending_messages(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.look();
            let done = world.act(action);
            let after = world.look();
            let ids: Vec<u64> = after.waiting.iter().filter_map(|waiting| waiting["id"].as_u64()).collect();
            prop_assert!(ids.is_sorted_by(|one, other| one < other), "{:?} wait after {:?}", ids, action);
            for waiting in &after.waiting {
                prop_assert!(!is_said(waiting, &after), "{} waits and is said, after {:?}", waiting, action);
                let is_new = !before.waiting.contains(waiting);
                let is_enqueued = matches!(action, Action::Wait(Wait::Enqueue(_))) && done.is_ok();
                let is_taken_back = done == Ok(Done::TakenBack) && is_said(waiting, &before);
                prop_assert!(!is_new || is_enqueued || is_taken_back, "{} waits after {:?}", waiting, action);
            }
            let gone: Vec<&Value> = before.waiting.iter().filter(|waiting| !after.waiting.contains(waiting)).collect();
            let is_withdrawn = matches!(action, Action::Wait(Wait::Withdraw(_)));
            prop_assert!(gone.len() == usize::from(is_withdrawn && !before.waiting.is_empty()) || !is_withdrawn);
            for waiting in gone {
                prop_assert!(is_withdrawn || is_said(waiting, &after), "{} is lost after {:?}", waiting, action);
            }
        }
    }

    /// A decision changes nothing but the arguments that were edited; results are added.
    #[test]
    fn i4_conservation_in_answers(estimator in estimator(), story in story()) {
        let mut world = World::new(estimator);
        for action in &story {
            let before = world.look();
            if world.act(action) != Ok(Done::Answered) {
                continue;
            }
            let after = world.look();
            let was_suspended = |id: &str| before.units.iter().any(|unit| unit.is_suspended && unit.ids[0] == id);
            for (old, new) in before.messages.iter().zip(&after.messages) {
                prop_assert!(old == new || was_suspended(&old.id) && old.content() == new.content(), "{:?} became {:?}", old, new);
                let named = |message: &Message| -> Vec<_> { message.calls().iter().map(|call| (call.id.clone(), call.name.clone())).collect() };
                prop_assert_eq!(named(old), named(new));
            }
            let added = &after.messages[before.messages.len()..];
            prop_assert!(!added.is_empty() && added.iter().all(|message| message.result().is_some()));
            prop_assert!(after.suspended.len() < before.suspended.len(), "the checkpoint is still open");
        }
    }

    /// A request leaves out nothing without a report.
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
