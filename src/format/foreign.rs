//! A body that is visibly in another format than the one it was given as.

use super::interchange::interchange;
use super::target::{TARGETS, Target, target};
use crate::error::{Code, ConversationError, Outcome};
use crate::json::{Fields, Kind, Node};
use crate::message::Format;

/// Refuses a body that shows another format. A mark counts only where the given format cannot have it: what is merely
/// unusual is left to the reader.
///
/// # Errors
///
/// `wrong-format`, with the path of the mark, and the name of the other format as the detail `looksLike`.
pub(crate) fn refuse_foreign(given: Format, body: Node<'_>) -> Outcome<()> {
    let Some(Mark { format, path, what }) = find(given, body) else {
        return Ok(());
    };
    let (is, not) = (format.as_str(), given.as_str());
    let reason = format!("this is `{is}`, not `{not}`: {what}; give the format that the body is in");
    Err(ConversationError::new(Code::WrongFormat, reason).at(path).with_name("looksLike", is))
}

/// A sign of another format.
struct Mark {
    format: Format,
    path: String,
    what: String,
}

/// A mark inside a message: the format that it shows, the others that can have it, where it stands and what it is.
type Shown = (Format, &'static [Format], String, String);

/// The fields in which bodies keep their messages, each with the format that comes to mind.
const LISTS: [(&str, Format); 3] =
    [("contents", Format::Gemini), ("input", Format::OpenaiResponses), ("messages", Format::OpenaiChat)];

/// Returns true for formats that have calls as OpenAI's chat completions have them.
fn is_chat(format: Format) -> bool {
    let is_own = |target: &&dyn Target| target.dialect().format == format;
    format == Format::Langchain
        || TARGETS.iter().find(|target| is_own(target)).is_some_and(|target| target.is_chat())
}

fn find(given: Format, body: Node<'_>) -> Option<Mark> {
    let fields = body.fields().unwrap_or_default();
    let own = target(given).map_or("messages", |target| target.dialect().request.messages);
    let (name, messages) = match body.list().or_else(|| fields.get(own)?.list()) {
        Some(list) => (if body.kind() == Kind::List { "" } else { own }, list),
        None if fields.get(own).is_some() => return None,
        None => return other_list(given, &fields),
    };
    let mut inside = messages.iter().enumerate().filter_map(|(at, message)| {
        let (format, _, step, what) = shown(given, &message.fields()?)?;
        Some(Mark { format, path: joined(&format!("{name}[{at}]"), &step), what })
    });
    inside.next().or_else(|| system_beside(given, &fields, &messages))
}

/// The body has no list of its own, and that of another format.
fn other_list(given: Format, fields: &Fields<'_>) -> Option<Mark> {
    let is_list = |node: &Node<'_>| matches!(node.kind(), Kind::List | Kind::Text);
    let (name, format, list) = LISTS
        .into_iter()
        .filter(|(_, format)| *format != given)
        .find_map(|(name, format)| Some((name, format, fields.get(name).filter(is_list)?)))?;
    if interchange(given).is_some() && name == "messages" {
        return None;
    }
    let messages = list.list().unwrap_or_default();
    let told = messages.iter().find_map(|message| marks(&message.fields()?).next());
    let format = told
        .map(|(format, ..)| format)
        .or_else(|| Some(system_beside(Format::OpenaiChat, fields, &messages)?.format))
        .filter(|_| name == "messages")
        .unwrap_or(format);
    Some(Mark { format, path: name.to_owned(), what: format!("its messages are in `{name}`") })
}

/// A prompt beside the messages, where the given format has it among them.
fn system_beside(given: Format, fields: &Fields<'_>, messages: &[Node<'_>]) -> Option<Mark> {
    let strands = ["systemPrompt", "system_prompt"].into_iter().find(|name| fields.get(name).is_some());
    if let Some(name) = strands.filter(|_| given != Format::Strands && fields.get("model").is_none()) {
        let what = format!("the prompt stands in `{name}`");
        return Some(Mark { format: Format::Strands, path: name.to_owned(), what });
    }
    if !is_chat(given) && given != Format::Strands {
        return None;
    }
    let system = fields.get("system")?;
    let blocks = system.list().unwrap_or_default();
    let first = blocks.first().copied().and_then(Node::fields);
    // A text alone may be a field of some vendor's; but no request of a vendor is without a model.
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
    Some(Mark { format, path: "system".to_owned(), what: "the prompt stands beside the messages".to_owned() })
}

/// The first mark of a message that the given format cannot have.
fn shown(given: Format, message: &Fields<'_>) -> Option<Shown> {
    let mut found = marks(message).chain(by_place(message, given));
    let is_known = |format, others: &[Format]| {
        format == given || others.contains(&given) || (format == Format::OpenaiChat && is_chat(given))
    };
    found.find(|(format, others, ..)| !is_known(*format, others))
}

fn marks<'a>(message: &Fields<'a>) -> impl Iterator<Item = Shown> + use<'a> {
    let whole = [by_kind(message), by_parts(message), by_calls(message)].into_iter().flatten();
    whole.chain(by_content(message))
}

/// Messages that say by their type what they are.
fn by_kind(message: &Fields<'_>) -> Option<Shown> {
    if message.get("role").is_some() {
        return None;
    }
    let kind = message.text("type").unwrap_or_default();
    let said = format!("an item of the type `{kind}`");
    match &*kind {
        "function_call" | "function_call_output" | "custom_tool_call" | "custom_tool_call_output" => {
            Some((Format::OpenaiResponses, &[], String::new(), said))
        }
        "human" | "ai" | "system" | "tool" if message.get("content").or(message.get("data")).is_some() => {
            Some((Format::Langchain, &[], String::new(), said))
        }
        "constructor" if message.get("kwargs").is_some() => {
            Some((Format::Langchain, &[], "kwargs".to_owned(), "a message of LangChain".to_owned()))
        }
        _ => None,
    }
}

/// Messages whose content is called parts.
fn by_parts(message: &Fields<'_>) -> Option<Shown> {
    let parts = message.get("parts")?.list()?;
    let has_type = |part: &Node<'_>| part.fields().is_some_and(|part| part.text("type").is_some());
    let step = "parts".to_owned();
    if parts.is_empty() {
        return None;
    }
    if parts.iter().all(has_type) {
        return Some((Format::AiSdk, &[], step, "parts that have a type".to_owned()));
    }
    let is_all = message.get("content").is_none() && parts.iter().all(|part| part.kind() == Kind::Object);
    is_all.then(|| (Format::Gemini, &[][..], step, "a message that is made of parts".to_owned()))
}

/// Calls beside the content, and results that name their call.
fn by_calls(message: &Fields<'_>) -> Option<Shown> {
    let first = |name: &str| message.get(name)?.list()?.first()?.fields();
    if let Some(call) = first("tool_calls") {
        let format = match call.get("args") {
            Some(_) if call.get("function").is_none() => Format::Langchain,
            _ => Format::OpenaiChat,
        };
        return Some((format, &[], "tool_calls".to_owned(), "calls beside the content".to_owned()));
    }
    if let Some(call) = first("toolCalls") {
        let has = |names: &[&str]| names.iter().any(|name| call.get(name).is_some());
        let format = match (has(&["function", "custom"]), has(&["name"])) {
            (true, _) => Format::Mistral,
            (false, true) => Format::Backscroll,
            (false, false) => return None,
        };
        return Some((format, &[], "toolCalls".to_owned(), "calls in `toolCalls`".to_owned()));
    }
    let is_result = message.text("role").as_deref() == Some("tool") && message.text("tool_call_id").is_some();
    let what = || "a result as a message of its own".to_owned();
    is_result.then(|| (Format::OpenaiChat, &[][..], "tool_call_id".to_owned(), what()))
}

/// Calls and results among the content.
fn by_content<'a>(message: &Fields<'a>) -> impl Iterator<Item = Shown> + use<'a> {
    let blocks = message.get("content").and_then(Node::list).unwrap_or_default();
    blocks.into_iter().enumerate().filter_map(|(at, block)| {
        let block = block.fields()?;
        let step = format!("content[{at}]");
        if let Some(kind) = block.text("type") {
            let (format, others): (Format, &[Format]) = match &*kind {
                "tool_use" | "tool_result" | "server_tool_use" => (Format::Anthropic, &[Format::Langchain]),
                "tool-call" | "tool-result" => (Format::AiSdk, &[]),
                _ => return None,
            };
            return Some((format, others, step, format!("a block of the type `{kind}`")));
        }
        let named = ["toolUse", "toolResult"].into_iter().find(|name| block.get(name).is_some());
        Some((Format::Bedrock, &[Format::Strands], step, format!("a block with `{}`", named?)))
    })
}

/// Content where the given format asks for another field, or for blocks with a type, and would lose it without a word.
fn by_place(message: &Fields<'_>, given: Format) -> Option<Shown> {
    let content = message.get("content").filter(|content| !content.is_null())?;
    if given == Format::Gemini && message.get("parts").is_none() {
        let what = "a message with `content` and without `parts`".to_owned();
        return Some((Format::OpenaiChat, &[], "content".to_owned(), what));
    }
    let is_bare = |block: &Node<'_>| {
        let block = block.fields();
        block.is_some_and(|block| block.get("type").is_none() && block.get("text").is_some())
    };
    let at = content.list().filter(|_| given == Format::Langchain)?.iter().position(is_bare)?;
    Some((Format::Bedrock, &[], format!("content[{at}]"), "a text without a type".to_owned()))
}

fn joined(path: &str, step: &str) -> String {
    if step.is_empty() { path.to_owned() } else { format!("{path}.{step}") }
}
