//! Results of tools that OpenAI defines and the host runs.

use super::item_fields::{keep_id, url, write_extras};
use super::own_form::{OwnForm, is_shell_output};
use super::part::{uploaded, verbatim};
use crate::format::json::read::extras;
use crate::format::json::read::located;
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::message::{Builtin, Content, Extras, Media, Part, PartKind, ToolResult, is_decision};

/// The type of a computer's output.
const SCREENSHOT: &str = "computer_screenshot";

/// A result that was read: its content, and its other fields.
pub(super) struct OwnOutput {
    pub(super) content: Content,
    pub(super) is_error: Option<bool>,
    pub(super) extras: Extras,
}

/// Reads the result of such a tool.
pub(super) fn read_own_output(form: &OwnForm, fields: &Fields<'_>) -> OwnOutput {
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
    OwnOutput { content, is_error, extras: own }
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

fn read_screenshot(node: Node<'_>) -> Content {
    let fields = node.fields().unwrap_or_default();
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

/// Writes the result of such a tool.
pub(super) fn write_own_output(
    result: &ToolResult,
    extras: Option<&Extras>,
    form: &OwnForm,
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

/// Writes the output of a shell. Text in the provider's form is written as it is. Other text becomes the output of one
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
