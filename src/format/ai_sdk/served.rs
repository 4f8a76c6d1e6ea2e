//! Tools that a provider runs itself, and files of text, in the other form than the one that they came in. Nothing else
//! that is not modelled has a place in both.

use super::call::is_served;
use super::losses::Losses;
use super::output::read_shown;
use crate::json::{Fields, ListWriter, Node, ObjectWriter};
use crate::message::{Content, Part, encode_base64};
use crate::repair::RepairCode;

/// Writes a tool of a UI message as a call and its result.
pub(super) fn write_for_model(json: &str, list: &mut ListWriter<'_>, losses: &mut Losses) {
    let fields = Node::parse(json).and_then(Node::fields).unwrap_or_default();
    let kind = fields.text("type").unwrap_or_default();
    let name = match kind.strip_prefix("tool-") {
        Some(name) => Some(name.to_owned()),
        None => fields.text("toolName").map(|name| name.into_owned()),
    };
    let state = fields.text("state").unwrap_or_default();
    let Some(name) = name.filter(|_| is_served(&fields)) else { return losses.foreign(json) };
    if state == "input-streaming" {
        let detail = format!("a call of {name} was left out: its input had not arrived");
        return losses.done(RepairCode::PartDropped, detail);
    }
    if fields.get("approval").is_some() {
        losses.field("approval");
    }
    let mut object = ObjectWriter::begin(list.item());
    object.text("type", "tool-call");
    write_names(&fields, &name, &mut object);
    object.json("input", fields.get("input").or(fields.get("rawInput")).map_or("{}", Node::json));
    object.json("providerExecuted", "true");
    let [called, came] = ["callProviderMetadata", "resultProviderMetadata"].map(|name| fields.get(name));
    let failed = state == "output-error";
    write_options(called.or(came.filter(|_| failed)), &mut object);
    object.end();
    if !failed && state != "output-available" {
        return;
    }
    let mut object = ObjectWriter::begin(list.item());
    object.text("type", "tool-result");
    write_names(&fields, &name, &mut object);
    let mut output = ObjectWriter::begin(object.key("output"));
    match (failed, fields.get("output").map(|node| (node, node.text().is_some()))) {
        (true, _) => {
            output.text("type", "error-json");
            output.json("value", fields.get("errorText").map_or("\"\"", Node::json));
        }
        (false, Some((node, true))) => {
            output.text("type", "text");
            output.json("value", node.json());
        }
        (false, Some((node, false))) if matches!(read_shown(Some(node)).content, Content::Parts(_)) => {
            node.fields().unwrap_or_default().iter().for_each(|(name, node)| output.json(name, node.json()));
        }
        (false, other) => {
            output.text("type", "json");
            output.json("value", other.map_or("null", |(node, _)| node.json()));
        }
    }
    output.end();
    write_options(came.or(called), &mut object);
    object.end();
}

fn write_names(fields: &Fields<'_>, name: &str, object: &mut ObjectWriter<'_>) {
    object.json("toolCallId", fields.get("toolCallId").map_or("\"\"", Node::json));
    object.text("toolName", name);
}

fn write_options(options: Option<Node<'_>>, object: &mut ObjectWriter<'_>) {
    if let Some(node) = options {
        object.json("providerOptions", node.json());
    }
}

/// Writes a file of text as a data URL.
fn write_text_file(json: &str, fields: &Fields<'_>, list: &mut ListWriter<'_>, losses: &mut Losses) {
    let data = fields.get("data").and_then(Node::fields).unwrap_or_default();
    let Some(text) = data.text("text") else { return losses.foreign(json) };
    let kind = fields.text("mediaType").filter(|kind| kind.contains('/')).unwrap_or("text/plain".into());
    let mut object = ObjectWriter::begin(list.item());
    object.text("type", "file");
    object.text("mediaType", &kind);
    object.text("url", &format!("data:{kind};base64,{}", encode_base64(text.as_bytes())));
    for (name, of) in [("filename", "filename"), ("providerMetadata", "providerOptions")] {
        fields.get(of).into_iter().for_each(|node| object.json(name, node.json()));
    }
    object.end();
}

/// Writes a call of a model message, with its result among the same parts, as a tool.
pub(super) fn write_for_ui(json: &str, parts: &[Part], list: &mut ListWriter<'_>, losses: &mut Losses) {
    let fields = Node::parse(json).and_then(Node::fields).unwrap_or_default();
    let id = fields.text("toolCallId").unwrap_or_default();
    let others = || parts.iter().filter_map(|part| Node::parse(part.as_other()?.1)?.fields());
    let find = |kind: &str| {
        let is_it = |fields: &Fields<'_>| {
            fields.text("type").is_some_and(|of| of == kind)
                && fields.text("toolCallId").is_some_and(|of| of == id)
        };
        others().find(is_it)
    };
    match fields.text("type").as_deref() {
        Some("file") => return write_text_file(json, &fields, list, losses),
        Some("tool-call") if is_served(&fields) => {}
        // It is told with its call.
        Some("tool-result") if find("tool-call").is_some() => return,
        _ => return losses.foreign(json),
    }
    let result = find("tool-result");
    let output = result.as_ref().and_then(|result| result.get("output")?.fields()).unwrap_or_default();
    let kind = output.text("type").unwrap_or_default();
    let failed = kind.starts_with("error") || kind == "execution-denied";
    let mut object = ObjectWriter::begin(list.item());
    object.text("type", &format!("tool-{}", fields.text("toolName").unwrap_or_default()));
    object.text("toolCallId", &id);
    object.text(
        "state",
        match (&result, failed) {
            (None, _) => "input-available",
            (Some(_), true) => "output-error",
            (Some(_), false) => "output-available",
        },
    );
    object.json("input", fields.get("input").map_or("{}", Node::json));
    object.json("providerExecuted", "true");
    let value = output.get("value").or(output.get("reason"));
    match (&result, failed, kind.as_ref()) {
        (None, ..) => {}
        (Some(_), true, _) => {
            let text = value.map(|node| node.text().map_or(node.json().to_owned(), |text| text.into_owned()));
            object.text("errorText", &text.unwrap_or_default());
        }
        (Some(_), false, "content") => {
            let mut inner = ObjectWriter::begin(object.key("output"));
            inner.text("type", "content");
            inner.json("value", value.map_or("[]", Node::json));
            inner.end();
        }
        (Some(_), false, _) => object.json("output", value.map_or("null", Node::json)),
    }
    for (name, of) in [("callProviderMetadata", Some(&fields)), ("resultProviderMetadata", result.as_ref())] {
        if let Some(node) = of.and_then(|fields| fields.get("providerOptions")) {
            object.json(name, node.json());
        }
    }
    object.end();
}
