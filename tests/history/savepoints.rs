//! Going back to how a history was.

use super::tell::{calls, result, units};
use crate::talk::{assistant, talk, user};
use backscroll::engine::Conversation;
use backscroll::error::Code;
use serde_json::Value;

fn story() -> Vec<Value> {
    vec![user("a"), calls(&["x"]), result("x", "1"), user("b")]
}

fn remove(talk: &mut Conversation, ids: &str) {
    let draft = talk.begin_draft();
    talk.draft_remove(draft, ids).expect("an edit");
    assert_eq!(talk.commit_draft(draft), Ok(true));
}

#[test]
fn what_was_removed_since_is_there_again_and_what_came_since_still() {
    let mut talk = talk(&story());
    let point = talk.save();
    remove(&mut talk, r#"["0","1"]"#);
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    assert!(talk.go_back(point));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4");
}

#[test]
fn what_came_since_and_was_removed_since_is_there_again() {
    let mut talk = talk(&story());
    let point = talk.save();
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    talk.append_json(&user("d").to_string(), 0).expect("a message");
    remove(&mut talk, r#"["0","4"]"#);
    assert!(talk.go_back(point));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4 5");
}

#[test]
fn a_summary_of_what_came_since_is_undone() {
    let mut talk = talk(&story());
    let point = talk.save();
    talk.append_json(&assistant(&"many words ".repeat(20)).to_string(), 0).expect("a message");
    talk.append_json(&user("d").to_string(), 0).expect("a message");
    let draft = talk.begin_draft();
    talk.draft_summarize(draft, r#"{"through":"4","summary":"Short."}"#, 0, 0).expect("an edit");
    assert_eq!(talk.commit_draft(draft), Ok(true));
    assert!(talk.go_back(point));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4 5");
}

#[test]
fn drafts_of_what_is_undone_are_stale() {
    let mut talk = talk(&story());
    let point = talk.save();
    remove(&mut talk, r#"["0"]"#);
    let draft = talk.begin_draft();
    assert!(talk.go_back(point));
    assert_eq!(talk.commit_draft(draft).expect_err("stale").code(), Code::StalePlan);
}

#[test]
fn without_a_rewrite_there_is_nothing_to_undo() {
    let mut talk = talk(&story());
    let point = talk.save();
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    let draft = talk.begin_draft();
    assert!(talk.go_back(point));
    assert!(talk.draft_turns(draft).is_ok(), "drafts stay good");
    assert_eq!(talk.history().len(), 5);
    assert!(!talk.go_back(point), "a savepoint is used once");
}
