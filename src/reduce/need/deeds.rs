//! Calls that are likely to have changed something. A note names them, so that the model does not repeat them.

use crate::message::ToolCall;

/// Bytes of arguments from which on a call is likely to carry what it writes.
const LARGE: usize = 400;

/// Verbs in the names of tools that change something.
const VERBS: [&str; 18] = [
    "write", "edit", "patch", "create", "update", "delete", "remove", "insert", "apply", "move", "rename",
    "send", "book", "cancel", "return", "exchange", "modify", "replace",
];

/// Reports whether the call is likely to have changed something: the name of its tool holds such a verb, or its arguments are large.
pub(super) fn writes(call: &ToolCall) -> bool {
    call.arguments.text().len() > LARGE || names_change(&call.name)
}

fn names_change(name: &str) -> bool {
    let name = name.as_bytes();
    (0..name.len()).any(|at| {
        let begins = at == 0
            || name.get(at.saturating_sub(1)).is_none_or(|before| !before.is_ascii_alphabetic())
            || name.get(at).is_some_and(u8::is_ascii_uppercase);
        let rest = name.get(at..).unwrap_or_default();
        begins
            && VERBS.iter().any(|verb| {
                rest.get(..verb.len()).is_some_and(|own| own.eq_ignore_ascii_case(verb.as_bytes()))
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_in_the_name_shows_that_a_tool_writes() {
        for (name, wanted) in [
            ("write_file", true),
            ("applyPatch", true),
            ("fs.delete", true),
            ("cancel_pending_order", true),
            ("get_order", false),
            ("overwritten", false),
            ("", false),
        ] {
            assert_eq!(names_change(name), wanted, "{name}");
        }
    }
}
