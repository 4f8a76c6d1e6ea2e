//! Pairs by dropping alone: what is unanswered goes.

use crate::message::{Body, Message};
use std::collections::HashSet;

/// Keeps a result when an earlier assistant message announced its call, then keeps the calls that a kept result
/// answers; an assistant message that is left with neither call nor content goes. Other messages stay as they
/// are. Neither adjacency nor duplicates matter to this rule; for a request, sanitise for its target.
///
/// Returns, for each message given, the calls that stay, or `None` where the message goes.
pub fn sanitize_tool_calls(messages: &[Message]) -> Vec<Option<Vec<bool>>> {
    let mut announced: HashSet<&str> = HashSet::new();
    let mut answered: HashSet<&str> = HashSet::new();
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
        let stay: Vec<bool> =
            message.calls().iter().map(|call| answered.contains(call.id.as_ref())).collect();
        let is_left = stay.is_empty() || stay.contains(&true) || !message.content().is_empty();
        is_left.then_some(stay)
    };
    messages.iter().zip(kept).map(|(message, keep)| keep.then(|| calls(message)).flatten()).collect()
}
