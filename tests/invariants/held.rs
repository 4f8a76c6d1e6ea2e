//! Stories whose outputs are held: any change of what a conversation does shows here.
//!
//! `BLESS=1 cargo test --test invariants held` writes `held.txt` again: a line for each story, with a digest for each
//! of its steps. A line that changed without a reason is a fault.

use super::action::{Action, story};
use super::wish::wish;
use super::world::{World, estimator};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::json;
use std::path::Path;

const HELD: &str = include_str!("held.txt");
const STORIES: usize = 120;

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

/// A short digest of a text (FNV-1a).
fn digest(text: &str) -> u16 {
    let hash =
        text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    u16::try_from((hash >> 16) ^ (hash & 0xffff)).unwrap_or_default()
}

/// Adds the count that a provider reports with its answer.
fn counted(mut action: Action, input: u64) -> Action {
    if let Action::Append(message) = &mut action
        && message["role"] == "assistant"
        && message.get("tokens").is_none()
    {
        message["tokens"] = json!({ "input": input, "output": 7 });
    }
    action
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
            let reports = number % 2 == 0 && at % 3 == 0;
            let input = world.history().context_tokens() * share / 100;
            let action = if reports { counted(action, input) } else { action };
            let done = format!("{:?}", world.act(&action));
            let written = wish.request(&mut world).map(|written| (written.bytes, written.repairs));
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
