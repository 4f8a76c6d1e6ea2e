//! Requests beside their items: they may continue a response that OpenAI keeps, change the set of tools, and hold
//! cache breakpoints.

use crate::format::json::write::into_text;
use crate::format::models::{Family, model_of};
use crate::format::openai_chat::{OPENAI_BREAKPOINTS, takes_openais_breakpoints};
use crate::json::{Fields, ListWriter, Node, ObjectWriter, push_string};
use crate::list::Listed;
use crate::sanitize::{BreakpointForm, Continuation, RequestOptions, ToolChange, ToolChanges, Withdrawal};

/// "When using along with `previous_response_id`, the instructions from a previous response will not be carried over":
/// the system prompt is sent with every request.
pub(super) static CONTINUATION: Continuation = Continuation {
    field: "previous_response_id",
    read: |field| field.text(),
    write: write_id,
    begin: None,
    only_once: false,
    conversation: Some("conversation"),
    is_complete,
};

fn write_id(id: &str) -> String {
    let mut out = Vec::new();
    push_string(&mut out, id);
    String::from_utf8(out).unwrap_or_default()
}

/// If the provider ended a response early, it gives a reason. A broken stream has none.
fn is_complete(response: &Fields<'_>) -> bool {
    match response.text("status").as_deref() {
        None | Some("completed") => true,
        Some("incomplete") => response.get("incomplete_details").is_some_and(|details| !details.is_null()),
        Some(_) => false,
    }
}

pub(super) static CHANGES: ToolChanges = ToolChanges {
    takes: takes_changes,
    vendor: None,
    read: read_changes,
    write: write_changes,
    redefines: false,
    withdrawal: Withdrawal::ByChoice(allow_only),
};

fn takes_changes(model: &str) -> bool {
    model_of(Family::OpenAi, model).is_some_and(|row| row.takes_tool_changes)
}

fn read_changes(json: &str) -> Vec<ToolChange<'_>> {
    let fields = Node::parse(json).and_then(Node::fields).unwrap_or_default();
    if fields.text("type").as_deref() != Some("additional_tools") {
        return Vec::new();
    }
    let tools = fields.get("tools").and_then(Node::list).unwrap_or_default();
    tools.into_iter().map(ToolChange::Define).listed()
}

fn write_changes(changes: &[ToolChange<'_>]) -> Vec<String> {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    object.text("type", "additional_tools");
    object.text("role", "developer");
    let mut list = ListWriter::begin(object.key("tools"));
    for change in changes {
        if let ToolChange::Define(definition) = change {
            list.item().extend_from_slice(definition.json().as_bytes());
        }
    }
    list.end();
    object.end();
    vec![into_text(out)]
}

/// The choice among only these tools; `None` if the caller's own choice already names tools, or forbids all.
fn allow_only(tools: &[Node<'_>], given: Option<Node<'_>>) -> Option<String> {
    let mode = match given.filter(|given| !given.is_null()) {
        None => "auto".into(),
        Some(given) => given.text().filter(|mode| matches!(mode.as_ref(), "auto" | "required"))?,
    };
    if tools.is_empty() {
        return Some("\"none\"".to_owned());
    }
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    object.text("type", "allowed_tools");
    object.text("mode", &mode);
    let mut list = ListWriter::begin(object.key("tools"));
    for tool in tools {
        let fields = tool.fields().unwrap_or_default();
        let mut entry = ObjectWriter::begin(list.item());
        for name in ["type", "name", "server_label"] {
            if let Some(value) = fields.get(name) {
                entry.json(name, value.json());
            }
        }
        entry.end();
    }
    list.end();
    object.end();
    Some(into_text(out))
}

/// The `instructions` and an output that is a string take none.
const BREAKPOINTS: BreakpointForm = BreakpointForm {
    blocks: &["input_text", "input_image", "input_file"],
    text: "input_text",
    ..OPENAI_BREAKPOINTS
};

/// The form for the model.
pub(super) fn breakpoints(options: &RequestOptions) -> Option<&'static BreakpointForm> {
    takes_openais_breakpoints(options).then_some(&BREAKPOINTS)
}
