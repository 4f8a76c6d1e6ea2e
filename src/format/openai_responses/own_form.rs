//! The forms of calls and results of tools that OpenAI defines and the host runs.

use crate::json::{Fields, Kind, Node};
use crate::message::Builtin;

/// The types and field names of one tool's items.
pub(super) struct OwnForm {
    pub(super) tool: Builtin,
    /// The type of its calls.
    pub(super) call: &'static str,
    /// The field of a call that names it.
    pub(super) id: &'static str,
    /// The fields that may hold the arguments of a call. If there are two, the first is for a list, the last for a
    /// single value.
    pub(super) payloads: &'static [&'static str],
    /// The type of its results.
    pub(super) output: &'static str,
    /// The field of a result that names the call.
    pub(super) answers: &'static str,
    /// The field of a result that holds the output.
    pub(super) holds: &'static str,
    /// True if the output of a function may answer its calls, too.
    pub(super) takes_function_output: bool,
}

const FORMS: [OwnForm; 6] = [
    OwnForm {
        payloads: &["actions", "action"],
        ..form(Builtin::Computer, "computer_call", "computer_call_output")
    },
    form(Builtin::Shell, "shell_call", "shell_call_output"),
    OwnForm {
        takes_function_output: true,
        ..form(Builtin::LocalShell, "local_shell_call", "local_shell_call_output")
    },
    OwnForm {
        payloads: &["operation"],
        ..form(Builtin::ApplyPatch, "apply_patch_call", "apply_patch_call_output")
    },
    OwnForm {
        payloads: &["arguments"],
        holds: "tools",
        takes_function_output: true,
        ..form(Builtin::ToolSearch, "tool_search_call", "tool_search_output")
    },
    OwnForm {
        id: "id",
        payloads: &["arguments"],
        answers: "approval_request_id",
        holds: "approve",
        ..form(Builtin::Approval, "mcp_approval_request", "mcp_approval_response")
    },
];

const fn form(tool: Builtin, call: &'static str, output: &'static str) -> OwnForm {
    OwnForm {
        tool,
        call,
        id: "call_id",
        payloads: &["action"],
        output,
        answers: "call_id",
        holds: "output",
        takes_function_output: false,
    }
}

impl OwnForm {
    /// The form of a tool.
    pub(super) fn of(tool: Builtin) -> &'static Self {
        let [computer, shell, local_shell, apply_patch, tool_search, approval] = &FORMS;
        match tool {
            Builtin::Computer => computer,
            Builtin::Shell => shell,
            Builtin::LocalShell => local_shell,
            Builtin::ApplyPatch => apply_patch,
            Builtin::ToolSearch => tool_search,
            Builtin::Approval => approval,
        }
    }

    /// The form of an item that is a call, with the call's id. `None` for other items, and for a search that the item
    /// does not mark as the host's.
    pub(super) fn of_call(fields: &Fields<'_>) -> Option<(&'static Self, String)> {
        let kind = fields.text("type")?;
        let form = FORMS.iter().find(|form| form.call == kind)?;
        let is_hosts = fields.text("execution").is_some_and(|runs| runs == "client");
        if form.tool == Builtin::ToolSearch && !is_hosts {
            return None;
        }
        Some((form, fields.text(form.id)?.into_owned()))
    }

    /// The form of an item that is a result, with the id of its call. `None` for other items, and for results of a
    /// search that the provider ran.
    pub(super) fn of_output(fields: &Fields<'_>) -> Option<(&'static Self, String)> {
        let kind = fields.text("type")?;
        let form = FORMS.iter().find(|form| form.output == kind)?;
        if fields.text("execution").is_some_and(|runs| runs == "server") {
            return None;
        }
        Some((form, fields.text(form.answers)?.into_owned()))
    }

    /// The form of results of this type.
    pub(super) fn of_output_type(kind: &str) -> Option<&'static Self> {
        FORMS.iter().find(|form| form.output == kind)
    }
}

/// Reports whether a value is a shell's output in the provider's form: for each command, the text it printed and its outcome.
pub(super) fn is_shell_output(node: Node<'_>) -> bool {
    let is_said = |entry: &Node<'_>| {
        entry.fields().is_some_and(|fields| {
            fields.get("outcome").is_some_and(|outcome| outcome.kind() == Kind::Object)
                && ["stdout", "stderr"].iter().all(|name| fields.text(name).is_some())
        })
    };
    node.list().is_some_and(|entries| entries.iter().all(is_said))
}
