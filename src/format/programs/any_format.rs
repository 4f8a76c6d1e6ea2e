//! Reading a conversation in any format.

use super::foreign::refuse_foreign;
use super::interchange::interchange;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::reading::Reading;
use crate::format::contract::target::Place;
use crate::format::json::read::at_item;
use crate::format::targets::target;
use crate::json::{Fields, Limits, Node};
use crate::list::Listed;
use crate::message::{Format, MessageId};

/// Reads a conversation: a body of the format, or its list of messages alone. Messages that have no time of their own
/// get `created_at`.
///
/// # Errors
///
/// `wrong-format`, `invalid-message`, `invalid-role`, `too-deep`, `too-large`, `unknown-format`.
pub fn read_any(
    format: Format,
    node: Node<'_>,
    limits: Limits,
    created_at: i64,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<Reading> {
    refuse_foreign(format, node)?;
    if let Some(interchange) = interchange(format) {
        return interchange.read(node, limits, created_at, mint);
    }
    let target = target(format)?;
    let dialect = target.dialect();
    let name = dialect.request.messages;
    let wrapped = node.list().map(|_| format!("{{\"{name}\":{}}}", node.json()));
    let node = wrapped.as_deref().and_then(Node::parse).unwrap_or(node);
    let fields: Fields<'_> = node.fields().ok_or_else(|| {
        ConversationError::new(Code::InvalidMessage, "expected an object or a list of messages")
    })?;
    check_sizes(&fields, name, limits)?;
    let mut parsed = target.read(&fields, mint)?;
    parsed.pair_strays(dialect.results.orphan_rule);
    parsed.check_arguments(limits, name)?;
    for message in &mut parsed.messages {
        message.created_at = created_at;
        message.claim_extras(format);
    }
    let unplaced = parsed.unplaced();
    let system = dialect.request.system_name(&fields);
    let is_own = |field: &str| field == name || Some(field) == system;
    let beside = fields.iter().map(|(field, _)| field).filter(|field| !is_own(field)).map(Box::from).listed();
    Ok(Reading {
        messages: parsed.messages,
        repairs: parsed.repairs.into_iter().chain(unplaced).listed(),
        beside,
        spelling: target.spelling(&fields),
    })
}

/// Refuses a body that holds a message over the limit.
fn check_sizes(body: &Fields<'_>, list: &str, limits: Limits) -> Outcome<()> {
    let messages = body.get(list).and_then(Node::list).unwrap_or_default();
    for (at, message) in messages.into_iter().enumerate() {
        let checked = limits.check_bytes(message.json().len());
        checked.map_err(|error| at_item(error, list, at))?;
    }
    Ok(())
}
