//! Tools that messages add, as items of the developer. No item withdraws a tool: the choice of tools allows only those
//! that are left.

use crate::format::json::write::into_text;
use crate::format::models::{Family, model_of};
use crate::json::{ListWriter, Node, ObjectWriter};
use crate::sanitize::{ToolChange, ToolChanges, Withdrawal};

pub(super) static CHANGES: ToolChanges = ToolChanges {
    takes,
    vendor: None,
    read,
    write,
    redefines: false,
    withdrawal: Withdrawal::ByChoice(allow_only),
};

fn takes(model: &str) -> bool {
    model_of(Family::OpenAi, model).is_some_and(|row| row.takes_tool_changes)
}

fn read(json: &str) -> Vec<ToolChange<'_>> {
    let fields = Node::parse(json).and_then(Node::fields).unwrap_or_default();
    if fields.text("type").as_deref() != Some("additional_tools") {
        return Vec::new();
    }
    let tools = fields.get("tools").and_then(Node::list).unwrap_or_default();
    tools.into_iter().map(ToolChange::Define).collect()
}

fn write(changes: &[ToolChange<'_>]) -> Vec<String> {
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

/// The choice among these tools only; `None` where the caller's own choice names tools already, or none at all.
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
