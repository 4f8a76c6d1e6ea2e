//! Calls that wait for a decision, as JSON.

use crate::error::Outcome;
use crate::format::json::read::{invalid, list, object, required, string};
use crate::history::Suspension;
use crate::json::{ListWriter, Node, ObjectWriter, push_string};
use crate::message::{MessageId, ToolCall};

/// Reads a suspension.
///
/// # Errors
///
/// `invalid-message`, with the path of the fault.
pub fn read_suspension(node: Node<'_>) -> Outcome<Suspension> {
    let fields = object(node)?;
    let calls =
        fields.get("calls").ok_or_else(|| invalid("expected a list of ids, found nothing").at("calls"))?;
    let mut ids = Vec::new();
    for call in list(calls).map_err(|error| error.at("calls"))? {
        ids.push(string(call).map_err(|error| error.at("calls"))?);
    }
    let request =
        fields.get("request").ok_or_else(|| invalid("expected an object, found nothing").at("request"))?;
    object(request).map_err(|error| error.at("request"))?;
    let message_id: Box<str> = required(&fields, "messageId")?;
    Ok(Suspension {
        id: required(&fields, "checkpointId")?,
        message_id: MessageId::from(message_id),
        calls: ids,
        request: request.json().into(),
    })
}

/// Appends a suspension with its waiting calls.
pub fn write_suspension(suspension: &Suspension, waiting: &[&ToolCall], out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.text("checkpointId", &suspension.id);
    object.text("messageId", &suspension.message_id);
    let mut calls = ListWriter::begin(object.key("calls"));
    waiting.iter().for_each(|call| push_string(calls.item(), &call.id));
    calls.end();
    object.json("request", &suspension.request);
    object.end();
}
