//! Shortening and clearing results.

use super::tell::{calls, pinned, result};
use crate::talk::{talk, user};
use backscroll::engine::{Conversation, Operation};
use backscroll::reduce::{CLEARED, ClearResults, Cut, ShortenResults};
use serde_json::{Value, json};

fn long(id: &str) -> Value {
    result(id, &"0123456789".repeat(100))
}

fn text(talk: &Conversation, id: &str) -> String {
    talk.history().message(id).map(|message| message.content().plain_text()).unwrap_or_default()
}

#[test]
fn the_middle_of_a_long_result_is_removed_and_the_original_reported() {
    let mut talk = talk(&[user("a"), calls(&["x"]), long("x"), user("b")]);
    let mut draft = talk.begin_draft();
    assert_eq!(talk.edit(&mut draft, Operation::ShortenResults(ShortenResults::default())), Ok(1));
    assert_eq!(talk.commit(draft), Ok(true));
    let kept = "0123456789".repeat(20);
    assert_eq!(text(&talk, "2"), format!("{kept}\n<truncated chars=\"600\"/>\n{kept}"));
    let report = talk.last_reduction().0.expect("a report");
    assert_eq!(report.shortened.len(), 1);
    assert_eq!(report.shortened[0].original.content().plain_text().len(), 1_000);
    assert!(report.shortened[0].tokens_after < report.shortened[0].tokens_before);
    let mut again = talk.begin_draft();
    assert_eq!(
        talk.edit(&mut again, Operation::ShortenResults(ShortenResults::default())),
        Ok(0),
        "a second pass finds nothing"
    );
}

#[test]
fn json_and_media_become_lines_on_request() {
    let rows = format!("{{\"rows\":\"{}\"}}", "x".repeat(1_000));
    let written = json!({ "type": "text", "text": rows, "writtenAs": "json" });
    let table = [
        (json!([written]), json!(null), "[json: 1011 chars]"),
        (json!(rows), json!({ "structured": true }), "[json: 1011 chars]"),
        (
            json!([{ "type": "image", "mediaType": "image/png", "url": "s3://b/k" }]),
            json!(null),
            "[image: png, source: s3]",
        ),
        (
            json!([{ "type": "file", "mediaType": "video/mp4", "name": "video", "data": "AAAA".repeat(200) }]),
            json!(null),
            "[video: mp4, source: bytes, 600 bytes]",
        ),
    ];
    for (content, extras, line) in table {
        let mut answer = json!({ "role": "tool", "toolCallId": "x", "content": content });
        if !extras.is_null() {
            answer["extras"] = extras;
        }
        let mut talk = talk(&[user("a"), calls(&["x"]), answer, user("b")]);
        let mut draft = talk.begin_draft();
        let options = ShortenResults { cut: Cut::default().with_media(), ..ShortenResults::default() };
        assert_eq!(talk.edit(&mut draft, Operation::ShortenResults(options)), Ok(1), "{line}");
        talk.commit(draft).expect("a commit");
        assert_eq!(text(&talk, "2"), line);
    }
    let mut talk = talk(&[user("a"), calls(&["x"]), result("x", &rows), user("b")]);
    let mut draft = talk.begin_draft();
    let options = ShortenResults { cut: Cut::default().with_media(), ..ShortenResults::default() };
    assert_eq!(talk.edit(&mut draft, Operation::ShortenResults(options)), Ok(1));
    talk.commit(draft).expect("a commit");
    assert!(text(&talk, "2").contains("<truncated"), "a text that looks like JSON is a text");
}

#[test]
fn short_and_pinned_results_and_other_messages_are_unchanged() {
    let speech = user(&"0123456789".repeat(100));
    let talk = talk(&[speech, calls(&["x", "y"]), pinned(long("x")), result("y", &"z".repeat(450))]);
    let mut draft = talk.begin_draft();
    assert_eq!(talk.edit(&mut draft, Operation::ShortenResults(ShortenResults::default())), Ok(0));
}

#[test]
fn clearing_keeps_the_newest_results() {
    for (keep, cleared) in [(0, "2 3 5"), (1, "2 3"), (2, "2"), (3, "")] {
        let messages =
            [user("a"), calls(&["x", "y"]), long("x"), long("y"), calls(&["z"]), long("z"), user("b")];
        let mut talk = talk(&messages);
        let mut draft = talk.begin_draft();
        let options = ClearResults { keep, placeholder: "[gone]".to_owned(), ..ClearResults::default() };
        talk.edit(&mut draft, Operation::ClearResults(options)).expect("an edit");
        talk.commit(draft).expect("a commit");
        let gone: Vec<&str> = ["2", "3", "5"].into_iter().filter(|id| text(&talk, id) == "[gone]").collect();
        assert_eq!(gone.join(" "), cleared, "keep {keep}");
    }
}

#[test]
fn results_of_named_tools_and_short_ones_are_not_cleared() {
    let talk = talk(&[user("a"), calls(&["x"]), long("x"), user("b")]);
    let mut draft = talk.begin_draft();
    let clear = |placeholder: &str, exclude: &[&str]| {
        let exclude = exclude.iter().map(|name| (*name).to_owned()).collect();
        Operation::ClearResults(ClearResults {
            keep: 0,
            placeholder: placeholder.to_owned(),
            exclude,
            until: None,
        })
    };
    assert_eq!(talk.edit(&mut draft, clear(CLEARED, &["clock"])), Ok(0));
    assert_eq!(talk.edit(&mut draft, clear(&" ".repeat(2_000), &[])), Ok(0));
}

/// A result that arrives while its unit is rewritten is kept and counted.
#[test]
fn a_result_that_arrives_meanwhile_joins_the_shortened_unit() {
    let mut talk = talk(&[user("a"), calls(&["x", "y"]), long("x"), user("b")]);
    let mut draft = talk.begin_draft();
    talk.edit(&mut draft, Operation::ShortenResults(ShortenResults::default())).expect("an edit");
    talk.append_json(&result("y", "a late result").to_string(), 0).expect("a result");
    assert_eq!(talk.commit(draft), Ok(true));
    assert_eq!(super::tell::units(&talk).join(" "), "0 1+2+4 3");
    let history = talk.history();
    let weights = history.messages().into_iter().map(|message| history.estimator().weigh(message).whole().0);
    assert_eq!(history.ledger().total().0, weights.sum::<u64>());
}

#[test]
fn the_open_call_of_a_shortened_unit_takes_one_result() {
    let mut talk = talk(&[user("a"), calls(&["x", "y"]), long("x"), user("b")]);
    let mut draft = talk.begin_draft();
    talk.edit(&mut draft, Operation::ShortenResults(ShortenResults::default())).expect("an edit");
    assert_eq!(talk.commit(draft), Ok(true));
    for _ in 0..2 {
        talk.append_json(&result("y", "again").to_string(), 0).expect("a result");
    }
    assert_eq!(super::tell::units(&talk).join(" "), "0 1+2+4 3 5?");
}

#[test]
fn the_text_to_summarise_includes_documents() {
    let document = json!({ "type": "document", "title": "t", "source": { "type": "text", "media_type": "text/plain", "data": "kumquat" } });
    let parts = [
        json!({ "type": "other", "format": "anthropic", "value": document }),
        json!({ "type": "other", "format": "bedrock", "value": { "document": { "name": "t", "format": "txt", "source": { "text": "kumquat" } } } }),
        json!({ "type": "file", "mediaType": "text/plain", "name": "t", "data": "a3VtcXVhdA==" }),
    ];
    for part in parts {
        let talk = talk(&[json!({ "role": "user", "content": [part] }), user("b"), user("c")]);
        let mut draft = talk.begin_draft();
        let mut out = Vec::new();
        let question = r#"{"op":"surplus","goal":0,"keepTurns":0,"maySplit":true,"budget":1000}"#;
        talk.query(&mut draft, question, &mut out).expect("a span");
        let span: Value = serde_json::from_slice(&out).expect("JSON");
        let text = span["chunks"][0]["text"].as_str().expect("a text");
        assert!(text.starts_with("user: [document: t]\nkumquat\n"), "{part}: {text}");
    }
}
