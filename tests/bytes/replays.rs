//! `fit` as its caller runs it: a replay that is reduced wherever a request would not fit, and its memory.

use backscroll::engine::{Advanced, Conversation, Operation, Replay, Settings};
use backscroll::error::ConversationError;
use backscroll::format::TARGETS;
use backscroll::reduce::{By, Fit};
use backscroll::tokens::Estimator;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// The reductions for one request, as in `pkg-template/src/fit/replay.ts`.
const MOST_ATTEMPTS: usize = 3;

/// A fitted list or body, and its memory.
#[derive(Debug, PartialEq, Eq)]
struct Fitted {
    total: u64,
    /// The tokens after further attempts.
    least: u64,
    memory: String,
}

/// Fails if `fit` is over its limit although further attempts would be within it, or if it continues in another way from its
/// memory. The text is `{"format", "limit", "body", "memory"}`; any other text passes.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let Ok(given) = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(text) else { return Ok(()) };
    let value = |name: &str| given.get(name).map(|json| json.get()).unwrap_or("null");
    let format: Value = serde_json::from_str(value("format")).unwrap_or_default();
    let format = format.as_str().unwrap_or("anthropic");
    let limit = serde_json::from_str(value("limit")).unwrap_or(60);
    let body = value("body");
    // A memory from elsewhere is refused, or continues somehow.
    drop(fit(format, body, limit, Some(value("memory"))));
    let Ok(fitted) = fit(format, body, limit, None) else { return Ok(()) };
    let same = fit(format, body, limit, None).map_err(|error| error.to_string())?;
    if same != fitted {
        return Err(format!("{fitted:?}, and a second time {same:?}"));
    }
    if fitted.total > limit && fitted.least <= limit {
        return Err(format!(
            "{} tokens are over {limit}; with more attempts, {} are left",
            fitted.total, fitted.least
        ));
    }
    if is_read_whole(format, body, &fitted.memory) {
        let next = fit(format, body, limit, Some(&fitted.memory))
            .map_err(|error| format!("{error} of {}", fitted.memory))?;
        if next.total > limit.max(fitted.total) {
            return Err(format!("{fitted:?}, and from its memory {next:?}"));
        }
    }
    Ok(())
}

/// Reports whether the memory names every item, so that the same list is read again.
fn is_read_whole(format: &str, body: &str, memory: &str) -> bool {
    let list = TARGETS.iter().find(|target| target.dialect().format.as_str() == format);
    let (Some(list), Ok(body), Ok(memory)) =
        (list, serde_json::from_str::<Value>(body), serde_json::from_str::<Value>(memory))
    else {
        return false;
    };
    let count = body[list.dialect().request.messages].as_array().map_or(0, Vec::len);
    count > 0 && memory["items"] == serde_json::json!([[0, count - 1]])
}

fn fit(format: &str, body: &str, limit: u64, memory: Option<&str>) -> Result<Fitted, ConversationError> {
    let mut replay = Replay::open(format, "", body, "", "", Estimator::SCRIPT)?;
    let mut conversation = Conversation::new(Settings::default());
    conversation.begin_replay(&replay);
    if let Some(memory) = memory {
        conversation.resume_replay(&mut replay, memory, usize::MAX)?;
    }
    let room = limit.saturating_sub(replay.beside());
    loop {
        match conversation.advance(&mut replay, Some(room))? {
            Advanced::End => break,
            Advanced::Boundary => {}
            Advanced::Request => {
                for _ in 0..MOST_ATTEMPTS {
                    let sent = conversation.sent_tokens(&mut replay);
                    if !is_reduced(&mut conversation, room, sent)? {
                        break;
                    }
                }
            }
        }
    }
    let mut total = measured(&conversation, &mut replay)?;
    for _ in 0..MOST_ATTEMPTS {
        let sent = total.saturating_sub(replay.beside());
        if !is_reduced(&mut conversation, room, sent)? {
            break;
        }
        total = measured(&conversation, &mut replay)?;
    }
    let mut memory = Vec::new();
    conversation.write_memory(&replay, "[]", &mut memory);
    let mut least = total;
    for _ in 0..MOST_ATTEMPTS {
        let sent = least.saturating_sub(replay.beside());
        if !is_reduced(&mut conversation, room, sent)? {
            break;
        }
        least = measured(&conversation, &mut replay)?;
    }
    Ok(Fitted { total, least, memory: String::from_utf8(memory).expect("a memory is text") })
}

/// Reduces a history whose request takes `sent` tokens. False: it fits, or got no smaller.
fn is_reduced(conversation: &mut Conversation, room: u64, sent: u64) -> Result<bool, ConversationError> {
    let own = conversation.history().context_tokens();
    let goal = room.saturating_sub(sent.saturating_sub(own));
    if own <= goal {
        return Ok(false);
    }
    let mut draft = conversation.begin_draft();
    let jump = goal * 3 / 5;
    conversation.edit(
        &mut draft,
        Operation::Fit(Fit { target: goal, hold: goal, jump, keep_turns: 1, by: By::Need }),
    )?;
    conversation.commit(draft)
}

/// Returns the tokens of the request that is written.
fn measured(conversation: &Conversation, replay: &mut Replay) -> Result<u64, ConversationError> {
    let mut out = Vec::new();
    conversation.write_fitted(replay, &mut out)?;
    let fitted: BTreeMap<&str, &RawValue> = serde_json::from_slice(&out).expect("what is fitted is JSON");
    let number = |name: &str| fitted[name].get().parse::<u64>().expect("a number");
    Ok(number("tokens") + number("beside"))
}
