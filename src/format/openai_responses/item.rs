//! Reading one item of the assistant.

use super::builtin_items::read_builtin_call;
use super::part::{is_text_of_others, keep_id, read_input, verbatim};
use crate::error::Outcome;
use crate::format::json::read::{at_item, extras, list, nest, object, optional, required, string};
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::list::PushAll;
use crate::message::{
    Arguments, CallKind, Extras, Format, ITEM_ID, Origin, Part, PartKind, Reasoning, ToolCall,
};
use crate::repair::RepairCode;

/// An item of the assistant.
pub(super) struct AssistantItem {
    pub(super) content: ItemContent,
    /// The repair that reading made: its code and its detail.
    pub(super) repair: Option<(RepairCode, String)>,
}

/// The content of an item.
pub(super) enum ItemContent {
    Parts(Vec<Part>),
    Call(ToolCall),
}

/// Stands for the type of every unmodelled item.
pub(super) const OTHER: &str = "other";

/// Reads an item of the assistant; `kind` is its type.
pub(super) fn read_item(node: Node<'_>, kind: &str) -> Outcome<AssistantItem> {
    let fields = object(node)?;
    match kind {
        "message" => read_message(node, &fields),
        "function_call" => read_call(&fields, CallKind::Function),
        "custom_tool_call" => read_call(&fields, CallKind::Custom),
        "reasoning" => Ok(plain(vec![read_reasoning(&fields)?])),
        OTHER => Ok(plain(vec![verbatim(node)])),
        _ => Ok(match read_builtin_call(&fields) {
            Some(call) => AssistantItem { content: ItemContent::Call(call), repair: None },
            None => plain(vec![verbatim(node)]),
        }),
    }
}

fn plain(parts: Vec<Part>) -> AssistantItem {
    AssistantItem { content: ItemContent::Parts(parts), repair: None }
}

fn read_message(node: Node<'_>, fields: &Fields<'_>) -> Outcome<AssistantItem> {
    let about = about_message(fields);
    // Only a message with an id, which the model made, may have an empty list of content.
    let is_idle = |node: &Node<'_>| node.is_null() || (node.json() == "[]" && about.get(ITEM_ID).is_none());
    let content = fields.get("content").filter(|node| !is_idle(node));
    let Some(content) = content else {
        let part = Part { kind: PartKind::Text("".into()), extras: about };
        let detail = "absent or empty content is sent as an empty text".to_owned();
        return Ok(AssistantItem {
            content: ItemContent::Parts(vec![part]),
            repair: Some((RepairCode::ContentFilled, detail)),
        });
    };
    if content.kind() == Kind::Text {
        return Ok(plain(vec![Part { kind: PartKind::Text(string(content)?), extras: about }]));
    }
    let nodes = list(content).map_err(|error| error.at("content"))?;
    let has_id = about.get(ITEM_ID).is_some();
    let mut parts = Vec::with_capacity(nodes.len());
    for (at, part) in nodes.iter().enumerate() {
        match read_part(*part, has_id).map_err(|error| at_item(error, "content", at))? {
            Some(part) => parts.push(part),
            // An item with an unmodelled part is kept verbatim as a whole.
            None => return Ok(whole_message(node, fields)),
        }
    }
    let Some((first, rest)) = parts.split_first_mut() else { return Ok(whole_message(node, fields)) };
    rest.iter_mut().for_each(|part| keep_id(&mut part.extras, fields));
    about.iter().for_each(|(name, json)| first.extras.push(name, json));
    let is_mistaken = nodes.iter().any(|part| is_text_of_others(*part, "output_text"));
    let detail = "text in a message of the assistant had the user's type, and got the assistant's";
    let repair = is_mistaken.then(|| (RepairCode::RoleCorrected, detail.to_owned()));
    Ok(AssistantItem { content: ItemContent::Parts(parts), repair })
}

/// Keeps a message with an unmodelled part as it is. In an answer, its role may be absent or another; a request needs
/// the assistant's.
fn whole_message(node: Node<'_>, fields: &Fields<'_>) -> AssistantItem {
    if fields.text("role").as_deref() == Some(ASSISTANT) {
        return plain(vec![verbatim(node)]);
    }
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    object.text("role", ASSISTANT);
    for (name, value) in fields.iter().filter(|(name, _)| **name != *"role") {
        object.key(name).extend_from_slice(value.json().as_bytes());
    }
    object.end();
    let part = Part::from(PartKind::other(Format::OpenaiResponses, &String::from_utf8_lossy(&json)));
    let detail = "a message of the answer had not the assistant's role, and got it".to_owned();
    AssistantItem {
        content: ItemContent::Parts(vec![part]),
        repair: Some((RepairCode::RoleCorrected, detail)),
    }
}

const ASSISTANT: &str = "assistant";

/// The fields of a message that are read, and not kept under `item`.
pub(super) const MODELLED: [&str; 6] = ["type", "role", "content", "id", "status", "phase"];

/// The other fields of a message. `"completed"` is the default status of a message with an id.
fn about_message(fields: &Fields<'_>) -> Extras {
    let mut about = Extras::default();
    keep_id(&mut about, fields);
    let has_id = !about.is_empty();
    for name in ["status", "phase"] {
        let is_default = |node: &Node<'_>| name == "status" && has_id && node.json() == "\"completed\"";
        if let Some(node) = fields.get(name).filter(|node| !node.is_null() && !is_default(node)) {
            about.push(name, node.json());
        }
    }
    nest(&mut about, "item", fields, &MODELLED);
    about
}

/// Reads a part of the assistant's message; `None` when it is not modelled.
fn read_part(node: Node<'_>, has_id: bool) -> Outcome<Option<Part>> {
    let fields = object(node)?;
    let (kind, known): (PartKind, &[&str]) = match required(&fields, "type")?.as_ref() {
        "output_text" | "input_text" | "text" => {
            (PartKind::Text(required(&fields, "text")?), &["type", "text"])
        }
        "refusal" => (PartKind::Refusal(required(&fields, "refusal")?), &["type", "refusal"]),
        // Media belong in the user's messages (OR8). Sanitising moves or drops them.
        "input_image" | "input_file" => {
            return Ok(Some(read_input(node)?).filter(|part| part.as_media().is_some()));
        }
        _ => return Ok(None),
    };
    let mut own = extras(&fields, known);
    // A text in a message with an id always has a list of annotations, which may be empty.
    let is_idle = has_id && own.get("annotations") == Some("[]");
    own.retain(|name| !(is_idle && name == "annotations"));
    Ok(Some(Part { kind, extras: own }))
}

fn read_call(fields: &Fields<'_>, kind: CallKind) -> Outcome<AssistantItem> {
    let payload = match kind {
        CallKind::Function | CallKind::Builtin(_) => "arguments",
        CallKind::Custom => "input",
    };
    let arguments = match fields.get(payload) {
        None => Arguments::Text("".into()),
        Some(node) => match node.kind() {
            Kind::Null => Arguments::Text("".into()),
            Kind::Text => Arguments::Text(string(node)?),
            Kind::Bool | Kind::Number | Kind::List | Kind::Object => Arguments::Json(node.json().into()),
        },
    };
    let name = optional(fields, "name")?.unwrap_or_default();
    let repair = matches!(arguments, Arguments::Json(_)).then(|| {
        let detail = format!("the arguments of {name} are a JSON value, which is sent as its text");
        (RepairCode::ArgumentsEncoded, detail)
    });
    let mut own = extras(fields, &["type", "call_id", "name", payload, "id"]);
    keep_id(&mut own, fields);
    let call = ToolCall {
        id: optional(fields, "call_id")?.unwrap_or_default(),
        name,
        arguments,
        kind,
        after_parts: None,
        extras: own,
    };
    Ok(AssistantItem { content: ItemContent::Call(call), repair })
}

/// Reads reasoning. Its text is the summary, or the content that open models return. When one text cannot hold
/// everything, the lists are kept verbatim.
pub(super) fn read_reasoning(fields: &Fields<'_>) -> Outcome<Part> {
    let (summary, content) = (texts_of(fields, "summary"), texts_of(fields, "content"));
    let texts = if summary.is_empty() { &content } else { &summary };
    let reasoning = Reasoning {
        text: (!texts.is_empty()).then(|| texts.join("\n\n").into()),
        signature: None,
        encrypted: optional(fields, "encrypted_content")?,
        origin: Some(Origin { format: Format::OpenaiResponses, model: None }),
    };
    let mut own = Extras::default();
    keep_id(&mut own, fields);
    let is_plain = match summary.as_slice() {
        [] => content.is_empty(),
        [_] => true,
        _ => false,
    };
    if let Some(node) = fields.get("summary").filter(|_| !is_plain) {
        own.push("summary", node.json());
    }
    for (name, node) in fields.iter() {
        let is_known = ["type", "id", "summary", "encrypted_content"].contains(&name);
        let is_idle = name == "content" && matches!(node.json(), "null" | "[]");
        if !is_known && !is_idle {
            own.push(name, node.json());
        }
    }
    Ok(Part { kind: PartKind::Reasoning(Box::new(reasoning)), extras: own })
}

/// The texts of the items of a list.
fn texts_of(fields: &Fields<'_>, name: &str) -> Vec<Box<str>> {
    let mut texts = Vec::new();
    for item in fields.get(name).and_then(Node::list).unwrap_or_default() {
        texts.push_all(item.fields().and_then(|item| item.text("text").map(Box::from)));
    }
    texts
}
