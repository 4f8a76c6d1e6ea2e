//! What messages stand in: an agent's data, a snapshot, a message of a session.

use crate::error::Outcome;
use crate::format::read::list;
use crate::json::{Fields, Node};

/// A conversation, out of its envelope.
pub(super) struct Opened<'a> {
    pub(super) messages: Vec<Node<'a>>,
    pub(super) system: Option<Node<'a>>,
    /// The path of the messages, for errors.
    pub(super) path: &'static str,
    /// What stands beside.
    pub(super) beside: Vec<Box<str>>,
}

/// What languages call the system prompt.
const SYSTEM: [&str; 2] = ["systemPrompt", "system_prompt"];

/// Opens a list of messages, an agent's data, or a snapshot.
pub(super) fn open<'a>(body: Node<'a>) -> Outcome<Opened<'a>> {
    let outer = body.fields().unwrap_or_default();
    let data = outer.get("data").and_then(Node::fields).filter(|data| data.get("messages").is_some());
    let path = match (&data, outer.get("messages")) {
        (Some(_), _) => "data.messages",
        (None, Some(_)) => "messages",
        (None, None) => "",
    };
    let fields = data.as_ref().unwrap_or(&outer);
    let node = fields.get("messages").unwrap_or(body);
    let mut messages = list(node).map_err(|error| if path.is_empty() { error } else { error.at(path) })?;
    let is_own =
        |name: &str| name == "messages" || SYSTEM.contains(&name) || (name == "data" && data.is_some());
    let mut beside: Vec<Box<str>> = Vec::new();
    for (name, node) in fields.iter().chain(outer.iter().filter(|_| data.is_some())) {
        if !is_own(name) && !path.is_empty() && !node.is_null() {
            beside.push(name.into());
        }
    }
    let system = SYSTEM.into_iter().find_map(|name| fields.get(name)).filter(|node| !node.is_null());
    for message in &mut messages {
        let Some((inner, fields)) = in_session(*message) else { continue };
        *message = inner;
        let names = fields
            .iter()
            .filter(|(name, node)| !["message", "redact_message"].contains(name) && !node.is_null());
        beside.extend(names.map(|(name, _)| Box::from(name)));
    }
    let mut seen: Vec<Box<str>> = Vec::new();
    beside.retain(|name| {
        let is_new = !seen.contains(name);
        seen.push(name.clone());
        is_new
    });
    Ok(Opened { messages, system, path, beside })
}

/// The message of a session: what stands for it where it was redacted.
fn in_session<'a>(node: Node<'a>) -> Option<(Node<'a>, Fields<'a>)> {
    let fields = node.fields().filter(|fields| fields.get("role").is_none())?;
    let message = fields.get("message")?;
    let redacted = fields.get("redact_message").filter(|node| !node.is_null());
    Some((redacted.unwrap_or(message), fields))
}
