//! Tools that messages of the system add. Kimi K3 takes them (docs.morphllm.com, dynamic tool loading); OpenAI does not.

use crate::format::json::write::into_text;
use crate::format::models::{Family, model_of};
use crate::json::{ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::sanitize::{ToolChange, ToolChanges, Withdrawal};

pub(super) static CHANGES: ToolChanges =
    ToolChanges { takes, vendor: Some("kimi"), read, write, redefines: false, withdrawal: Withdrawal::Never };

/// A name with a slash is a router's, which may not know these messages.
fn takes(model: &str) -> bool {
    !model.as_bytes().contains(&b'/')
        && model_of(Family::Kimi, model).is_some_and(|row| row.takes_tool_changes)
}

fn read(json: &str) -> Vec<ToolChange<'_>> {
    let fields = Node::parse(json).and_then(Node::fields).filter(|fields| fields.get("type").is_none());
    let tools = fields.unwrap_or_default().get("tools").and_then(Node::list).unwrap_or_default();
    tools.into_iter().map(ToolChange::Define).listed()
}

fn write(changes: &[ToolChange<'_>]) -> Vec<String> {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
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
