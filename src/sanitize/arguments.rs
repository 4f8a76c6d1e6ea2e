//! Arguments of calls.

use super::dialect::CallRules;
use super::dialect::Work;
use crate::json::{Kind, Node, Strict, push_string, strict};
use crate::list::Listed;
use crate::message::{Arguments, CallKind, ToolCall};
use crate::repair::{Repair, RepairCode};

/// The field of a call whose input is free text.
const CUSTOM: &str = "custom";

/// Fills empty arguments, and wraps arguments that the target does not accept unchanged.
pub(super) fn repair_arguments(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    let rules = &work.dialect.calls;
    let mut changed = Vec::new();
    for (at, call) in head.calls().iter().enumerate() {
        let Some((code, json)) = repaired(call, rules) else { continue };
        let detail = if code == RepairCode::ArgumentsFilled {
            format!("the empty arguments of {} are sent as {json}", call.name)
        } else if code == RepairCode::LoneSurrogateReplaced {
            format!("a lone surrogate in the arguments of {} was replaced by U+FFFD", call.name)
        } else {
            format!(
                "the target cannot take the arguments of {} as they are; they are sent inside an object",
                call.name
            )
        };
        let rule = rules.arguments_rule.filter(|_| code != RepairCode::LoneSurrogateReplaced);
        work.repairs.push(Repair::new(code, rule, detail).of(&head.id).call(&call.id));
        changed.push((at, json));
    }
    if changed.is_empty() {
        return;
    }
    for call in head.calls() {
        let names = if rules.has_custom { Vec::new() } else { beside_input(call) };
        if !names.is_empty() {
            let names = names.join(", ");
            let detail = format!(
                "fields beside the input of {} were left out: the target has no place for {names}",
                call.name
            );
            let repair = Repair::new(RepairCode::FieldDropped, rules.arguments_rule, detail);
            work.repairs.push(repair.of(&head.id).call(&call.id));
        }
    }
    work.edit(0, |message| {
        for (at, json) in changed {
            if let Some(call) = message.calls_mut().get_mut(at) {
                call.arguments = Arguments::Text(json);
            }
        }
        for call in message.calls_mut() {
            if call.kind == CallKind::Custom && !rules.has_custom {
                call.extras.retain(|name| name != CUSTOM);
            }
        }
    });
}

/// The names of the fields of a custom call in addition to its name and its input.
fn beside_input(call: &ToolCall) -> Vec<String> {
    let inner = call.extras.get(CUSTOM).filter(|_| call.kind == CallKind::Custom);
    let fields = inner.and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
    fields.iter().map(|(name, _)| format!("`{name}`")).listed()
}

/// The text to send in place of a call's arguments; `None` if they are sent unchanged.
fn repaired(call: &ToolCall, rules: &CallRules) -> Option<(RepairCode, Box<str>)> {
    // A call with its own form is sent as the model wrote it.
    if rules.has_builtins && call.kind.builtin().is_some() {
        return None;
    }
    let text = call.arguments.text();
    if call.kind == CallKind::Custom {
        return (!rules.has_custom).then(|| (RepairCode::ArgumentsWrapped, wrapped("input", None, text)));
    }
    let filled = || Some((RepairCode::ArgumentsFilled, "{}".into()));
    if text.trim().is_empty() {
        return filled();
    }
    if !rules.arguments_are_objects {
        return None;
    }
    let node = Node::parse(text);
    let value = match node.map(Node::kind) {
        Some(Kind::Null) => return filled(),
        Some(Kind::Object) => match strict(text) {
            Strict::AsIs => return None,
            Strict::Repaired(json) => return Some((RepairCode::LoneSurrogateReplaced, json.into())),
            Strict::TooLargeNumber => None,
        },
        Some(_) => node.filter(|_| strict(text) == Strict::AsIs),
        None => None,
    };
    Some((RepairCode::ArgumentsWrapped, wrapped("_raw", value, text)))
}

/// Returns an object with the one field `name`, which holds the value or, without a value, `text` as a string.
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
        let rules = CallRules { arguments_are_objects: true, ..CallRules::DEFAULT };
        let cases = [
            ("{\"a\": 1}", None),
            ("", Some("{}")),
            ("null", Some("{}")),
            ("[1, 2]", Some("{\"_raw\":[1, 2]}")),
            ("{\"a\":", Some("{\"_raw\":\"{\\\"a\\\":\"}")),
        ];
        for (text, expected) in cases {
            let call = ToolCall::new("c", "clock", Arguments::Text(text.into()));
            let found = repaired(&call, &rules);
            assert_eq!(found.as_ref().map(|(_, json)| json.as_ref()), expected, "{text}");
        }
    }
}
