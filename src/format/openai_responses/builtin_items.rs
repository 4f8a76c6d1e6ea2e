//! Items of tools that OpenAI defines and the host runs: their forms, their calls and their results.

use super::part::{keep_id, uploaded, url, verbatim, write_extras};
use crate::format::json::read::{extras, located};
use crate::json::{Fields, Kind, ListWriter, Node, ObjectWriter};
use crate::list::PushAll;
use crate::message::{
    Arguments, Builtin, CallKind, Content, Extras, Media, Part, PartKind, ToolCall, ToolResult, is_decision,
};

/// The types and field names of one tool's items.
pub(super) struct BuiltinForm {
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

const FORMS: [BuiltinForm; 6] = [
    BuiltinForm {
        payloads: &["actions", "action"],
        ..form(Builtin::Computer, "computer_call", "computer_call_output")
    },
    form(Builtin::Shell, "shell_call", "shell_call_output"),
    BuiltinForm {
        takes_function_output: true,
        ..form(Builtin::LocalShell, "local_shell_call", "local_shell_call_output")
    },
    BuiltinForm {
        payloads: &["operation"],
        ..form(Builtin::ApplyPatch, "apply_patch_call", "apply_patch_call_output")
    },
    BuiltinForm {
        payloads: &["arguments"],
        holds: "tools",
        takes_function_output: true,
        ..form(Builtin::ToolSearch, "tool_search_call", "tool_search_output")
    },
    BuiltinForm {
        id: "id",
        payloads: &["arguments"],
        answers: "approval_request_id",
        holds: "approve",
        ..form(Builtin::Approval, "mcp_approval_request", "mcp_approval_response")
    },
];

const fn form(tool: Builtin, call: &'static str, output: &'static str) -> BuiltinForm {
    BuiltinForm {
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

impl BuiltinForm {
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
fn is_shell_output(node: Node<'_>) -> bool {
    let is_said = |entry: &Node<'_>| {
        entry.fields().is_some_and(|fields| {
            fields.get("outcome").is_some_and(|outcome| outcome.kind() == Kind::Object)
                && ["stdout", "stderr"].iter().all(|name| fields.text(name).is_some())
        })
    };
    node.list().is_some_and(|entries| entries.iter().all(is_said))
}

/// Reads a call of a built-in tool; `None` for other items. Its arguments are kept as JSON text.
pub(super) fn read_builtin_call(fields: &Fields<'_>) -> Option<ToolCall> {
    let (form, id) = BuiltinForm::of_call(fields)?;
    let is_given = |name: &&&str| fields.get(name).is_some_and(|node| !node.is_null());
    let payload = form.payloads.iter().find(is_given).copied();
    let arguments = payload.and_then(|name| fields.get(name)).map(|node| text_of(form.tool, node));
    let is_approval = form.tool == Builtin::Approval;
    let name = if is_approval { fields.text("name").unwrap_or_default().into_owned() } else { String::new() };
    let mut known = vec!["type", "id", form.id];
    known.push_all(payload);
    known.push_all(is_approval.then_some("name"));
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

/// Writes a call of a built-in tool.
pub(super) fn write_builtin_call(call: &ToolCall, tool: Builtin, out: &mut Vec<u8>) {
    let form = BuiltinForm::of(tool);
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
fn payload(form: &BuiltinForm, node: Node<'_>) -> &'static str {
    let name = if node.kind() == Kind::List { form.payloads.first() } else { form.payloads.last() };
    name.copied().unwrap_or("action")
}

/// The type of a computer's output.
const SCREENSHOT: &str = "computer_screenshot";

/// A result that was read: its content, and its other fields.
pub(super) struct OutputContent {
    pub(super) content: Content,
    pub(super) is_error: Option<bool>,
    pub(super) extras: Extras,
}

/// Reads the result of a built-in tool.
pub(super) fn read_builtin_output(form: &BuiltinForm, fields: &Fields<'_>) -> OutputContent {
    let held = fields.get(form.holds).filter(|node| !node.is_null());
    let mut known = vec!["type", "id", form.answers, form.holds];
    let (content, is_error) = match form.tool {
        Builtin::Computer => (held.map_or(Content::Null, read_screenshot), None),
        Builtin::Shell => (read_text(held), held.is_some_and(has_failed).then_some(true)),
        Builtin::LocalShell | Builtin::ToolSearch => (read_text(held), None),
        Builtin::ApplyPatch => {
            known.push("status");
            let failed = fields.text("status").is_some_and(|status| status == "failed");
            // An empty output is kept as a field: it differs from none.
            if held.is_some_and(|held| held.json() == "\"\"") {
                known.retain(|name| *name != form.holds);
            }
            (read_text(held), failed.then_some(true))
        }
        Builtin::Approval => {
            known.push("reason");
            (read_decision(fields), None)
        }
    };
    let mut own = extras(fields, &known);
    keep_id(&mut own, fields);
    OutputContent { content, is_error, extras: own }
}

/// Reads a text, or any other value as its JSON text. An absent value is the empty text.
fn read_text(node: Option<Node<'_>>) -> Content {
    let text = node.map(|node| node.text().unwrap_or(node.json().into()));
    Content::text(&text.unwrap_or_default())
}

/// Reports whether a command of the shell failed or timed out.
fn has_failed(output: Node<'_>) -> bool {
    let outcomes =
        output.list().unwrap_or_default().into_iter().filter_map(|entry| entry.fields()?.get("outcome"));
    let is_well = |outcome: Node<'_>| {
        outcome.fields().is_some_and(|fields| fields.get("exit_code").is_some_and(|code| code.json() == "0"))
    };
    outcomes.into_iter().any(|outcome| !is_well(outcome))
}

/// Reads a screenshot. A value that is no object is none, and is read as its JSON text.
fn read_screenshot(node: Node<'_>) -> Content {
    let Some(fields) = node.fields() else { return read_text(Some(node)) };
    let text = |name: &str| fields.text(name).map(|text| Box::<str>::from(text.as_ref()));
    let media = match (text("image_url"), text("file_id")) {
        (Some(url), None) => Some(located(&url)),
        (None, Some(id)) => Some(uploaded(id)),
        _ => None,
    };
    let Some(media) = media else { return Content::Parts(vec![verbatim(node)]) };
    let media = Media { detail: text("detail"), ..media };
    let rest = extras(&fields, &["type", "image_url", "file_id", "detail"]);
    Content::Parts(vec![Part { kind: PartKind::Image(Box::new(media)), extras: rest }])
}

/// Reads a decision on an approval as JSON text: the decision and its reason.
fn read_decision(fields: &Fields<'_>) -> Content {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    for name in ["approve", "reason"] {
        if let Some(node) = fields.get(name).filter(|node| !node.is_null()) {
            object.json(name, node.json());
        }
    }
    object.end();
    Content::text(&String::from_utf8_lossy(&out))
}

/// Writes the result of a built-in tool.
pub(super) fn write_builtin_output(
    result: &ToolResult,
    extras: Option<&Extras>,
    form: &BuiltinForm,
    out: &mut Vec<u8>,
) {
    let text = result.content.plain_text();
    let mut object = ObjectWriter::begin(out);
    object.text("type", form.output);
    object.text(form.answers, &result.call_id);
    match form.tool {
        Builtin::Computer => write_screenshot(&result.content, object.key(form.holds)),
        Builtin::Shell => write_shell(&text, result.failed(), object.key(form.holds)),
        Builtin::LocalShell => object.text(form.holds, &text),
        Builtin::ApplyPatch => {
            object.text("status", if result.failed() { "failed" } else { "completed" });
            if !result.content.is_empty() {
                object.text(form.holds, &text);
            }
        }
        Builtin::ToolSearch => {
            object.json(form.holds, Node::parse(&text).map_or("[]", Node::json));
            // A result that the host made may lack both fields, so they are written with their usual values.
            for (name, usual) in [("execution", "client"), ("status", "completed")] {
                if extras.is_none_or(|extras| extras.get(name).is_none()) {
                    object.text(name, usual);
                }
            }
        }
        Builtin::Approval => write_decision(&text, result.failed(), &mut object),
    }
    write_extras(extras, &mut object, &["type"]);
    object.end();
}

fn write_screenshot(content: &Content, out: &mut Vec<u8>) {
    let parts = content.parts();
    if let Some((_, json)) = parts.iter().find_map(Part::as_other) {
        return out.extend_from_slice(json.as_bytes());
    }
    let mut object = ObjectWriter::begin(out);
    object.text("type", SCREENSHOT);
    if let Some((part, media)) = parts.iter().find_map(|part| Some((part, part.as_media()?))) {
        match &media.file_id {
            Some(id) if media.url.is_none() && media.data.is_none() => object.text("file_id", id),
            _ => object.text("image_url", &url(media)),
        }
        if let Some(detail) = &media.detail {
            object.text("detail", detail);
        }
        write_extras(Some(&part.extras), &mut object, &[]);
    }
    object.end();
}

/// Writes the output of a shell. Text in the provider's form is written unchanged. Other text becomes the output of one
/// command.
fn write_shell(text: &str, failed: bool, out: &mut Vec<u8>) {
    if let Some(node) = Node::parse(text).filter(|node| is_shell_output(*node)) {
        return out.extend_from_slice(node.json().as_bytes());
    }
    let (stdout, stderr, code) = if failed { ("", text, "1") } else { (text, "", "0") };
    let mut list = ListWriter::begin(out);
    let mut entry = ObjectWriter::begin(list.item());
    entry.text("stdout", stdout);
    entry.text("stderr", stderr);
    let mut outcome = ObjectWriter::begin(entry.key("outcome"));
    outcome.text("type", "exit");
    outcome.json("exit_code", code);
    outcome.end();
    entry.end();
    list.end();
}

/// Writes a decision. Text that is no decision is a denial.
fn write_decision(text: &str, failed: bool, object: &mut ObjectWriter<'_>) {
    let said = Node::parse(text).and_then(Node::fields).filter(|_| !failed && is_decision(text));
    match said {
        Some(fields) => fields.iter().for_each(|(name, node)| object.json(name, node.json())),
        None => {
            object.json("approve", "false");
            object.text("reason", text);
        }
    }
}
