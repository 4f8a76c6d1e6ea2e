//! Fields of items that answers have and requests do not take.

use super::rules;
use crate::json::{Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Content, Format, Message, Part, PartKind};
use crate::repair::RepairCode;
use crate::sanitize::{Mode, Work, kind_of};

/// Leaves out fields that the input does not accept: the action of a generated picture (`Unknown parameter:
/// 'input[2].action'.`), and a null status of reasoning or null words of a search. These fields mean nothing, so only a
/// repaired body reports them.
pub(super) fn leave_out_output_only(work: &mut Work<'_>) {
    for at in 0..work.messages.len() {
        let Some(message) = work.messages.get(at) else { continue };
        let names: Vec<String> = message.content().parts().iter().flat_map(refused).listed();
        if names.is_empty() {
            continue;
        }
        if work.options.mode == Mode::Keep {
            let detail = format!("left out what only answers have: {}", names.join(", "));
            work.report_message(at, RepairCode::FieldDropped, Some(&rules::OR0), detail);
        }
        work.edit(at, trim);
    }
}

/// The fields of a part that the input does not take.
fn refused(part: &Part) -> Vec<String> {
    match &part.kind {
        PartKind::Reasoning(_) if part.extras.get("status") == Some("null") => vec!["`status`".to_owned()],
        PartKind::Other { format: Format::OpenaiResponses, json, .. } => {
            let Some(fields) = Node::parse(json).and_then(Node::fields) else { return Vec::new() };
            match kind_of(json).as_str() {
                "image_generation_call" if fields.get("action").is_some() => vec!["`action`".to_owned()],
                "web_search_call" => {
                    let action = fields.get("action").and_then(Node::fields).unwrap_or_default();
                    let nulls = action.iter().filter(|(_, node)| node.is_null());
                    nulls.map(|(name, _)| format!("`action.{name}`")).listed()
                }
                _ => Vec::new(),
            }
        }
        PartKind::Reasoning(_)
        | PartKind::Other { .. }
        | PartKind::Text(_)
        | PartKind::Image(_)
        | PartKind::Audio(_)
        | PartKind::File(_)
        | PartKind::Refusal(_) => Vec::new(),
    }
}

fn trim(message: &mut Message) {
    let Content::Parts(parts) = message.content_mut() else { return };
    for part in parts.iter_mut().filter(|part| !refused(part).is_empty()) {
        part.extras.retain(|name| name != "status");
        if let PartKind::Other { json, .. } = &mut part.kind {
            *json = trimmed(json).into();
        }
    }
}

/// The item without these fields. The action of a search stays, without null fields.
fn trimmed(json: &str) -> String {
    let mut out = Vec::with_capacity(json.len());
    let mut object = ObjectWriter::begin(&mut out);
    let is_search = kind_of(json) == "web_search_call";
    for (name, node) in Node::parse(json).and_then(Node::fields).unwrap_or_default().iter() {
        let action = node.fields().filter(|_| name == "action" && is_search);
        if let Some(action) = action {
            let mut inner = ObjectWriter::begin(object.key(name));
            let given = action.iter().filter(|(_, node)| !node.is_null());
            given.for_each(|(name, node)| inner.json(name, node.json()));
            inner.end();
        } else if name != "action" || is_search {
            object.json(name, node.json());
        }
    }
    object.end();
    String::from_utf8(out).unwrap_or_default()
}
