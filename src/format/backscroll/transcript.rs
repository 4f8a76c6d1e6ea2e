//! The transcript and the applied reductions, as JSON.

use super::write::{write_message, write_steps};
use crate::history::{Reduction, Said, SaidState};
use crate::json::{ListWriter, ObjectWriter, push_string};
use crate::message::MessageId;

/// Appends a message of the transcript: `{"message", "state", "reduction", "siblings"}`.
pub fn write_said(said: &Said<'_>, siblings: &[&MessageId], out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    write_message(&said.entry.message, object.key("message"));
    let (state, reduction) = match said.state {
        SaidState::Kept => ("kept", None),
        SaidState::Changed(reduction) => ("changed", Some(reduction)),
        SaidState::Removed(reduction) => ("removed", Some(reduction)),
    };
    object.text("state", state);
    if let Some(reduction) = reduction {
        object.number("reduction", reduction);
    }
    if siblings.len() > 1 {
        let mut list = ListWriter::begin(object.key("siblings"));
        siblings.iter().for_each(|id| push_string(list.item(), id));
        list.end();
    }
    object.end();
}

/// Appends an applied reduction: `{"tokensBefore", "tokensAfter", "removed", "shortened", "summary", "steps"}`, with
/// messages by their ids.
pub fn write_layer(reduction: &Reduction, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.number("tokensBefore", reduction.tokens_before);
    object.number("tokensAfter", reduction.tokens_after);
    let mut list = ListWriter::begin(object.key("removed"));
    reduction.removed_messages().into_iter().for_each(|message| push_string(list.item(), &message.id));
    list.end();
    let mut list = ListWriter::begin(object.key("shortened"));
    reduction.shortened.iter().for_each(|shortened| push_string(list.item(), &shortened.original.id));
    list.end();
    match &reduction.summary {
        Some(id) => object.text("summary", id),
        None => object.json("summary", "null"),
    }
    write_steps(reduction, object.key("steps"));
    object.end();
}
