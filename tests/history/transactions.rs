//! Transactions that are rolled back.

use super::tell::{calls, result, units};
use crate::talk::{assistant, talk, user};
use backscroll::engine::{Conversation, Operation, TransactionId};
use backscroll::error::Code;
use serde_json::Value;

fn story() -> Vec<Value> {
    vec![user("a"), calls(&["x"]), result("x", "1"), user("b")]
}

fn saved(talk: &mut Conversation) -> TransactionId {
    let id = talk.begin_transaction();
    talk.save(id);
    id
}

fn remove(talk: &mut Conversation, ids: &[&str]) {
    let mut draft = talk.begin_draft();
    let ids = ids.iter().map(|id| (*id).to_owned()).collect();
    talk.edit(&mut draft, Operation::Remove(ids)).expect("an edit");
    assert_eq!(talk.commit(draft), Ok(true));
}

#[test]
fn what_was_removed_since_is_there_again_and_what_came_since_still() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    remove(&mut talk, &["0", "1"]);
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    assert!(talk.roll_back_transaction(transaction, true));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4");
}

#[test]
fn what_came_since_and_was_removed_since_is_there_again() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    talk.append_json(&user("d").to_string(), 0).expect("a message");
    remove(&mut talk, &["0", "4"]);
    assert!(talk.roll_back_transaction(transaction, true));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4 5");
}

#[test]
fn a_summary_of_what_came_since_is_undone() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    talk.append_json(&assistant(&"many words ".repeat(20)).to_string(), 0).expect("a message");
    talk.append_json(&user("d").to_string(), 0).expect("a message");
    let mut draft = talk.begin_draft();
    talk.edit_json(&mut draft, r#"{"op":"summarize","through":"4","summary":"Short."}"#, 0).expect("an edit");
    assert_eq!(talk.commit(draft), Ok(true));
    assert!(talk.roll_back_transaction(transaction, true));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4 5");
}

#[test]
fn drafts_of_what_is_undone_are_stale() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    remove(&mut talk, &["0"]);
    let draft = talk.begin_draft();
    assert!(talk.roll_back_transaction(transaction, true));
    assert_eq!(talk.commit(draft).expect_err("stale").code(), Code::StalePlan);
}

#[test]
fn without_a_rewrite_there_is_nothing_to_undo() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    let mut draft = talk.begin_draft();
    assert!(talk.roll_back_transaction(transaction, true));
    assert!(talk.refresh(&mut draft).is_ok(), "drafts stay good");
    assert_eq!(talk.history().len(), 5);
    assert!(!talk.roll_back_transaction(transaction, true), "a transaction ends once");
}
