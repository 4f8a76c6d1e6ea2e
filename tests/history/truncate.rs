//! Truncating to a number of turns.

use super::tell::{calls, ids, pinned, result, system, units};
use crate::talk::{assistant, talk, user};
use serde_json::Value;

fn three_turns() -> Vec<Value> {
    vec![
        system("s"),
        assistant("hello"),
        user("a"),
        calls(&["x"]),
        result("x", "1"),
        user("b"),
        assistant("c"),
    ]
}

fn check(keep_recent: Option<usize>, keep_system: bool, removed: usize, left: &[&str]) {
    let mut talk = talk(&three_turns());
    assert_eq!(talk.truncate(keep_recent, keep_system), removed, "{keep_recent:?}, {keep_system}");
    assert_eq!(ids(&talk), left, "{keep_recent:?}, {keep_system}");
}

#[test]
fn the_newest_turns_stay_and_removed_messages_are_counted() {
    check(Some(1), true, 4, &["0", "5", "6"]);
    check(Some(2), true, 1, &["0", "2", "3", "4", "5", "6"]);
    check(Some(2), false, 2, &["2", "3", "4", "5", "6"]);
}

#[test]
fn zero_turns_leave_only_the_system_prompt() {
    check(Some(0), true, 6, &["0"]);
    check(Some(0), false, 7, &[]);
}

#[test]
fn a_count_of_all_turns_or_no_count_keeps_everything() {
    let all = ["0", "1", "2", "3", "4", "5", "6"];
    check(Some(3), true, 0, &all);
    check(Some(99), true, 0, &all);
    check(None, true, 0, &all);
}

#[test]
fn the_system_prompt_is_removed_on_request_with_any_count() {
    check(None, false, 1, &["1", "2", "3", "4", "5", "6"]);
    check(Some(99), false, 1, &["1", "2", "3", "4", "5", "6"]);
}

#[test]
fn pins_stay_with_their_whole_unit() {
    let messages = [user("a"), calls(&["x"]), pinned(result("x", "1")), user("b"), user("c")];
    let mut talk = talk(&messages);
    assert_eq!(talk.truncate(Some(1), true), 2);
    assert_eq!(units(&talk), ["1+2", "4"]);
}

#[test]
fn a_late_result_is_removed_with_its_call() {
    let mut talk = talk(&[user("a"), calls(&["x"]), user("b"), result("x", "late"), user("c")]);
    assert_eq!(talk.truncate(Some(2), true), 3);
    assert_eq!(units(&talk), ["2", "4"]);
    let (report, _) = talk.last_reduction();
    let gone: Vec<&str> =
        report.expect("a report").removed_messages().iter().map(|gone| gone.id.as_ref()).collect();
    assert_eq!(gone, ["0", "1", "3"]);
}

#[test]
fn clearing_leaves_only_the_system_prompt() {
    let mut talk = talk(&three_turns());
    assert_eq!(talk.clear(), 6);
    assert_eq!(ids(&talk), ["0"]);
    assert_eq!(talk.clear(), 0);
}

#[test]
fn a_system_prompt_can_be_added_again_only_to_an_empty_history() {
    let mut cut = talk(&three_turns());
    cut.truncate(Some(1), false);
    assert!(cut.append_json(&system("new").to_string(), 0).is_err());
    cut.clear();
    assert!(cut.append_json(&system("new").to_string(), 0).is_ok());
}

#[test]
fn removing_nothing_is_no_rewrite() {
    let mut talk = talk(&three_turns());
    let before = talk.history().rewrites();
    talk.truncate(Some(3), true);
    assert_eq!(talk.history().rewrites(), before);
    assert_eq!(talk.last_reduction().1, 0);
}
