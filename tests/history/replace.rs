//! Replacing the history by a host's list.

use super::tell::{calls, ids, pinned, result, system, units};
use crate::talk::{assistant, talk, user};
use backscroll::engine::Conversation;
use serde_json::{Value, json};

fn story() -> Vec<Value> {
    vec![
        system("s"),
        user("a long first question of some words"),
        calls(&["x", "y"]),
        result("x", "the first result in some words"),
        result("y", "the second result in some words"),
        pinned(assistant("a pinned answer")),
        user("b"),
    ]
}

fn listed(talk: &Conversation) -> Vec<Value> {
    let mut out = Vec::new();
    talk.write_messages(&mut out);
    serde_json::from_slice(&out).expect("a list")
}

/// Commits the list without the messages at these places. Returns the remaining messages, and the reports.
fn without(places: &[usize]) -> (Conversation, Vec<String>) {
    let mut talk = talk(&story());
    let list = listed(&talk).into_iter().enumerate().filter(|(place, _)| !places.contains(place));
    let list: Vec<Value> = list.map(|(_, message)| message).collect();
    commit(&mut talk, &list);
    let report = talk.last_reduction().0.map_or(Vec::new(), |report| report.repairs.clone());
    let told = |repair: &backscroll::repair::Repair| {
        format!("{} {}", repair.code.as_str(), repair.message_id.as_deref().unwrap_or_default())
    };
    (talk, report.iter().map(told).collect())
}

fn commit(talk: &mut Conversation, list: &[Value]) -> bool {
    let mut draft = talk.begin_draft();
    let operation = json!({ "op": "replace", "messages": list });
    talk.edit_json(&mut draft, &operation.to_string(), 9).expect("a list");
    talk.commit(draft).expect("a commit")
}

#[test]
fn messages_that_the_list_lacks_are_removed() {
    let (talk, repairs) = without(&[1]);
    assert_eq!((units(&talk).join(" "), repairs), ("0 2+3+4 5 6".to_owned(), vec![]));
}

#[test]
fn half_a_pair_loses_its_other_half_which_is_reported() {
    // A result without its call.
    let (talk, repairs) = without(&[2]);
    assert_eq!(units(&talk).join(" "), "0 1 5 6");
    assert_eq!(repairs, ["orphan-result-dropped 3", "orphan-result-dropped 4"]);
    // A call without its result.
    let (talk, repairs) = without(&[3]);
    assert_eq!(units(&talk).join(" "), "0 1 2+4 5 6");
    assert_eq!(repairs, ["call-dropped 2"]);
    let calls = talk.history().message("2").map(|message| message.calls().len());
    assert_eq!(calls, Some(1));
}

#[test]
fn protected_messages_stay_which_is_reported() {
    let (talk, repairs) = without(&[0, 1, 5, 6]);
    assert_eq!(units(&talk).join(" "), "0 2+3+4 5 6");
    assert_eq!(repairs, ["protected-message-kept 0", "protected-message-kept 5", "protected-message-kept 6"]);
}

#[test]
fn new_messages_have_the_place_of_the_list() {
    let mut talk = talk(&story());
    let mut list = listed(&talk);
    list.remove(1);
    list.insert(1, json!({ "role": "user", "content": "q" }));
    assert!(commit(&mut talk, &list));
    assert_eq!(ids(&talk).join(" "), "0 7 2 3 4 5 6");
}

#[test]
fn a_new_pair_stays_a_pair() {
    let mut talk = talk(&story());
    let list = listed(&talk);
    let mut new = vec![list[0].clone(), calls(&["n"]), result("n", "r")];
    new.extend(list[5..].iter().cloned());
    assert!(commit(&mut talk, &new));
    assert_eq!(units(&talk).join(" "), "0 7+8 5 6");
}

#[test]
fn a_new_system_message_is_a_summary() {
    let mut talk = talk(&story());
    let list = listed(&talk);
    let new = [list[0].clone(), system("In short."), list[5].clone(), list[6].clone()];
    assert!(commit(&mut talk, &new));
    let summary = talk.last_reduction().0.and_then(|report| report.summary.clone());
    assert_eq!(summary.as_deref(), Some("7"));
    assert_eq!(listed(&talk)[1]["isSummary"], json!(true));
}

#[test]
fn a_larger_list_is_refused() {
    let mut talk = talk(&story());
    let mut list = listed(&talk);
    list.push(assistant("one more"));
    assert!(!commit(&mut talk, &list));
    assert_eq!(talk.history().len(), 7);
}
