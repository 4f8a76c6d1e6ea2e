//! Calls of tools that OpenAI defines and the host runs.

use super::item_fields::{keep_id, write_extras};
use super::own_form::OwnForm;
use crate::format::json::read::extras;
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::message::{Arguments, Builtin, CallKind, ToolCall};

/// Reads a call of such a tool; `None` for other items. Its arguments are kept as JSON text.
pub(super) fn read_own_call(fields: &Fields<'_>) -> Option<ToolCall> {
    let (form, id) = OwnForm::of_call(fields)?;
    let is_given = |name: &&&str| fields.get(name).is_some_and(|node| !node.is_null());
    let payload = form.payloads.iter().find(is_given).copied();
    let arguments = payload.and_then(|name| fields.get(name)).map(|node| text_of(form.tool, node));
    let is_approval = form.tool == Builtin::Approval;
    let name = if is_approval { fields.text("name").unwrap_or_default().into_owned() } else { String::new() };
    let mut known = vec!["type", "id", form.id];
    known.extend(payload);
    known.extend(is_approval.then_some("name"));
    let mut own = extras(fields, &known);
    if !is_approval {
        keep_id(&mut own, fields);
    }
    Some(ToolCall {
        id: id.into(),
        name: if is_approval { name.into() } else { form.tool.as_str().into() },
        arguments: Arguments::Text(arguments.unwrap_or_default().into()),
        kind: CallKind::Builtin(form.tool),
        after_parts: None,
        extras: own,
    })
}

fn text_of(tool: Builtin, node: Node<'_>) -> String {
    // A request for approval has its arguments as a string, as calls of functions have.
    let said = node.text().filter(|_| tool == Builtin::Approval);
    said.map_or_else(|| node.json().to_owned(), |text| text.into_owned())
}

/// Writes a call of such a tool.
pub(super) fn write_own_call(call: &ToolCall, tool: Builtin, out: &mut Vec<u8>) {
    let form = OwnForm::of(tool);
    let text = call.arguments.text();
    let mut object = ObjectWriter::begin(out);
    object.text("type", form.call);
    object.text(form.id, &call.id);
    if tool == Builtin::Approval {
        object.text("name", &call.name);
        object.text("arguments", text);
    } else if let Some(node) = Node::parse(text) {
        object.json(payload(form, node), node.json());
    } else if !text.is_empty() {
        object.text(form.payloads.first().copied().unwrap_or("action"), text);
    }
    write_extras(Some(&call.extras), &mut object, &[]);
    object.end();
}

/// The field for the arguments. Some tools have one field for a list of actions, and another for a single action.
fn payload(form: &OwnForm, node: Node<'_>) -> &'static str {
    let name = if node.kind() == Kind::List { form.payloads.first() } else { form.payloads.last() };
    name.copied().unwrap_or("action")
}
