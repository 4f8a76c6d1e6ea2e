//! Fields of items that answers have and requests do not take.

use super::rules;
use crate::json::{Node, ObjectWriter};
use crate::list::{Listed, PushAll};
use crate::message::{CallKind, Content, Format, Message, Part, PartKind, ToolCall};
use crate::repair::RepairCode;
use crate::sanitize::{Mode, Work, kind_of};

/// Leaves out fields that the input does not accept: the action of a generated picture (`Unknown parameter:
/// 'input[2].action'.`), and a null status of reasoning or null words of a search. These fields mean nothing, so only a
/// repaired body reports them.
pub(super) fn leave_out_output_only(work: &mut Work<'_>) {
    for at in 0..work.messages.len() {
        leave_out_searches(work, at);
        let Some(message) = work.messages.get(at) else { continue };
        let mut names: Vec<String> = message.content().parts().iter().flat_map(refused).listed();
        names.push_all(message.calls().iter().any(has_maker).then(|| format!("`{MAKER}`")));
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

/// The actions of a search that the input takes.
const ACTIONS: [&str; 3] = ["search", "open_page", "find_in_page"];

/// Leaves out searches whose action is another one (`Invalid value: 'other'. Supported values are: 'search', 'open_page',
/// and 'find_in_page'.`, openai/codex#6945).
fn leave_out_searches(work: &mut Work<'_>, at: usize) {
    let is_other = |part: &Part| {
        let fields = part.as_other().and_then(|(_, json)| Node::parse(json)?.fields());
        let fields = fields.filter(|fields| fields.text("type").as_deref() == Some("web_search_call"));
        let action = fields.and_then(|fields| fields.at(&["action", "type"])?.text());
        action.is_some_and(|action| !ACTIONS.contains(&action.as_ref()))
    };
    let Some(message) = work.messages.get(at) else { return };
    if !message.content().parts().iter().any(is_other) {
        return;
    }
    let detail = "a search whose action the provider does not know was left out".to_owned();
    work.report_message(at, RepairCode::PartDropped, Some(&rules::OR0), detail);
    work.edit(at, |message| message.retain_parts(|_, part| !is_other(part)));
}

/// The field with the maker of a call, which calls of the host's own functions do not have (`Unknown parameter:
/// 'input[26].created_by'.`).
const MAKER: &str = "created_by";

fn has_maker(call: &ToolCall) -> bool {
    call.kind == CallKind::Function && call.extras.get(MAKER).is_some()
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
    for call in message.calls_mut().iter_mut().filter(|call| has_maker(call)) {
        call.extras.retain(|name| name != MAKER);
    }
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
