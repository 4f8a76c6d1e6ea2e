//! The options of a request, read from JSON.

use super::read::{noun, object};
use crate::error::{Code, ConversationError, Outcome};
use crate::json::{Fields, Node};
use crate::sanitize::{Capabilities, Continues, OpenCalls, RequestOptions, Spelling, SummaryRole};

const OPTIONS: [&str; 6] =
    ["capabilities", "openCalls", "interruptedText", "summaryRole", "spelling", "continue"];
const CAPABILITIES: [&str; 7] = [
    "prefill",
    "systemMidConversation",
    "assistantFirst",
    "media",
    "toolsDeclared",
    "model",
    "reasoningContent",
];

/// Reads `FormatOptions`; an empty text means no options.
///
/// # Errors
///
/// `invalid-argument`, naming the option.
pub fn read_options(json: &str) -> Outcome<RequestOptions> {
    let mut options = RequestOptions::default();
    if json.is_empty() {
        return Ok(options);
    }
    let node = Node::parse(json).ok_or_else(|| invalid("the options are not valid JSON"))?;
    let fields =
        object(node).map_err(|_| invalid(format!("options must be an object, not {}", noun(node))))?;
    refuse_unknown(&fields, &OPTIONS, "option")?;
    if let Some(node) = present(&fields, "capabilities") {
        options.capabilities = read_capabilities(node)?;
    }
    if let Some(node) = present(&fields, "openCalls") {
        options.open_calls = match node.text().as_deref() {
            Some("close") => Some(OpenCalls::Close),
            Some("keep") => Some(OpenCalls::Keep),
            Some("drop") => Some(OpenCalls::Drop),
            _ => return Err(invalid("`openCalls` must be close, keep or drop")),
        };
    }
    if let Some(node) = present(&fields, "interruptedText") {
        let text = node.text().filter(|text| !text.trim().is_empty());
        options.interrupted_text =
            text.ok_or_else(|| invalid("`interruptedText` must be a text that is not blank"))?.into_owned();
    }
    if let Some(node) = present(&fields, "summaryRole") {
        options.summary_role = match node.text().as_deref() {
            Some("system") => Some(SummaryRole::System),
            Some("user") => Some(SummaryRole::User),
            _ => return Err(invalid("`summaryRole` must be system or user")),
        };
    }
    if let Some(node) = present(&fields, "spelling") {
        let spelling = node.text().and_then(|name| Spelling::parse(&name));
        let known = || invalid("`spelling` must be camelCase or snake_case");
        options.spelling = Some(spelling.ok_or_else(known)?);
    }
    if let Some(node) = present(&fields, "continue") {
        options.continues = match (node.truth(), node.text().as_deref()) {
            (Some(false), _) => None,
            (Some(true), _) => Some(Continues::Newest),
            (None, Some("anew")) => Some(Continues::Anew),
            _ => return Err(invalid("`continue` must be true, false or anew")),
        };
    }
    Ok(options)
}

fn read_capabilities(node: Node<'_>) -> Outcome<Capabilities> {
    let fields = node.fields().ok_or_else(|| invalid("`capabilities` must be an object"))?;
    refuse_unknown(&fields, &CAPABILITIES, "capability")?;
    let flag = |name: &str| match present(&fields, name) {
        None => Ok(None),
        Some(node) => node
            .truth()
            .map(Some)
            .ok_or_else(|| invalid(format!("`capabilities.{name}` must be true or false"))),
    };
    let model = match present(&fields, "model") {
        None => None,
        Some(node) => {
            Some(node.text().ok_or_else(|| invalid("`capabilities.model` must be a string"))?.into_owned())
        }
    };
    Ok(Capabilities {
        prefill: flag("prefill")?,
        system_mid_conversation: flag("systemMidConversation")?,
        assistant_first: flag("assistantFirst")?,
        media: flag("media")?,
        tools_declared: flag("toolsDeclared")?,
        reasoning_content: flag("reasoningContent")?,
        model,
    })
}

fn present<'a>(fields: &Fields<'a>, name: &str) -> Option<Node<'a>> {
    fields.get(name).filter(|node| !node.is_null())
}

fn refuse_unknown(fields: &Fields<'_>, known: &[&str], noun: &str) -> Outcome<()> {
    match fields.iter().find(|(name, _)| !known.contains(name)) {
        None => Ok(()),
        Some((name, _)) => Err(invalid(format!("unknown {noun} `{name}`; known are {}", known.join(", ")))),
    }
}

fn invalid(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidArgument, text)
}
