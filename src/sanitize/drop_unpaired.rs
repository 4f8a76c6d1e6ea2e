//! Pairing of calls and results by dropping alone, without regard to a target.

use crate::hash::HashSet;
use crate::list::Listed;
use crate::message::{Body, Message};

/// Keeps a result when an earlier assistant message announced its call, then keeps the calls that a kept result
/// answers; an assistant message without calls and content is then dropped. Other messages stay unchanged. Order and
/// duplicates are not checked: to make a request sendable, sanitise it for its target.
///
/// Returns for each message which of its calls stay; `None` when the message is dropped.
pub fn sanitize_tool_calls(messages: &[Message]) -> Vec<Option<Vec<bool>>> {
    let mut announced: HashSet<&str> = HashSet::default();
    let mut answered: HashSet<&str> = HashSet::default();
    let mut kept = Vec::with_capacity(messages.len());
    for message in messages {
        let keep = match &message.body {
            Body::Tool(result) => {
                let keep = !result.call_id.is_empty() && announced.contains(result.call_id.as_ref());
                if keep {
                    answered.insert(&result.call_id);
                }
                keep
            }
            Body::Assistant { calls, .. } => {
                announced.extend(calls.iter().map(|call| call.id.as_ref()));
                true
            }
            Body::System(_) | Body::Summary(_) | Body::User(_) => true,
        };
        kept.push(keep);
    }
    let calls = |message: &Message| -> Option<Vec<bool>> {
        let stay: Vec<bool> = message.calls().iter().map(|call| answered.contains(call.id.as_ref())).listed();
        let is_left = stay.is_empty() || stay.contains(&true) || !message.content().is_empty();
        is_left.then_some(stay)
    };
    messages.iter().zip(kept).map(|(message, keep)| keep.then(|| calls(message)).flatten()).listed()
}
