//! Drafts: their edits, and the conditions of a commit.

use super::tell::{calls, ids, pinned, result, system, units};
use crate::talk::{assistant, talk, user};
use backscroll::engine::{Conversation, Operation};
use backscroll::error::Code;
use backscroll::reduce::{By, Fit};
use serde_json::{Value, json};

fn long(id: &str) -> Value {
    result(id, &"words of a result ".repeat(50))
}

/// Returns two complete turns and a third that waits for a result.
fn story() -> Vec<Value> {
    vec![
        system("s"),
        user("a"),
        calls(&["x"]),
        long("x"),
        user("b"),
        pinned(assistant("a pinned answer")),
        user("c"),
        calls(&["y"]),
    ]
}

fn edited(messages: &[Value], operation: Operation) -> (Conversation, usize) {
    let mut talk = talk(messages);
    let mut draft = talk.begin_draft();
    let touched = talk.edit(&mut draft, operation).expect("an edit");
    talk.commit(draft).expect("a commit");
    (talk, touched)
}

fn remove(ids: &[&str]) -> Operation {
    Operation::Remove(ids.iter().map(|id| (*id).to_owned()).collect())
}

/// Returns the operation as JSON, as JavaScript sends it.
fn summarize(through: &str, summary: &str) -> String {
    json!({ "op": "summarize", "through": through, "summary": summary, "pinFirst": 0 }).to_string()
}

#[test]
fn keeping_turns_keeps_protected_messages() {
    let (talk, gone) = edited(&story(), Operation::KeepRecentTurns(1));
    assert_eq!(
        (gone, ids(&talk).join(" ").as_str()),
        (3, "0 4 5 6 7"),
        "the question of the pinned answer too"
    );
    let (talk, gone) = edited(&story(), Operation::KeepRecentTurns(0));
    assert_eq!(
        (gone, ids(&talk).join(" ").as_str()),
        (3, "0 4 5 6 7"),
        "the question of the pinned answer too"
    );
    let (_, gone) = edited(&story(), Operation::KeepRecentTurns(3));
    assert_eq!(gone, 0);
}

#[test]
fn keeping_messages_moves_the_cut_to_the_border_of_a_unit() {
    // The fourth newest message is pinned, and keeps its question. An answer without its question is removed, too.
    for (count, left) in [(2, "0 4 5 6 7"), (4, "0 4 5 6 7"), (5, "0 4 5 6 7"), (6, "0 4 5 6 7")] {
        let (talk, _) = edited(&story(), Operation::KeepRecentMessages(count));
        assert_eq!(ids(&talk).join(" "), left, "{count}");
    }
}

#[test]
fn removing_half_a_pair_removes_the_other_half() {
    for id in ["2", "3"] {
        let (talk, gone) = edited(&story(), remove(&[id]));
        assert_eq!((gone, units(&talk).join(" ")), (2, "0 1 4 5 6 7".to_owned()), "{id}");
    }
}

#[test]
fn protected_messages_are_not_removed() {
    for (id, why) in
        [("0", "the system prompt"), ("5", "a pin"), ("6", "the current request"), ("7", "an open call")]
    {
        let (talk, gone) = edited(&story(), remove(&[id]));
        assert_eq!((gone, talk.history().len()), (0, 8), "{why}");
    }
}

#[test]
fn an_unknown_id_is_refused_and_nothing_is_removed() {
    let mut talk = talk(&story());
    let mut draft = talk.begin_draft();
    let error = talk.edit(&mut draft, remove(&["1", "nobody"])).expect_err("refused");
    assert_eq!(error.code(), Code::InvalidArgument);
    assert_eq!(talk.commit(draft), Ok(false), "it proposes nothing");
}

#[test]
fn a_summary_replaces_the_summarised_messages() {
    let mut talk = talk(&story());
    let mut draft = talk.begin_draft();
    let gone = talk.edit_json(&mut draft, &summarize("3", "They spoke of x."), 9).expect("an edit");
    talk.commit(draft).expect("a commit");
    assert_eq!((gone, units(&talk).join(" ")), (3, "0 8 4 5 6 7".to_owned()));
    let (report, _) = talk.last_reduction();
    assert_eq!(report.and_then(|report| report.summary.as_deref()), Some("8"));
}

#[test]
fn a_summary_at_the_end_follows_all_but_what_is_to_be_answered() {
    let check = |messages: &[Value], order: &str, what: &str| {
        let mut talk = talk(messages);
        let mut draft = talk.begin_draft();
        let at_end =
            summarize("3", "They spoke of x.").replace("\"pinFirst\"", "\"atEnd\":true,\"pinFirst\"");
        talk.edit_json(&mut draft, &at_end, 9).expect("an edit");
        talk.commit(draft).expect("a commit");
        talk.append_json(&assistant("next").to_string(), 9).expect("a message");
        assert_eq!(units(&talk).join(" "), order, "{what}");
    };
    let story = story();
    let (asked, _) = story.split_at(7);
    check(&story, "0 4 5 6 7 8 9", "a call is newest");
    check(asked, "0 4 5 7 6 8", "a request is newest");
    check(&[asked, &[user("d")]].concat(), "0 4 5 8 6 7 9", "two requests are newest");
}

#[test]
fn a_blank_summary_and_one_of_no_messages_are_refused() {
    for (through, summary) in [("3", " \n"), ("0", "The prompt is protected."), ("nobody", "Who?")] {
        let mut talk = talk(&story());
        let mut draft = talk.begin_draft();
        let error = talk.edit_json(&mut draft, &summarize(through, summary), 9).expect_err(summary);
        assert_eq!(error.code(), Code::InvalidArgument, "{summary}");
    }
}

#[test]
fn a_commit_that_does_not_lower_the_cost_is_refused() {
    let longer = summarize("1", &"far more than there was ".repeat(40));
    let mut talk = talk(&story());
    let mut draft = talk.begin_draft();
    talk.edit_json(&mut draft, &longer, 9).expect("an edit");
    assert_eq!(talk.commit(draft), Ok(false));
    assert_eq!(units(&talk).join(" "), "0 1 2+3 4 5 6 7");
    let nothing = talk.begin_draft();
    assert_eq!(talk.commit(nothing), Ok(false), "a draft without edits");
    assert_eq!(talk.history().rewrites(), 0);
}

#[test]
fn messages_that_arrive_meanwhile_do_not_make_a_draft_stale() {
    let mut talk = talk(&story());
    let mut draft = talk.begin_draft();
    talk.edit(&mut draft, Operation::KeepRecentTurns(1)).expect("an edit");
    talk.append_json(&result("y", "late").to_string(), 0).expect("a result");
    talk.append_json(&user("d").to_string(), 0).expect("a message");
    assert_eq!(talk.commit(draft), Ok(true));
    assert_eq!(units(&talk).join(" "), "0 4 5 6 7+8 9");
}

#[test]
fn a_pinned_message_that_arrives_meanwhile_is_kept() {
    let mut talk = talk(&[user("a"), calls(&["x"]), user("b"), assistant("c"), user("d")]);
    let mut draft = talk.begin_draft();
    talk.edit(&mut draft, Operation::Fit(Fit::to(0))).expect("an edit");
    talk.append_json(&pinned(result("x", "late")).to_string(), 0).expect("a result");
    assert_eq!(talk.commit(draft), Ok(true));
    assert_eq!(
        units(&talk).join(" "),
        "0 1+5 4",
        "and so is its question: nothing begins with the assistant"
    );
}

#[test]
fn another_rewrite_makes_a_draft_stale() {
    let mut talk = talk(&story());
    let (mut first, mut second) = (talk.begin_draft(), talk.begin_draft());
    talk.edit(&mut first, Operation::KeepRecentTurns(1)).expect("an edit");
    talk.edit(&mut second, Operation::KeepRecentTurns(2)).expect("an edit");
    assert_eq!(talk.commit(first), Ok(true));
    assert_eq!(talk.refresh(&mut second).expect_err("stale").code(), Code::StalePlan);
    assert_eq!(talk.commit(second).expect_err("stale").code(), Code::StalePlan);
    assert_eq!(units(&talk).join(" "), "0 4 5 6 7");
}

/// Returns the content of the notes of what was left out, and fails if two stand side by side.
fn notes(talk: &Conversation) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    let mut is_behind_note = false;
    for message in talk.history().messages() {
        let is_note = message.id.ends_with(":gap");
        assert!(!(is_note && is_behind_note), "two notes side by side");
        if is_note {
            notes.push(message.content().plain_text());
        }
        is_behind_note = is_note;
    }
    notes
}

#[test]
fn fitting_by_need_notes_each_gap_and_joins_notes_later() {
    let filler = "one word after another ".repeat(20);
    let turn = || [user(&filler), assistant(&filler)];
    let mut messages = vec![user("It is W4471902.")];
    messages.extend((0..5).flat_map(|_| turn()));
    let mut talk = talk(&messages);
    let mut said = messages.len();
    for _ in 0..6 {
        for message in turn() {
            talk.append_json(&message.to_string(), 0).expect("a message");
            said += 1;
        }
        let target = talk.history().context_tokens() * 2 / 3;
        let mut draft = talk.begin_draft();
        talk.edit(&mut draft, Operation::Fit(Fit { by: By::Need, ..Fit::to(target) })).expect("an edit");
        talk.commit(draft).expect("a commit");
        assert!(talk.history().context_tokens() <= target);
        let notes = notes(&talk);
        let count = |note: &String| -> usize {
            let number = note.trim_start_matches('[').split(' ').next();
            number.and_then(|number| number.parse().ok()).expect("a number")
        };
        let left_out: usize = notes.iter().map(count).sum();
        assert_eq!(left_out + ids(&talk).len() - notes.len(), said, "{notes:?}");
        assert_eq!(ids(&talk).first().map(String::as_str), Some("0"), "the id stays");
    }
}

#[test]
fn fitting_by_age_shortens_results_and_then_drops_the_oldest_turns() {
    let mut talk = talk(&story());
    let mut draft = talk.begin_draft();
    let tokens = talk.history().context_tokens();
    let by_age = |target: u64| Operation::Fit(Fit { by: By::Age, ..Fit::to(target) });
    assert_eq!(talk.edit(&mut draft, by_age(tokens)), Ok(0), "it fits");
    assert_eq!(talk.edit(&mut draft, by_age(tokens - 1)), Ok(1), "the long result is shortened");
    let shortened = draft.tokens();
    assert_eq!(talk.edit(&mut draft, by_age(shortened - 1)), Ok(3), "the first turn goes whole");
    assert_eq!(talk.edit(&mut draft, by_age(0)), Ok(1), "the question of a pinned answer goes last of all");
    talk.commit(draft).expect("a commit");
    assert_eq!(units(&talk).join(" "), "0 5 6 7");
}
