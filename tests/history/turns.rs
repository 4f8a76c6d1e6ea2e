//! Turns and units.

use super::tell::{calls, result, system, units};
use crate::talk::{assistant, talk, user};
use serde_json::Value;

fn check(messages: &[Value], turns: usize, expected: &[&str]) {
    let talk = talk(messages);
    assert_eq!(units(&talk), expected, "{messages:#?}");
    assert_eq!(talk.history().turn_count(), turns, "{messages:#?}");
}

#[test]
fn a_turn_is_a_user_message_and_the_messages_up_to_the_next() {
    check(&[], 0, &[]);
    check(&[user("a")], 1, &["0"]);
    check(&[user("a"), user("b")], 2, &["0", "1"]);
    check(&[user("a"), assistant("b"), user("c"), assistant("d")], 2, &["0", "1", "2", "3"]);
}

#[test]
fn the_system_prompt_is_no_turn_and_other_leading_messages_are_one() {
    check(&[system("s")], 0, &["0"]);
    check(&[system("s"), user("a")], 1, &["0", "1"]);
    check(&[system("s"), assistant("hello"), user("a")], 2, &["0", "1", "2"]);
    check(&[assistant("hello"), assistant("again")], 1, &["0", "1"]);
    check(&[result("gone", "x"), user("a")], 2, &["0?", "1"]);
}

#[test]
fn a_unit_is_a_message_or_calls_with_their_results() {
    check(&[user("a"), calls(&["x", "y"]), result("y", "2"), result("x", "1")], 1, &["0", "1+2+3"]);
    check(&[user("a"), calls(&["x"]), user("b"), result("x", "1")], 2, &["0", "1+3", "2"]);
}

#[test]
fn a_system_prompt_is_accepted_only_as_the_first_message() {
    for (messages, is_taken) in [(vec![], true), (vec![user("a")], false), (vec![system("s")], false)] {
        let mut talk = talk(&messages);
        let taken = talk.append_json(&system("late").to_string(), 0);
        assert_eq!(taken.is_ok(), is_taken, "{messages:?}: {taken:?}");
    }
    // The role is checked before the place.
    let error = talk(&[user("a")]).append_json(r#"{"role":"wizard"}"#, 0).expect_err("no role");
    assert_eq!(error.to_string(), "Invalid role: wizard. Must be one of system, user, assistant, tool");
}

#[test]
fn a_repeated_message_is_ignored_and_another_with_its_id_is_refused() {
    let mut talk = talk(&[user("a")]);
    let again = r#"{"role":"user","content":"a","id":"0"}"#;
    let other = r#"{"role":"user","content":"b","id":"0"}"#;
    assert!(talk.append_json(again, 0).is_ok());
    assert_eq!(talk.append_json(other, 0).expect_err("refused").code().as_str(), "duplicate-id");
    assert_eq!(units(&talk), ["0"]);
}
