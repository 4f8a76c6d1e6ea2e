//! Policies of the host: messages that stay whole, results and pictures that go.

use super::tell::{calls, ids, pinned, result};
use crate::talk::{assistant, talk, user};
use backscroll::engine::{Conversation, Operation};
use backscroll::history::Why;
use backscroll::reduce::{CLEARED, Fit};
use serde_json::{Value, json};

const LINE: &str = "[image: png, source: url]";

fn long(id: &str) -> Value {
    result(id, &"0123456789".repeat(100))
}

fn picture(role: &str, more: &Value) -> Value {
    let image = json!({ "type": "image", "mediaType": "image/png", "url": "https://x.example/a.png" });
    let mut message = json!({ "role": role, "content": [image, { "type": "text", "text": "see" }, image] });
    for (name, value) in more.as_object().into_iter().flatten() {
        message[name] = value.clone();
    }
    message
}

fn text(talk: &Conversation, id: &str) -> String {
    talk.history().message(id).map(|message| message.content().plain_text()).unwrap_or_default()
}

/// Makes the edits, and checks which messages are left and why.
fn check(messages: &[Value], edits: Vec<Operation>, left: &str, why: &str) -> Conversation {
    let mut talk = talk(messages);
    let mut draft = talk.begin_draft();
    for edit in edits {
        talk.edit(&mut draft, edit).expect("an edit");
    }
    assert_eq!(talk.commit(draft), Ok(true), "{left}");
    let kept: Vec<String> = ids(&talk).into_iter().filter(|id| !id.contains(':')).collect();
    assert_eq!(kept.join(" "), left);
    let (report, _) = talk.last_reduction();
    let choices = report.into_iter().flat_map(|report| report.choices.clone());
    let listed = choices.filter(|choice| !matches!(choice.why, Why::Protected | Why::Unneeded));
    let listed: Vec<String> = listed.map(|choice| format!("{} {}", choice.id, choice.why.as_str())).collect();
    assert_eq!(listed.join(", "), why);
    talk
}

fn keep(ids: &[&str], why: Why) -> Operation {
    Operation::Keep(ids.iter().map(|id| (*id).to_owned()).collect(), why)
}

fn texts(ids: &[&str], texts: &[&str]) -> Operation {
    let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    Operation::PutTexts(owned(ids), owned(texts))
}

fn rounds() -> Vec<Value> {
    vec![
        user("a"),
        calls(&["x", "y"]),
        long("x"),
        long("y"),
        assistant("b"),
        user("c"),
        calls(&["z"]),
        long("z"),
        assistant("d"),
        user("e"),
    ]
}

#[test]
fn what_a_policy_keeps_is_neither_removed_nor_shortened() {
    let least = || Operation::Fit(Fit::to(0));
    let table = [
        (vec![keep(&["5"], Why::Pinned), least()], "5 9", "5 pinned"),
        (vec![keep(&["3"], Why::ToolKept), least()], "1 2 3 9", "1 tool-kept, 3 tool-kept"),
        (
            vec![keep(&["0"], Why::Instructions), keep(&["0", "gone"], Why::ToolKept), least()],
            "0 9",
            "0 instructions",
        ),
        (vec![keep(&["4"], Why::Pinned), Operation::KeepRecentTurns(1)], "0 4 9", "4 pinned"),
        (
            vec![keep(&["4"], Why::Pinned), Operation::Remove(vec!["4".to_owned(), "5".to_owned()])],
            "0 1 2 3 4 6 7 8 9",
            "4 pinned",
        ),
    ];
    for (edits, left, why) in table {
        let talk = check(&rounds(), edits, left, why);
        assert!(!left.contains('3') || text(&talk, "3").len() == 1_000, "{left}");
    }
}

#[test]
fn results_are_cleared_or_become_texts_of_the_host() {
    let all = "0 1 2 3 4 5 6 7 8 9";
    let table = [
        (vec![texts(&["2", "gone", "0"], &[])], "2 tool-dropped", [CLEARED, ""]),
        (
            vec![texts(&["2", "3"], &["ten", "digits"])],
            "2 tool-shortened, 3 tool-shortened",
            ["ten", "digits"],
        ),
        (
            vec![keep(&["3"], Why::ToolKept), texts(&["2", "3"], &[])],
            "2 tool-dropped, 3 tool-kept",
            [CLEARED, ""],
        ),
        (vec![texts(&["2", "3"], &[&"9".repeat(2_000), "ten"])], "3 tool-shortened", ["", "ten"]),
    ];
    for (edits, why, [first, second]) in table {
        let talk = check(&rounds(), edits, all, why);
        for (id, expected) in [("2", first), ("3", second)] {
            let now = text(&talk, id);
            assert!(if expected.is_empty() { now.len() == 1_000 } else { now == expected }, "{why}: {id}");
        }
    }
    let talk = talk(&[user("a"), calls(&["x"]), pinned(long("x")), user("b")]);
    let mut draft = talk.begin_draft();
    assert_eq!(talk.edit(&mut draft, texts(&["2"], &[])), Ok(0), "a pinned result stays");
}

#[test]
fn the_other_parts_of_a_shortened_result_stay() {
    let messages =
        [user("a"), calls(&["x"]), picture("tool", &json!({ "toolCallId": "x" })), long("y"), user("b")];
    let mut messages = messages.to_vec();
    messages[2]["content"][1]["text"] = json!("0123456789".repeat(100));
    messages.remove(3);
    let talk = check(&messages, vec![texts(&["2"], &["ten"])], "0 1 2 3", "2 tool-shortened");
    let message = talk.history().message("2").expect("a message");
    assert_eq!(message.content().parts().len(), 3);
    assert_eq!(text(&talk, "2"), "ten");
}

#[test]
fn older_pictures_become_lines_once_they_were_seen() {
    let messages = [
        picture("user", &Value::Null),
        calls(&["x"]),
        picture("tool", &json!({ "toolCallId": "x" })),
        assistant("b"),
        picture("user", &Value::Null),
    ];
    let table = [
        (0, "0 picture-dropped, 2 picture-dropped", [2, 2, 0]),
        (3, "0 picture-dropped, 2 picture-kept, 4 picture-kept", [2, 1, 0]),
        (4, "0 picture-dropped, 2 picture-kept, 4 picture-kept", [2, 0, 0]),
        (5, "0 picture-kept, 2 picture-kept, 4 picture-kept", [1, 0, 0]),
    ];
    for (keep, why, lines) in table {
        let talk = check(&messages, vec![Operation::DropPictures(keep)], "0 1 2 3 4", why);
        let count = |id: &&str| text(&talk, id).matches(LINE).count();
        assert_eq!(["0", "2", "4"].iter().map(count).collect::<Vec<_>>(), lines, "keep {keep}");
    }
}
