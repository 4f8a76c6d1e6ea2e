//! Stories whose outputs are held: any change of what a conversation does shows here. In between, providers answer
//! and count.
//!
//! `BLESS=1 cargo test --test invariants held` writes `held.txt` again: a line for each story, with a digest for each
//! of its steps. A line that changed without a reason is a fault.

use super::action::story;
use super::digest::digest;
use super::wish::{ANTHROPIC, wish};
use super::world::{World, estimator};
use backscroll::format::TARGETS;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::path::Path;

const HELD: &str = include_str!("held.txt");
const STORIES: usize = 160;

/// Returns all that a conversation tells of itself.
fn told(world: &World) -> String {
    let conversation = &world.conversation;
    let mut out = Vec::new();
    conversation.write_messages(&mut out);
    conversation.write_transcript(0, &mut out);
    conversation.write_transcript(world.history().rewrites(), &mut out);
    conversation.write_reduction(&mut out);
    conversation.write_reductions(&mut out);
    conversation.write_pending(&mut out);
    conversation.write_asking(&mut out);
    conversation.write_suspended(&mut out);
    conversation.write_last_assistant(&mut out);
    conversation.write_breakdown(&mut out);
    conversation.write_bill(&mut out);
    conversation.write_unweighed(&mut out);
    conversation.write_snapshot("{}", &mut out);
    for message in world.history().messages() {
        conversation.write_open_calls(&message.id, &mut out);
        conversation.write_until_next_answer(&message.id, &mut out);
    }
    format!("{} {:?}", String::from_utf8_lossy(&out), world.look())
}

/// Returns the answer of a provider that counted so many tokens in the request; `None` for targets with other answers.
fn answer(target: usize, input: u64) -> Option<(&'static str, Value)> {
    let name = TARGETS[target].dialect().format.as_str();
    let answer = match target {
        ANTHROPIC => json!({
            "type": "message", "role": "assistant", "content": [{ "type": "text", "text": "Fine." }],
            "stop_reason": "end_turn", "usage": { "input_tokens": input, "output_tokens": 7 }
        }),
        _ if TARGETS[target].is_chat() => json!({
            "choices": [{ "index": 0, "message": { "role": "assistant", "content": "Fine." }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": input, "completion_tokens": 7, "total_tokens": input + 7 }
        }),
        _ => return None,
    };
    Some((name, answer))
}

#[test]
fn held_stories_are_told_as_before() {
    let is_blessed = std::env::var_os("BLESS").is_some();
    let mut runner = TestRunner::deterministic();
    let mut pick = |strategy: BoxedStrategy<_>| strategy.new_tree(&mut runner).expect("a value").current();
    let mut now = String::new();
    let mut changed = Vec::new();
    for number in 0..STORIES {
        let (estimator, story, wish, share) = pick((estimator(), story(), wish(), 60..160_u64).boxed());
        let mut world = World::new(estimator);
        let mut line = format!("{number}:");
        for (at, action) in story.into_iter().enumerate() {
            let mut done = format!("{:?}", world.act(&action));
            let written = wish.request(&mut world).map(|written| (written.bytes, written.repairs));
            let input = world.history().context_tokens() * share / 100;
            if at % 2 == 1
                && written.is_ok()
                && let Some((format, answer)) = answer(wish.target, input)
            {
                done += &format!("{:?}", world.conversation.add_response(format, &answer.to_string(), 7));
            }
            line += &format!(" {:04x}", digest(&format!("{done} {written:?} {}", told(&world))));
            if !is_blessed && HELD.lines().nth(number).is_none_or(|held| !held.starts_with(&line)) {
                changed.push(format!("story {number}, step {at}: {action:?} gave {done}"));
                break;
            }
        }
        now += &line;
        now.push('\n');
    }
    if is_blessed {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/invariants/held.txt");
        std::fs::write(path, &now).expect("the file can be written");
        return;
    }
    assert!(changed.is_empty(), "{} stories changed:\n{}", changed.len(), changed.join("\n"));
}
