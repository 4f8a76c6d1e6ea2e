//! What stands beside the blocks of a message, and is never sent.

use super::block::read_origin;
use crate::format::read::extras;
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Extras, Message, Origin, Usage};

/// Marks a summary, as the adapter for the SDK does.
const SUMMARY: &str = "backscrollSummary";
/// Names the maker of reasoning.
const ORIGIN: &str = "backscrollOrigin";

/// Metadata that was read.
#[derive(Default)]
pub(super) struct Metadata {
    pub(super) usage: Option<Usage>,
    /// As it was reported.
    pub(super) reported: Option<Box<str>>,
    pub(super) is_summary: bool,
    pub(super) origin: Option<Origin>,
    /// What is not modelled, as an object.
    pub(super) rest: Option<Box<str>>,
}

pub(super) fn read(node: Option<Node<'_>>) -> Metadata {
    let fields = node.and_then(Node::fields).unwrap_or_default();
    let custom = fields.get("custom").and_then(Node::fields).unwrap_or_default();
    let usage = fields.get("usage").filter(|node| !node.is_null());
    let mut inner = extras(&custom, &[SUMMARY, ORIGIN]);
    let is_idle = |fields: &Fields<'_>, name: &str| fields.get(name).is_none_or(Node::is_null);
    inner.retain(|name| !is_idle(&custom, name));
    let read = usage.and_then(read_usage);
    let mut rest = extras(&fields, if read.is_some() { &["usage", "custom"] } else { &["custom"] });
    rest.retain(|name| !is_idle(&fields, name));
    if !inner.is_empty() {
        rest.push("custom", &object(&inner));
    }
    Metadata {
        reported: usage.filter(|_| read.is_some()).map(|node| node.json().into()),
        usage: read,
        is_summary: custom.get(SUMMARY).and_then(Node::truth) == Some(true),
        origin: custom.get(ORIGIN).and_then(read_origin),
        rest: (!rest.is_empty()).then(|| object(&rest).into()),
    }
}

pub(super) fn object(fields: &Extras) -> String {
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    fields.iter().for_each(|(name, json)| object.json(name, json));
    object.end();
    String::from_utf8(json).unwrap_or_default()
}

/// Some providers count cached input in, others beside, as Bedrock and Anthropic; the total tells, but for Anthropic's,
/// of which the SDK makes it itself and leaves out what was cached. There it shows when more was cached than is counted.
fn read_usage(node: Node<'_>) -> Option<Usage> {
    let fields = node.fields()?;
    let count = |name: &str| fields.get(name).and_then(Node::count);
    let (input, output) = (count("inputTokens")?, count("outputTokens")?);
    let cached = count("cacheReadInputTokens");
    let beside = cached.unwrap_or(0).saturating_add(count("cacheWriteInputTokens").unwrap_or(0));
    let is_sum = count("totalTokens").is_none_or(|total| total == input.saturating_add(output));
    let is_whole = is_sum && beside <= input;
    let input = if is_whole { input } else { input.saturating_add(beside) };
    Some(Usage { input: Some(input), output: Some(output), cached_input: cached, ..Usage::default() })
}

/// The metadata of a message; `None` when there is nothing to say. `reported` is what the provider reported.
pub(super) fn write(message: &Message, is_summary: bool, reported: Option<Node<'_>>) -> Option<String> {
    let notes = message.notes.as_deref();
    let rest = notes.and_then(|notes| notes.extras.get("metadata"));
    let rest = rest.and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
    let mut all = extras(&rest, &["custom"]);
    if let Some(usage) = notes.and_then(|notes| notes.usage.as_ref()) {
        let same = reported.filter(|node| read_usage(*node).as_ref() == Some(usage));
        let written = || write_usage(usage);
        all.push("usage", &same.map_or_else(written, |node| node.json().to_owned()));
    }
    let custom = rest.get("custom").and_then(Node::fields).unwrap_or_default();
    let mut custom = extras(&custom, &[]);
    if is_summary {
        custom.push(SUMMARY, "true");
    }
    let origin = message.content().parts().iter().find_map(|part| part.as_reasoning()?.origin.as_ref());
    if let Some(origin) = origin {
        let mut json = Vec::new();
        let mut object = ObjectWriter::begin(&mut json);
        object.text("format", origin.format.as_str());
        origin.model.iter().for_each(|model| object.text("model", model));
        object.end();
        custom.push(ORIGIN, &String::from_utf8_lossy(&json));
    }
    if !custom.is_empty() {
        all.push("custom", &object(&custom));
    }
    (!all.is_empty()).then(|| object(&all))
}

fn write_usage(usage: &Usage) -> String {
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    object.number("inputTokens", usage.input.unwrap_or(0));
    object.number("outputTokens", usage.output.unwrap_or(0));
    object.number("totalTokens", usage.total());
    if let Some(cached) = usage.cached_input {
        object.number("cacheReadInputTokens", cached);
    }
    object.end();
    String::from_utf8(json).unwrap_or_default()
}
