//! Requests whose answer may come after the conversation was restored, and the names of tools that it may hold.

use super::read::{PREFIX, read_prefix};
use super::snapshot_fields::{items, number, write_list};
use crate::error::{ConversationError, Outcome};
use crate::format::json::read::{invalid, object, optional, required, string};
use crate::format::{MappedName, TARGETS, target};
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Format, PrefixDigest};

/// A request whose answer the snapshot can still match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRequest {
    /// The number of its target.
    pub target: usize,
    /// The model that it named.
    pub model: Option<Box<str>>,
    /// The vendor that it named.
    pub vendor: Option<Box<str>>,
    /// Our estimate of its tokens; `None` when there was none, or the history has changed since.
    pub tokens: Option<u64>,
    /// True if it had its own system prompt.
    pub has_other_prompt: bool,
    /// Its digest, if its model checks everything before reasoning.
    pub prefix: Option<PrefixDigest>,
    /// True if it asked the provider to keep the conversation.
    pub is_kept: bool,
    /// True if the host was to send it.
    pub is_sent: bool,
    /// The tools that requests for the target declare; `None` if each declares its own.
    pub tools: Option<SavedTools>,
    /// The history since it was written.
    pub since: Since,
}

/// The tools that requests declare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedTools {
    /// The list, as JSON.
    pub list: Box<str>,
    /// The id of the first message that changes them.
    pub first: Option<Box<str>>,
}

/// The events since a request was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// The history is as it was.
    Unchanged,
    /// The history was changed.
    Changed,
    /// An answer came.
    Answered,
}

impl Since {
    const ALL: [(Self, &'static str); 3] =
        [(Self::Unchanged, "unchanged"), (Self::Changed, "changed"), (Self::Answered, "answered")];
}

pub(super) fn write_requests(requests: &[SavedRequest], object: &mut ObjectWriter<'_>) {
    if requests.is_empty() {
        return;
    }
    write_list(object.key("requests"), requests, |request, out| {
        let mut object = ObjectWriter::begin(out);
        if let Some(target) = TARGETS.get(request.target) {
            object.text("target", target.dialect().format.as_str());
        }
        let since = Since::ALL.iter().find(|(since, _)| *since == request.since);
        since.iter().for_each(|(_, name)| object.text("since", name));
        if let Some(model) = &request.model {
            object.text("model", model);
        }
        if let Some(vendor) = &request.vendor {
            object.text("vendor", vendor);
        }
        if let Some(tokens) = request.tokens {
            object.number("tokens", tokens);
        }
        if request.has_other_prompt {
            object.json("otherPrompt", "true");
        }
        if let Some(prefix) = request.prefix {
            object.text(PREFIX, &prefix.to_hex());
        }
        if request.is_kept {
            object.json("kept", "true");
        }
        if request.is_sent {
            object.json("sent", "true");
        }
        if let Some(SavedTools { list, first }) = &request.tools {
            object.json("tools", list);
            if let Some(first) = first {
                object.text("changedBy", first);
            }
        }
        object.end();
    });
}

/// Older snapshots lack this field.
pub(super) fn read_requests(fields: &Fields<'_>) -> Outcome<Vec<SavedRequest>> {
    match fields.get("requests") {
        Some(_) => items(fields, "requests", read_request),
        None => Ok(Vec::new()),
    }
}

pub(super) fn write_names(names: &[MappedName], object: &mut ObjectWriter<'_>) {
    if !names.is_empty() {
        write_list(object.key("toolNames"), names, |name, out| {
            let mut object = ObjectWriter::begin(out);
            object.text("own", &name.own);
            object.text("sent", &name.sent);
            object.end();
        });
    }
}

/// Snapshots without mapped names lack this field.
pub(super) fn read_names(fields: &Fields<'_>) -> Outcome<Vec<MappedName>> {
    let read = |node| {
        let fields = object(node)?;
        Ok(MappedName { own: required(&fields, "own")?, sent: required(&fields, "sent")? })
    };
    match fields.get("toolNames") {
        Some(_) => items(fields, "toolNames", read),
        None => Ok(Vec::new()),
    }
}

fn read_request(node: Node<'_>) -> Outcome<SavedRequest> {
    let fields = object(node)?;
    let name = fields.text("target").unwrap_or_default();
    let target = Format::parse(&name).and_then(target).map_err(|error| error.at("target"))?;
    let format = target.dialect().format;
    let since = fields.text("since").unwrap_or_default();
    let since = Since::ALL.into_iter().find(|(_, name)| *name == since);
    let (since, _) = since.ok_or_else(|| invalid("expected unchanged, changed or answered").at("since"))?;
    let model = fields.get("model").map(string).transpose();
    Ok(SavedRequest {
        target: TARGETS.iter().position(|target| target.dialect().format == format).unwrap_or_default(),
        model: model.map_err(|error: ConversationError| error.at("model"))?,
        vendor: optional(&fields, "vendor")?,
        tokens: fields.get("tokens").map(|_| number(&fields, "tokens")).transpose()?,
        has_other_prompt: fields.get("otherPrompt").is_some(),
        prefix: optional(&fields, PREFIX)?.map(|text| read_prefix(&text)).transpose()?,
        is_kept: fields.get("kept").is_some(),
        is_sent: fields.get("sent").is_some(),
        tools: match fields.get("tools") {
            Some(list) => {
                Some(SavedTools { list: list.json().into(), first: optional(&fields, "changedBy")? })
            }
            None => None,
        },
        since,
    })
}
