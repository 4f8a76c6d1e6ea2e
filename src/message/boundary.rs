//! Boundaries: summaries that a provider wrote of everything before them.

use super::content::Content;
use super::format_name::Format;
use super::message::{Body, Message};
use super::part::PartKind;
use crate::json::Node;
use crate::text::find;

/// A summary that a provider made by itself. The provider reads a request from its newest boundary on.
///
/// Sources: <https://platform.claude.com/docs/en/build-with-claude/compaction> and
/// <https://developers.openai.com/api/docs/guides/compaction>.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boundary {
    /// The provider that made it, and reads it.
    pub format: Format,
    /// True if its text is not encrypted, so that other providers can read it.
    pub is_readable: bool,
    /// True if the message holds nothing else. It answers a request to compact, and replaces that request's messages.
    pub is_alone: bool,
}

impl Message {
    /// The newest boundary in the message, if there is one. A failed compaction, with null content, does not count.
    pub fn boundary(&self) -> Option<Boundary> {
        let Body::Assistant { content: Content::Parts(parts), calls } = &self.body else { return None };
        let is_alone = parts.len() == 1 && calls.is_empty();
        parts.iter().rev().find_map(|part| read(&part.kind, is_alone))
    }
}

fn read(part: &PartKind, is_alone: bool) -> Option<Boundary> {
    let PartKind::Other { format, json, .. } = part else { return None };
    find(json, "compaction")?;
    let fields =
        Node::parse(json)?.fields().filter(|fields| fields.text("type").as_deref() == Some("compaction"))?;
    let holds = |name: &str| fields.text(name).is_some_and(|text| !text.is_empty());
    let is_readable = holds("content");
    let is_encrypted = format.has_encrypted_summaries() && holds("encrypted_content");
    let is_made = is_encrypted || (format.has_readable_summaries() && is_readable);
    is_made.then_some(Boundary { format: *format, is_readable, is_alone })
}
