//! Reading one block of Anthropic Messages.

use super::rules;
use crate::error::Outcome;
use crate::format::blocks::{Block, Fault, ResultBlock, read_call};
use crate::format::json::read::{extras, object, optional, read_content, required, role_of_part};
use crate::json::{Fields, Node};
use crate::list::Listed;
use crate::message::{Format, Media, Origin, Part, PartKind, Reasoning, Role, ToolResult};
use crate::repair::RepairCode;

/// Blocks that only the assistant's messages hold, beside calls and thinking.
const OF_ASSISTANT: [&str; 7] = [
    "server_tool_use",
    "mcp_tool_use",
    "mcp_tool_result",
    "compaction",
    "fallback",
    "thinking",
    "redacted_thinking",
];

const NULL: Fault =
    (RepairCode::FieldDropped, &rules::AN9, "the null in place of a result's content was left out");

/// The role of this block, if only one role may hold it.
pub(super) fn only_role(block: &Block) -> Option<Role> {
    match block {
        Block::Call(_) => Some(Role::Assistant),
        Block::Result(_) => Some(Role::Tool),
        Block::Part(part) => role_of_part(part, role_of),
        Block::Mark(_) => None,
    }
}

/// The role of an unmodelled block of this type, if only one role may hold it.
pub(super) fn role_of(kind: &str) -> Option<Role> {
    let is_assistants =
        OF_ASSISTANT.contains(&kind) || (kind.ends_with("_tool_result") && kind != "tool_result");
    match kind {
        "tool_addition" | "tool_removal" => Some(Role::System),
        _ if is_assistants => Some(Role::Assistant),
        _ => None,
    }
}

/// Reads a block.
pub(super) fn read_block(node: Node<'_>) -> Outcome<Block> {
    let fields = object(node)?;
    match required(&fields, "type")?.as_ref() {
        "tool_use" => Ok(Block::Call(read_call(&fields, "id")?)),
        "tool_result" => {
            let content = fields.get("content");
            let result = ToolResult {
                call_id: optional(&fields, "tool_use_id")?.unwrap_or_default(),
                content: read_content(&fields, "content", read_inner)?,
                is_error: fields.get("is_error").and_then(Node::truth),
            };
            let extras = extras(&fields, &["type", "tool_use_id", "content", "is_error"]);
            let had_null = content.is_some_and(Node::is_null);
            Ok(Block::Result(ResultBlock {
                result,
                extras,
                faults: had_null.then_some(NULL).into_iter().listed(),
            }))
        }
        kind => Ok(Block::Part(read_part(node, &fields, kind)?)),
    }
}

/// Reads a block of the instructions beside the messages.
pub(super) fn read_system(node: Node<'_>) -> Outcome<Block> {
    read_inner(node).map(Block::Part)
}

/// Reads a block that is neither call nor result.
pub(super) fn read_inner(node: Node<'_>) -> Outcome<Part> {
    let fields = object(node)?;
    let kind = required(&fields, "type")?;
    read_part(node, &fields, &kind)
}

fn read_part(node: Node<'_>, fields: &Fields<'_>, kind: &str) -> Outcome<Part> {
    let verbatim = || Part::from(PartKind::other(Format::Anthropic, node.json()));
    let origin = Some(Origin { format: Format::Anthropic, model: None });
    let (kind, known): (PartKind, &[&str]) = match kind {
        "text" => (PartKind::Text(required(fields, "text")?), &["type", "text"]),
        "thinking" => {
            let reasoning = Reasoning {
                text: optional(fields, "thinking")?,
                signature: optional(fields, "signature")?,
                encrypted: None,
                origin,
            };
            (PartKind::Reasoning(Box::new(reasoning)), &["type", "thinking", "signature"])
        }
        "redacted_thinking" => {
            let reasoning =
                Reasoning { encrypted: optional(fields, "data")?, origin, ..Reasoning::default() };
            (PartKind::Reasoning(Box::new(reasoning)), &["type", "data"])
        }
        "image" => match read_source(fields) {
            Some(media) => (PartKind::Image(Box::new(media)), &["type", "source"]),
            None => return Ok(verbatim()),
        },
        "document" => match read_source(fields) {
            Some(mut media) => {
                media.name = optional(fields, "title")?;
                (PartKind::File(Box::new(media)), &["type", "source", "title"])
            }
            None => return Ok(verbatim()),
        },
        _ => return Ok(verbatim()),
    };
    Ok(Part { kind, extras: extras(fields, known) })
}

/// The media of a block; `None` when its source is of a kind, or has a field, that is not modelled.
fn read_source(fields: &Fields<'_>) -> Option<Media> {
    let source = fields.get("source")?.fields()?;
    let known = ["type", "media_type", "data", "url", "file_id"];
    if source.iter().any(|(name, _)| !known.contains(&name)) {
        return None;
    }
    let text = |name: &str| source.text(name).map(|text| Box::from(text.as_ref()));
    match source.text("type")?.as_ref() {
        "base64" => Some(Media {
            media_type: Some(text("media_type")?),
            data: Some(text("data")?),
            ..Media::default()
        }),
        "url" => Some(Media { url: Some(text("url")?), ..Media::default() }),
        "file" => Some(Media {
            file_id: Some(text("file_id")?),
            origin: Some(Format::Anthropic),
            ..Media::default()
        }),
        _ => None,
    }
}
