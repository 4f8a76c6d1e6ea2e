//! The options of a request, read from JSON.

use crate::error::{Code, ConversationError, Outcome};
use crate::format::json::read::{noun, object};
use crate::format::openai_chat::{vendor_at, vendor_named};
use crate::json::{Fields, Node};
use crate::sanitize::{
    Capabilities, Continues, Lifetimes, ModelRow, OpenCalls, RequestOptions, Spelling, SummaryRole,
};

const OPTIONS: [&str; 11] = [
    "capabilities",
    "openCalls",
    "interruptedText",
    "summaryRole",
    "spelling",
    "vendor",
    "baseURL",
    "models",
    "continue",
    "appendToolChanges",
    "cacheBreakpoints",
];
const MODEL: [&str; 5] = ["name", "like", "prefill", "thinking", "readsThinkingOf"];
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
    if let Some(node) = present(&fields, "appendToolChanges") {
        let known = || invalid("`appendToolChanges` must be true or false");
        options.appends_tool_changes = node.truth().ok_or_else(known)?;
    }
    if let Some(node) = present(&fields, "cacheBreakpoints") {
        options.breakpoints = read_lifetimes(node)?;
    }
    if let Some(url) = present(&fields, "baseURL") {
        let url = url.text().ok_or_else(|| invalid("`baseURL` must be a string"))?;
        options.vendor = vendor_at(&url);
        options.is_elsewhere = options.vendor.is_none();
    }
    if let Some(name) = present(&fields, "vendor") {
        let name = name.text().ok_or_else(|| invalid("`vendor` must be a string"))?;
        options.vendor = Some(vendor_named(&name)?);
        options.is_elsewhere = false;
    }
    options.vendor_name = options.vendor.map(|vendor| vendor.name);
    if let Some(node) = present(&fields, "models") {
        let rows = node.list().ok_or_else(|| invalid("`models` must be a list"))?;
        for (at, row) in rows.into_iter().enumerate() {
            options.models.push(read_model(row, at)?);
        }
    }
    Ok(options)
}

/// Reads the lifetimes of breakpoints; `None` for `false`.
fn read_lifetimes(node: Node<'_>) -> Outcome<Option<Lifetimes>> {
    if let Some(is_wanted) = node.truth() {
        return Ok(is_wanted.then(Lifetimes::default));
    }
    let wrong = "`cacheBreakpoints` must be true, false or an object";
    let fields = node.fields().ok_or_else(|| invalid(wrong))?;
    refuse_unknown(&fields, &["ttl", "systemTtl"], "field of `cacheBreakpoints`:")?;
    let is_long = |name: &str| match present(&fields, name).map(|node| node.text()) {
        None => Ok(None),
        Some(Some(ttl)) if ttl == "5m" || ttl == "1h" => Ok(Some(ttl == "1h")),
        Some(_) => Err(invalid(format!("`cacheBreakpoints.{name}` must be 5m or 1h"))),
    };
    let is_long_everywhere = is_long("ttl")?.unwrap_or(false);
    let is_long_in_system = is_long("systemTtl")?.unwrap_or(is_long_everywhere);
    if is_long_everywhere && !is_long_in_system {
        return Err(invalid("`cacheBreakpoints.systemTtl` must not be shorter than `ttl`"));
    }
    Ok(Some(Lifetimes { is_long_in_system, is_long: is_long_everywhere }))
}

/// Reads a row about models.
fn read_model(node: Node<'_>, at: usize) -> Outcome<ModelRow> {
    let fields = node.fields().ok_or_else(|| invalid(format!("`models[{at}]` must be an object")))?;
    refuse_unknown(&fields, &MODEL, &format!("field of `models[{at}]`:"))?;
    let wrong = |name: &str, wanted: &str| invalid(format!("`models[{at}].{name}` must be {wanted}"));
    let text = |name: &str| {
        let read =
            |node: Node<'_>| node.text().filter(|text| !text.is_empty()).map(|text| text.as_ref().into());
        let node = present(&fields, name);
        node.map(|node| read(node).ok_or_else(|| wrong(name, "a name"))).transpose()
    };
    let names = |name: &str| -> Outcome<Option<Vec<Box<str>>>> {
        let Some(node) = present(&fields, name) else { return Ok(None) };
        let mut names = Vec::new();
        for item in node.list().ok_or_else(|| wrong(name, "a list of names"))? {
            let text = item.text().ok_or_else(|| wrong(name, "a list of names"))?;
            names.push(text.as_ref().into());
        }
        Ok(Some(names))
    };
    let prefill = present(&fields, "prefill");
    Ok(ModelRow {
        name: text("name")?.ok_or_else(|| wrong("name", "a name"))?,
        like: text("like")?,
        prefill: prefill
            .map(|node| node.truth().ok_or_else(|| wrong("prefill", "true or false")))
            .transpose()?,
        thinking: names("thinking")?,
        reads: names("readsThinkingOf")?.unwrap_or_default(),
    })
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
