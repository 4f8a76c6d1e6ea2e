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
fn a_rollback_restores_removed_messages_and_keeps_later_ones() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    remove(&mut talk, &["0", "1"]);
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    assert!(talk.roll_back_transaction(transaction, true));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4");
}

#[test]
fn a_rollback_restores_later_messages_that_were_removed() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    talk.append_json(&user("d").to_string(), 0).expect("a message");
    remove(&mut talk, &["0", "4"]);
    assert!(talk.roll_back_transaction(transaction, true));
    assert_eq!(units(&talk).join(" "), "0 1+2 3 4 5");
}

#[test]
fn a_rollback_undoes_a_summary_of_later_messages() {
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
fn a_rollback_makes_drafts_stale() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    remove(&mut talk, &["0"]);
    let draft = talk.begin_draft();
    assert!(talk.roll_back_transaction(transaction, true));
    assert_eq!(talk.commit(draft).expect_err("stale").code(), Code::StalePlan);
}

#[test]
fn without_a_rewrite_a_rollback_changes_nothing() {
    let mut talk = talk(&story());
    let transaction = saved(&mut talk);
    talk.append_json(&assistant("c").to_string(), 0).expect("a message");
    let mut draft = talk.begin_draft();
    assert!(talk.roll_back_transaction(transaction, true));
    assert!(talk.refresh(&mut draft).is_ok(), "drafts stay good");
    assert_eq!(talk.history().len(), 5);
    assert!(!talk.roll_back_transaction(transaction, true), "a transaction ends once");
}
