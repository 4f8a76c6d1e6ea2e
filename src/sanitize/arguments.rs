//! Arguments of calls (OC6, AN7, MI11).

use super::sanitized_unit::Work;
use crate::json::{Kind, Node, Strict, push_string, strict};
use crate::message::{Arguments, CallKind, ToolCall};
use crate::repair::{Repair, RepairCode};

/// Fills empty arguments, and wraps those that the target cannot take as they are.
pub(super) fn repair_arguments(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    let (objects, custom) = (work.dialect.calls.arguments_are_objects, work.dialect.calls.has_custom);
    // What has a form of its own is sent as the model wrote it.
    let is_own = |call: &ToolCall| work.dialect.calls.has_builtins && call.kind.builtin().is_some();
    let repaired = |call: &ToolCall| if is_own(call) { None } else { repaired(call, objects, custom) };
    let new: Vec<Option<(RepairCode, Box<str>)>> = head.calls().iter().map(repaired).collect();
    if new.iter().all(Option::is_none) {
        return;
    }
    let id = head.id.clone();
    let rule = work.dialect.calls.arguments_rule;
    let mut repairs = Vec::new();
    for (call, (code, json)) in
        head.calls().iter().zip(&new).filter_map(|(call, new)| Some((call, new.as_ref()?)))
    {
        let detail = if *code == RepairCode::ArgumentsFilled {
            format!("the empty arguments of {} are sent as {json}", call.name)
        } else if *code == RepairCode::LoneSurrogateReplaced {
            format!("half a character in the arguments of {} became U+FFFD", call.name)
        } else {
            format!("the arguments of {} have no form there, and are sent inside an object", call.name)
        };
        let rule = if *code == RepairCode::LoneSurrogateReplaced { None } else { rule };
        repairs.push(Repair::new(*code, rule, detail).of(&id).call(&call.id));
    }
    let lost = head.calls().iter().filter(|call| !custom && !beside_input(call).is_empty());
    repairs.extend(lost.map(|call| {
        let names = beside_input(call).join(", ");
        let detail = format!("what stands beside the input of {} has no form there: {names}", call.name);
        Repair::new(RepairCode::FieldDropped, rule, detail).of(&id).call(&call.id)
    }));
    work.repairs.extend(repairs);
    work.edit(0, |message| {
        for (call, new) in message.calls_mut().iter_mut().zip(new) {
            if let Some((_, json)) = new {
                call.arguments = Arguments::Text(json);
            }
            if call.kind == CallKind::Custom && !custom {
                call.extras.retain(|name| name != CUSTOM);
            }
        }
    });
}

/// The field of a call whose input is free text.
const CUSTOM: &str = "custom";

/// The names of what a custom call has beside its name and input.
fn beside_input(call: &ToolCall) -> Vec<String> {
    let inner = call.extras.get(CUSTOM).filter(|_| call.kind == CallKind::Custom);
    let fields = inner.and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
    fields.iter().map(|(name, _)| format!("`{name}`")).collect()
}

/// What is sent in place of a call's arguments, when they cannot be sent as they are.
fn repaired(call: &ToolCall, objects: bool, custom: bool) -> Option<(RepairCode, Box<str>)> {
    let text = call.arguments.text();
    if call.kind == CallKind::Custom {
        return (!custom).then(|| (RepairCode::ArgumentsWrapped, wrapped("input", None, text)));
    }
    if text.trim().is_empty() {
        return Some((RepairCode::ArgumentsFilled, "{}".into()));
    }
    if !objects {
        return None;
    }
    match Node::parse(text).map(|node| (node.kind(), node)) {
        Some((Kind::Object, _)) => match strict(text) {
            Strict::AsIs => None,
            Strict::Repaired(json) => Some((RepairCode::LoneSurrogateReplaced, json.into())),
            Strict::TooLargeNumber => Some((RepairCode::ArgumentsWrapped, wrapped("_raw", None, text))),
        },
        Some((Kind::Null, _)) => Some((RepairCode::ArgumentsFilled, "{}".into())),
        Some((_, node)) => {
            let node = Some(node).filter(|_| strict(text) == Strict::AsIs);
            Some((RepairCode::ArgumentsWrapped, wrapped("_raw", node, text)))
        }
        None => Some((RepairCode::ArgumentsWrapped, wrapped("_raw", None, text))),
    }
}

fn wrapped(name: &str, node: Option<Node<'_>>, text: &str) -> Box<str> {
    let mut out = Vec::new();
    out.push(b'{');
    push_string(&mut out, name);
    out.push(b':');
    match node {
        Some(node) => out.extend_from_slice(node.json().as_bytes()),
        None => push_string(&mut out, text),
    }
    out.push(b'}');
    String::from_utf8(out).unwrap_or_else(|_| "{}".to_owned()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_pass_where_objects_are_wanted() {
        let cases = [
            ("{\"a\": 1}", None),
            ("", Some("{}")),
            ("null", Some("{}")),
            ("[1, 2]", Some("{\"_raw\":[1, 2]}")),
            ("{\"a\":", Some("{\"_raw\":\"{\\\"a\\\":\"}")),
        ];
        for (text, expected) in cases {
            let call = ToolCall::new("c", "clock", Arguments::Text(text.into()));
            let found = repaired(&call, true, false);
            assert_eq!(found.as_ref().map(|(_, json)| json.as_ref()), expected, "{text}");
        }
    }
}
