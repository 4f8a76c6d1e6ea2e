//! The cuts of three conversations, message by message: any change of a choice shows here.
//!
//! Two of them are planted cases of `npm run keep`: a coding run in German, and a call of a service in Chinese. In the
//! third, a user changes what was said, tools fail, and files are written again.
//! `BLESS=1 cargo test --test cuts` writes `cuts.txt` again. Read its diff: each line is a request that became
//! another. `npm run keep` says whether the new one is better.

#![cfg(test)]

#[path = "../common/digest.rs"]
mod digest;

use backscroll::engine::{Conversation, Operation, Settings};
use backscroll::history::Why;
use backscroll::message::{Body, Content, Message};
use backscroll::reduce::{By, ClearResults, Cut, Fit, ShortenResults, SlidingWindow};
use digest::digest;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::path::Path;

const CODING: &str = include_str!("coding-german.jsonl");
const SERVICE: &str = include_str!("service-chinese.jsonl");
const CHANGES: &str = include_str!("changes-english.jsonl");
const EXPECTED: &str = include_str!("cuts.txt");

fn messages(lines: &str) -> Vec<Value> {
    lines.lines().map(|line| serde_json::from_str(line).expect("a line is a message")).collect()
}

/// Returns a conversation of these messages. The id of each is its index in the list.
fn talk(messages: &[Value]) -> Conversation {
    let mut talk = Conversation::new(Settings::default());
    for message in messages {
        talk.append_json(&message.to_string(), 0).expect("a message");
    }
    talk
}

/// Returns the text of a message: what it says, and the calls.
fn text(message: &Message) -> String {
    let calls = message.calls().iter().map(|call| format!(" {}({})", call.name, call.arguments.text()));
    std::iter::once(message.content().plain_text()).chain(calls).collect()
}

/// Writes what is left of a conversation: the ids of whole messages, the length and a digest of shortened ones, and
/// notes.
fn left(talk: &Conversation, given: &[String]) -> String {
    let mut line = String::new();
    for message in talk.history().messages() {
        let own = text(message);
        let before = message.id.parse().ok().and_then(|at: usize| given.get(at));
        match before {
            Some(before) if *before == own => write!(line, " {}", message.id),
            Some(_) => write!(line, " {}:{}.{:04x}", message.id, own.chars().count(), digest(&own)),
            None => write!(line, " {own}"),
        }
        .expect("a string takes all");
    }
    line
}

/// Writes why messages stayed, with the words.
fn reasons(talk: &Conversation) -> String {
    let (report, _) = talk.last_reduction();
    let choices = report.into_iter().flat_map(|report| &report.choices);
    let told = choices.filter(|choice| !matches!(choice.why, Why::Protected | Why::Unneeded));
    told.map(|choice| format!(" {}={}({})", choice.id, choice.why.as_str(), choice.words.join(","))).collect()
}

fn fit(by: By, tokens: u64, share: u64, keep_turns: usize) -> Fit {
    let target = tokens.saturating_mul(share) / 100;
    Fit { target, hold: target, jump: target, keep_turns, by }
}

/// Returns the edits, with their names, of a conversation that takes so many tokens.
fn edits(tokens: u64) -> Vec<(String, Operation)> {
    let mut all = Vec::new();
    for share in [6, 12, 20, 35, 60, 90] {
        all.push((format!("need {share}"), Operation::Fit(fit(By::Need, tokens, share, 1))));
        all.push((format!("age {share}"), Operation::Fit(fit(By::Age, tokens, share, 1))));
        all.push((format!("results {share}"), Operation::ShrinkResults(fit(By::Need, tokens, share, 1))));
    }
    for share in [20, 50] {
        let jump = tokens * share / 100;
        let (hold, target) = (jump * 3 / 2, jump * 2);
        let far = Fit { target, hold, jump, keep_turns: 1, by: By::Need };
        all.push((format!("jump {share}"), Operation::Fit(far)));
        all.push((format!("turns {share}"), Operation::Fit(fit(By::Need, tokens, share, 3))));
        all.push((format!("turns by age {share}"), Operation::Fit(fit(By::Age, tokens, share, 3))));
        let until = Some(tokens * share / 100);
        all.push((
            format!("slide {share}"),
            Operation::Slide(SlidingWindow { size: 1, pin_first: 2, until }),
        ));
        let cut = Cut { longer_than: 250, head: 100, tail: 60, media: false };
        for largest_first in [false, true] {
            let shorten = ShortenResults { cut, largest_first, until };
            all.push((format!("shorten {share} {largest_first}"), Operation::ShortenResults(shorten)));
        }
    }
    for (share, keep_turns) in [(3, 1), (9, 1), (9, 2), (40, 3)] {
        let target = tokens * share / 100;
        let near = Fit { target, hold: target, jump: target / 2, keep_turns, by: By::Need };
        all.push((
            format!("messages down to half of {share}, {keep_turns}"),
            Operation::GiveUpMessages(near),
        ));
    }
    for share in [3, 9] {
        all.push((format!("messages {share}"), Operation::GiveUpMessages(fit(By::Need, tokens, share, 2))));
        all.push((
            format!("messages by age {share}"),
            Operation::GiveUpMessages(fit(By::Age, tokens, share, 1)),
        ));
    }
    for keep in [0, 1, 3] {
        for until in [None, Some(tokens * 7 / 10)] {
            let placeholder = "[gone]".to_owned();
            let clear = ClearResults { keep, placeholder, exclude: vec!["read_file".to_owned()], until };
            all.push((format!("clear {keep} {until:?}"), Operation::ClearResults(clear)));
        }
        all.push((format!("pictures {keep}"), Operation::DropPictures(keep)));
    }
    all.push(("recent turns".to_owned(), Operation::KeepRecentTurns(4)));
    for count in [1, 2, 9] {
        all.push((format!("recent messages {count}"), Operation::KeepRecentMessages(count)));
    }
    let cut = Cut { longer_than: 250, head: 100, tail: 60, media: true };
    let shorten = ShortenResults { cut, largest_first: true, until: None };
    all.push(("shorten all".to_owned(), Operation::ShortenResults(shorten)));
    all.push(("window".to_owned(), Operation::Slide(SlidingWindow { size: 12, pin_first: 0, until: None })));
    all
}

/// Returns queries for the messages that a summary is to replace.
fn spans(tokens: u64) -> Vec<Value> {
    let mut all = Vec::new();
    for share in [10, 40, 70] {
        for (keep_turns, may_split) in [(1, false), (1, true), (4, true)] {
            let goal = tokens * share / 100;
            all.push(json!({ "op": "surplus", "goal": goal, "keepTurns": keep_turns, "maySplit": may_split, "budget": 900 }));
        }
    }
    for messages in [1, 12, 33] {
        for (up, pin_first) in [(true, 0), (false, 3)] {
            all.push(json!({ "op": "oldest", "messages": messages, "roundsUp": up, "pinFirst": pin_first, "budget": 900 }));
        }
    }
    all
}

/// Writes a span: its size, its messages, and its chunks.
fn span(talk: &Conversation, query: &Value) -> String {
    let mut out = Vec::new();
    talk.query(&mut talk.begin_draft(), &query.to_string(), &mut out).expect("a query");
    let Ok(found) = serde_json::from_slice::<Value>(&out) else { return "none".to_owned() };
    let list = |name: &str| found[name].as_array().cloned().unwrap_or_default();
    let ids: Vec<String> = list("messages").iter().map(|message| message["id"].to_string()).collect();
    let chunks = list("chunks");
    let chunks = chunks.iter().map(|chunk| {
        let text = chunk["text"].as_str().unwrap_or_default();
        format!(" {}-{}:{}.{:04x}", chunk["first"], chunk["last"], text.chars().count(), digest(text))
    });
    let chunks: String = chunks.collect();
    format!("through {}, {} tokens: {};{chunks}", found["through"], found["tokens"], ids.join(" "))
}

fn edit(talk: &mut Conversation, operation: Operation) {
    let mut draft = talk.begin_draft();
    talk.edit(&mut draft, operation).expect("an edit");
    talk.commit(draft).expect("a commit");
}

/// Writes each cut of a conversation, and four cuts in a row while it grows.
fn cuts(name: &str, lines: &str) -> String {
    let list = messages(lines);
    let whole = talk(&list);
    let tokens = whole.history().context_tokens();
    let given: Vec<String> = whole.history().messages().into_iter().map(text).collect();
    let mut out = format!("{name}: {} messages, {tokens} tokens\n", list.len());
    let add = |out: &mut String, name: &str, talk: &Conversation| {
        let tokens = talk.history().context_tokens();
        writeln!(out, "{name}: {tokens} tokens{}\n {}", left(talk, &given), reasons(talk))
            .expect("a string takes all");
    };
    for (name, operation) in edits(tokens) {
        let mut talk = talk(&list);
        edit(&mut talk, operation);
        add(&mut out, &name, &talk);
    }
    for share in [1, 4, 8, 30] {
        let mut talk = talk(&list);
        let summary = Message::new("s", 0, Body::Summary(Content::text("They agreed on much.")));
        let through = (list.len() / 3).to_string();
        edit(&mut talk, Operation::Summarize { through, pin_first: 1, at_end: share == 30, summary });
        add(&mut out, "summary", &talk);
        edit(&mut talk, Operation::Fit(fit(By::Need, tokens, share, 1)));
        add(&mut out, &format!("summary, then need {share}"), &talk);
        edit(&mut talk, Operation::Fit(fit(By::Age, tokens, share / 2, 1)));
        add(&mut out, &format!("summary, then age {share}"), &talk);
    }
    for every in [3, 4, 7] {
        let mut talk = talk(&list);
        let own = talk.history().messages().into_iter().cloned().enumerate();
        let left: Vec<Message> = own
            .filter(|(at, _)| at % every != 1)
            .map(|(at, mut message)| {
                if at % every == 2 && message.result().is_some() {
                    *message.content_mut() = Content::text("another result");
                }
                message
            })
            .collect();
        edit(&mut talk, Operation::Replace(left));
        add(&mut out, &format!("replaced, each {every}"), &talk);
    }
    for query in spans(tokens) {
        writeln!(out, "{query}: {}", span(&whole, &query)).expect("a string takes all");
    }
    let mut growing = talk(&[]);
    for (at, message) in list.iter().enumerate() {
        growing.append_json(&message.to_string(), 0).expect("a message");
        if (at + 1) % (list.len() / 4) == 0 {
            edit(&mut growing, Operation::Fit(fit(By::Need, tokens, 20, 1)));
            add(&mut out, &format!("in a row, after {}", at + 1), &growing);
        }
    }
    out
}

#[test]
fn cuts_keep_the_messages_that_they_kept() {
    let now = [cuts("coding", CODING), cuts("service", SERVICE), cuts("changes", CHANGES)].concat();
    if std::env::var_os("BLESS").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cuts/cuts.txt");
        std::fs::write(path, &now).expect("the file can be written");
        return;
    }
    let changed: Vec<String> = now
        .lines()
        .zip(EXPECTED.lines())
        .filter(|(now, before)| now != before)
        .map(|(now, before)| format!("- {before}\n+ {now}"))
        .collect();
    assert!(now == EXPECTED, "cuts changed; see the top of this file:\n{}", changed.join("\n"));
}

#[test]
fn cuts_can_be_undone_and_come_back_from_a_snapshot() {
    for lines in [CODING, SERVICE, CHANGES] {
        let list = messages(lines);
        let whole = talk(&list);
        let given: Vec<String> = whole.history().messages().into_iter().map(text).collect();
        for (name, operation) in edits(whole.history().context_tokens()) {
            let mut talk = talk(&list);
            talk.keep_transcript(true);
            edit(&mut talk, operation);
            if left(&talk, &given) == left(&whole, &given) {
                continue;
            }
            let mut snapshot = Vec::new();
            talk.write_snapshot("{}", &mut snapshot);
            let snapshot = String::from_utf8(snapshot).expect("a snapshot is text");
            let (mut restored, _) = Conversation::restored(&snapshot, None, 0).expect("a snapshot");
            for talk in [&mut talk, &mut restored] {
                let tokens = talk.history().context_tokens();
                assert!(talk.undo(), "{name}");
                assert_eq!(left(talk, &given), left(&whole, &given), "{name}");
                assert!(tokens < whole.history().context_tokens(), "{name}");
                assert_eq!(talk.history().context_tokens(), whole.history().context_tokens(), "{name}");
            }
            let mut again = Vec::new();
            let (now, _) = Conversation::restored(&snapshot, None, 0).expect("a snapshot");
            now.write_snapshot("{}", &mut again);
            assert_eq!(String::from_utf8(again).as_deref(), Ok(snapshot.as_str()), "{name}");
        }
    }
}
