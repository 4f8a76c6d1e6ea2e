//! Refusing a body that is visibly in another format than the given one. A body is read as the format that the caller
//! names: nothing is guessed.

use super::interchange::interchange;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::target::Target;
use crate::format::targets::{TARGETS, target};
use crate::json::{Fields, Kind, Node};
use crate::message::Format;
use std::borrow::Cow;

/// Refuses a body with a sign of another format. Only signs that the given format cannot have count. The reader of the
/// format judges everything that is merely unusual.
///
/// # Errors
///
/// `wrong-format`, with the path of the sign, and the name of the other format as the detail `looksLike`.
pub(crate) fn refuse_foreign(given: Format, body: Node<'_>) -> Outcome<()> {
    let Some(Sign { format, path, what, .. }) = find(given, body) else {
        return Ok(());
    };
    let (is, not) = (format.as_str(), given.as_str());
    let reason = format!("this is `{is}`, not `{not}`: {what}; give the format that the body is in");
    Err(ConversationError::new(Code::WrongFormat, reason).at(path).with_name("looksLike", is))
}

/// A sign of a format.
struct Sign {
    format: Format,
    /// Another format that has the sign, too.
    other: Option<Format>,
    path: Cow<'static, str>,
    what: Cow<'static, str>,
}

impl Sign {
    fn of(format: Format, path: impl Into<Cow<'static, str>>, what: impl Into<Cow<'static, str>>) -> Self {
        Self { format, other: None, path: path.into(), what: what.into() }
    }

    /// Returns true if this format can have the sign. All formats whose calls look like those of chat completions share
    /// their signs, and the client of Cohere spells them as that of Mistral.
    fn fits(&self, format: Format) -> bool {
        format == self.format
            || Some(format) == self.other
            || (self.format == Format::OpenaiChat && is_chat(format))
            || (self.format == Format::Mistral && format == Format::Cohere)
    }
}

/// The fields in which bodies keep their messages, each with the format that is named in the error.
const LISTS: [(&str, Format); 4] = [
    ("contents", Format::Gemini),
    ("input", Format::OpenaiResponses),
    ("inputs", Format::MistralConversations),
    ("messages", Format::OpenaiChat),
];

/// The field in which bodies of this format keep their messages.
fn own_list(format: Format) -> &'static str {
    let steps = [(Format::GeminiInteractions, "input"), (Format::MistralConversations, "inputs")];
    if let Some((_, name)) = steps.into_iter().find(|(own, _)| *own == format) {
        return name;
    }
    target(format).map_or("messages", |target| target.dialect().request.messages)
}

/// Returns true for formats that have calls as OpenAI's chat completions have them.
fn is_chat(format: Format) -> bool {
    let is_own = |target: &&dyn Target| target.dialect().format == format;
    matches!(format, Format::Langchain | Format::Cohere | Format::Ollama)
        || TARGETS.iter().find(|target| is_own(target)).is_some_and(|target| target.is_chat())
}

fn find(given: Format, body: Node<'_>) -> Option<Sign> {
    let fields = body.fields().unwrap_or_default();
    let own = own_list(given);
    let (name, messages) = match body.list().or_else(|| fields.get(own)?.list()) {
        Some(list) => (if body.kind() == Kind::List { "" } else { own }, list),
        None if fields.get(own).is_some() => return None,
        None => return other_list(given, &fields),
    };
    for (at, message) in messages.iter().enumerate() {
        let Some(message) = message.fields() else { continue };
        if let Some(sign) = foreign_sign(Some(given), &message) {
            let step = if sign.path.is_empty() { "" } else { "." };
            return Some(Sign { path: format!("{name}[{at}]{step}{}", sign.path).into(), ..sign });
        }
    }
    system_beside(given, &fields, &messages)
}

/// The sign of a body without a list of its own that has the list of another format.
fn other_list(given: Format, fields: &Fields<'_>) -> Option<Sign> {
    let is_list = |node: &Node<'_>| matches!(node.kind(), Kind::List | Kind::Text);
    let (name, format, list) = LISTS
        .into_iter()
        .filter(|(_, format)| *format != given)
        .find_map(|(name, format)| Some((name, format, fields.get(name).filter(is_list)?)))?;
    let what = format!("its messages are in `{name}`");
    if name != "messages" {
        return Some(Sign::of(format, name, what));
    }
    if interchange(given).is_some() {
        return None;
    }
    let messages = list.list().unwrap_or_default();
    let inside = messages.iter().find_map(|message| foreign_sign(None, &message.fields()?));
    let sign = inside.or_else(|| system_beside(Format::OpenaiChat, fields, &messages));
    Some(Sign::of(sign.map_or(format, |sign| sign.format), name, what))
}

/// The sign of a system prompt beside the messages, for a format that has it among the messages.
fn system_beside(given: Format, fields: &Fields<'_>, messages: &[Node<'_>]) -> Option<Sign> {
    let strands = ["systemPrompt", "system_prompt"].into_iter().find(|name| fields.get(name).is_some());
    if let Some(name) = strands.filter(|_| given != Format::Strands && fields.get("model").is_none()) {
        let what = format!("the system prompt is in `{name}`");
        return Some(Sign::of(Format::Strands, name, what));
    }
    if !is_chat(given) && given != Format::Strands {
        return None;
    }
    let system = fields.get("system")?;
    let blocks = system.list().unwrap_or_default();
    let first = blocks.first().copied().and_then(Node::fields);
    // A text in `system` may be the field of a vendor. It is a prompt if the body has `max_tokens`, or names no model.
    let is_certain = fields.get("max_tokens").is_some() || fields.get("model").is_none();
    let is_prompt = first.is_some() || (system.kind() == Kind::Text && is_certain);
    let is_instruction = |message: &Node<'_>| {
        let role = message.fields().and_then(|message| message.text("role").map(String::from));
        matches!(role.as_deref(), Some("system" | "developer"))
    };
    if !is_prompt || messages.iter().any(is_instruction) {
        return None;
    }
    let format = match first {
        Some(block) if block.get("type").is_none() => Format::Bedrock,
        Some(_) | None => Format::Anthropic,
    };
    Some(Sign::of(format, "system", "the system prompt is beside the messages"))
}

/// The first sign in a message that the given format cannot have; without a given format, the first sign of any.
fn foreign_sign(given: Option<Format>, message: &Fields<'_>) -> Option<Sign> {
    let is_foreign = |sign: &Sign| given.is_none_or(|given| !sign.fits(given));
    for read in [by_type, by_parts, by_field, by_calls] {
        if let Some(sign) = read(message).filter(is_foreign) {
            return Some(sign);
        }
    }
    let blocks = message.get("content").and_then(Node::list).unwrap_or_default();
    for (at, block) in blocks.into_iter().enumerate() {
        let sign = block.fields().and_then(|block| by_block(&block));
        if let Some(sign) = sign.filter(is_foreign) {
            return Some(Sign { path: format!("content[{at}]").into(), ..sign });
        }
    }
    by_content(message, given?)
}

/// The sign of a message that has a type.
fn by_type(message: &Fields<'_>) -> Option<Sign> {
    if message.get("role").is_some() {
        return None;
    }
    let kind = message.text("type")?;
    let of_type = |format| Some(Sign::of(format, "", format!("an item of the type `{kind}`")));
    match &*kind {
        "function_call" => {
            Some(Sign { other: Some(Format::GeminiInteractions), ..of_type(Format::OpenaiResponses)? })
        }
        "function_call_output" | "custom_tool_call" | "custom_tool_call_output" => {
            of_type(Format::OpenaiResponses)
        }
        "user_input" | "model_output" | "function_result" => of_type(Format::GeminiInteractions),
        "function.call" | "function.result" => of_type(Format::MistralConversations),
        "human" | "ai" | "system" | "tool" if message.get("content").or(message.get("data")).is_some() => {
            of_type(Format::Langchain)
        }
        "constructor" if message.get("kwargs").is_some() => {
            Some(Sign::of(Format::Langchain, "kwargs", "a message of LangChain"))
        }
        _ => None,
    }
}

/// The sign of a message with `parts`.
fn by_parts(message: &Fields<'_>) -> Option<Sign> {
    let parts = message.get("parts")?.list()?;
    let has_type = |part: &Node<'_>| part.fields().is_some_and(|part| part.text("type").is_some());
    if parts.is_empty() {
        return None;
    }
    if parts.iter().all(has_type) {
        return Some(Sign::of(Format::AiSdk, "parts", "parts that have a type"));
    }
    let is_all = message.get("content").is_none() && parts.iter().all(|part| part.kind() == Kind::Object);
    is_all.then(|| Sign::of(Format::Gemini, "parts", "a message that is made of parts"))
}

/// The sign of a field that messages of one format have.
fn by_field(message: &Fields<'_>) -> Option<Sign> {
    if let Some(name) = ["tool_plan", "toolPlan"].into_iter().find(|name| message.get(name).is_some()) {
        return Some(Sign::of(Format::Cohere, name, "a plan beside the calls"));
    }
    let is_bytes = message.get("images")?.list()?.first()?.kind() == Kind::Text;
    is_bytes.then(|| Sign::of(Format::Ollama, "images", "pictures beside the content"))
}

/// The sign of calls beside the content, or of a result that names its call.
fn by_calls(message: &Fields<'_>) -> Option<Sign> {
    let first = |name: &str| message.get(name)?.list()?.first()?.fields();
    if let Some(call) = first("tool_calls") {
        let format = match call.get("args") {
            Some(_) if call.get("function").is_none() => Format::Langchain,
            _ => Format::OpenaiChat,
        };
        return Some(Sign::of(format, "tool_calls", "calls beside the content"));
    }
    if let Some(call) = first("toolCalls") {
        let has = |name: &str| call.get(name).is_some();
        // A call of ours may hold fields of its source under `function`.
        let format = match has("name") {
            true => Format::Backscroll,
            false if has("function") || has("custom") => Format::Mistral,
            false => return None,
        };
        return Some(Sign::of(format, "toolCalls", "calls in `toolCalls`"));
    }
    let is_result = message.text("role").as_deref() == Some("tool") && message.text("tool_call_id").is_some();
    is_result.then(|| Sign::of(Format::OpenaiChat, "tool_call_id", "a result as a message of its own"))
}

/// The sign of a call or a result among the content.
fn by_block(block: &Fields<'_>) -> Option<Sign> {
    if let Some(kind) = block.text("type") {
        let (format, other) = match &*kind {
            "tool_use" | "tool_result" | "server_tool_use" => (Format::Anthropic, Some(Format::Langchain)),
            "tool-call" | "tool-result" => (Format::AiSdk, None),
            _ => return None,
        };
        let what = format!("a block of the type `{kind}`");
        return Some(Sign { other, ..Sign::of(format, "", what) });
    }
    let name = ["toolUse", "toolResult"].into_iter().find(|name| block.get(name).is_some())?;
    let what = format!("a block with `{name}`");
    Some(Sign { other: Some(Format::Strands), ..Sign::of(Format::Bedrock, "", what) })
}

/// The sign of content that a reader of the given format would lose, because that format keeps content in another
/// field, or as blocks with a type.
fn by_content(message: &Fields<'_>, given: Format) -> Option<Sign> {
    let content = message.get("content").filter(|content| !content.is_null())?;
    if given == Format::Gemini && message.get("parts").is_none() {
        let what = "a message with `content` and without `parts`";
        return Some(Sign::of(Format::OpenaiChat, "content", what));
    }
    let is_bare = |block: &Node<'_>| {
        let block = block.fields();
        block.is_some_and(|block| block.get("type").is_none() && block.get("text").is_some())
    };
    let at = content.list().filter(|_| given == Format::Langchain)?.iter().position(is_bare)?;
    Some(Sign::of(Format::Bedrock, format!("content[{at}]"), "a text without a type"))
}
