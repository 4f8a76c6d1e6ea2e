//! Refusing a body that is visibly in another format than the given one. A body is read as the format that the caller
//! names: nothing is guessed.

use super::interchange::interchange;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::clues::{Clues, NameClue};
use crate::format::contract::target::Target;
use crate::format::targets::{TARGETS, target};
use crate::json::{Fields, Kind, Node};
use crate::message::{Format, providers};
use std::borrow::Cow;

/// Refuses a body with a clue of another format. Only clues that the given format cannot have count. The reader of the
/// format judges everything that is merely unusual.
///
/// # Errors
///
/// `wrong-format`, with the path of the clue, and the name of the other format as the detail `looksLike`.
pub(crate) fn refuse_foreign(given: Format, body: Node<'_>) -> Outcome<()> {
    let Some(Clue { format, path, what, .. }) = find(given, body) else {
        return Ok(());
    };
    let (is, not) = (format.as_str(), given.as_str());
    let reason = format!("this is `{is}`, not `{not}`: {what}; give the format that the body is in");
    Err(ConversationError::new(Code::WrongFormat, reason).at(path).with_name("looksLike", is))
}

/// A clue of a format.
struct Clue {
    format: Format,
    /// Another format that has the clue, too.
    other: Option<Format>,
    path: Cow<'static, str>,
    what: Cow<'static, str>,
}

impl Clue {
    fn of(format: Format, path: impl Into<Cow<'static, str>>, what: impl Into<Cow<'static, str>>) -> Self {
        Self { format, other: None, path: path.into(), what: what.into() }
    }

    /// Returns true if this format can have the clue. All formats with calls as in chat completions share their clues.
    /// AG-UI has them in `toolCalls`.
    fn fits(&self, format: Format) -> bool {
        format == self.format
            || Some(format) == self.other
            || (self.format == Format::OpenaiChat && is_chat(format))
            || (format == Format::AgUi && self.path == "toolCalls")
    }
}

/// Makes [`CLUES`] of the providers.
macro_rules! make_clues {
    ($($provider:ident, $name:literal, $folder:ident::$target:ident;)*) => {
        /// The clues of each provider, which are in its folder.
        static CLUES: [Clues; [$($name),*].len()] = [$(crate::format::$folder::CLUES),*];
    };
}
providers!(make_clues);

/// The field in which bodies of this format keep their messages.
fn own_list(format: Format) -> &'static str {
    for clues in &CLUES {
        for (own, name) in clues.program_lists {
            if *own == format {
                return name;
            }
        }
    }
    target(format).map_or("messages", |target| target.dialect().request.messages)
}

/// Returns true for formats that have calls as OpenAI's chat completions have them.
fn is_chat(format: Format) -> bool {
    let is_own = |target: &&dyn Target| target.dialect().format == format;
    matches!(format, Format::Langchain | Format::Cohere | Format::Ollama)
        || TARGETS.iter().find(|target| is_own(target)).is_some_and(|target| target.is_chat())
}

fn find(given: Format, body: Node<'_>) -> Option<Clue> {
    let fields = body.fields().unwrap_or_default();
    let own = own_list(given);
    let (name, messages) = match body.list().or_else(|| fields.get(own)?.list()) {
        Some(list) => (if body.kind() == Kind::List { "" } else { own }, list),
        None if fields.get(own).is_some() => return None,
        None => return other_list(given, &fields),
    };
    for (at, message) in messages.iter().enumerate() {
        let Some(message) = message.fields() else { continue };
        if let Some(clue) = foreign_clue(Some(given), &message) {
            let step = if clue.path.is_empty() { "" } else { "." };
            return Some(Clue { path: format!("{name}[{at}]{step}{}", clue.path).into(), ..clue });
        }
    }
    system_beside(given, &fields, &messages)
}

/// The clue of a body that has the list of another format, and not its own.
fn other_list(given: Format, fields: &Fields<'_>) -> Option<Clue> {
    let is_list = |node: &Node<'_>| matches!(node.kind(), Kind::List | Kind::Text);
    let mut found: Option<(&'static str, Format, Node<'_>)> = None;
    for clues in &CLUES {
        for (name, format) in clues.lists {
            let list = fields.get(name).filter(is_list).filter(|_| *format != given);
            // Of several, the first by its name counts, so `messages` is the last.
            if let Some(list) = list.filter(|_| found.is_none_or(|(other, ..)| *name < other)) {
                found = Some((name, *format, list));
            }
        }
    }
    let (name, format, list) = found?;
    let what = format!("its messages are in `{name}`");
    if name != "messages" {
        return Some(Clue::of(format, name, what));
    }
    if interchange(given).is_some() {
        return None;
    }
    let messages = list.list().unwrap_or_default();
    let inside = messages.iter().find_map(|message| foreign_clue(None, &message.fields()?));
    let clue = inside.or_else(|| system_beside(Format::OpenaiChat, fields, &messages));
    Some(Clue::of(clue.map_or(format, |clue| clue.format), name, what))
}

/// The clue of a system prompt beside the messages, for a format that has it among the messages.
fn system_beside(given: Format, fields: &Fields<'_>, messages: &[Node<'_>]) -> Option<Clue> {
    let strands = ["systemPrompt", "system_prompt"].into_iter().find(|name| fields.get(name).is_some());
    if let Some(name) = strands.filter(|_| given != Format::Strands && fields.get("model").is_none()) {
        let what = format!("the system prompt is in `{name}`");
        return Some(Clue::of(Format::Strands, name, what));
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
        Some(block) if block.get("type").is_none() => untyped_blocks(),
        Some(_) | None => CLUES.iter().find_map(|clues| clues.typed_system),
    };
    Some(Clue::of(format?, "system", "the system prompt is beside the messages"))
}

/// The first clue in a message that the given format cannot have; without a given format, the first clue of any.
fn foreign_clue(given: Option<Format>, message: &Fields<'_>) -> Option<Clue> {
    let is_foreign = |clue: &Clue| given.is_none_or(|given| !clue.fits(given));
    for read in [by_type, by_parts, by_field, by_calls] {
        if let Some(clue) = read(message).filter(is_foreign) {
            return Some(clue);
        }
    }
    let blocks = message.get("content").and_then(Node::list).unwrap_or_default();
    for (at, block) in blocks.into_iter().enumerate() {
        let clue = block.fields().and_then(|block| by_block(&block));
        if let Some(clue) = clue.filter(is_foreign) {
            return Some(Clue { path: format!("content[{at}]").into(), ..clue });
        }
    }
    by_content(message, given?)
}

/// The clue of a message that has a type.
fn by_type(message: &Fields<'_>) -> Option<Clue> {
    if message.get("role").is_some() {
        return None;
    }
    let kind = message.text("type")?;
    let what = format!("an item of the type `{kind}`");
    if let Some(clue) = named(|clues| clues.items, &kind) {
        return Some(Clue { other: clue.other, ..Clue::of(clue.format, "", what) });
    }
    match &*kind {
        "human" | "ai" | "system" | "tool" if message.get("content").or(message.get("data")).is_some() => {
            Some(Clue::of(Format::Langchain, "", what))
        }
        "constructor" if message.get("kwargs").is_some() => {
            Some(Clue::of(Format::Langchain, "kwargs", "a message of LangChain"))
        }
        _ => None,
    }
}

/// The clue of a message with `parts`.
fn by_parts(message: &Fields<'_>) -> Option<Clue> {
    let parts = message.get("parts")?.list()?;
    let has_type = |part: &Node<'_>| part.fields().is_some_and(|part| part.text("type").is_some());
    if parts.is_empty() {
        return None;
    }
    if parts.iter().all(has_type) {
        let other = Some(Format::Opentelemetry);
        return Some(Clue { other, ..Clue::of(Format::AiSdk, "parts", "parts that have a type") });
    }
    let is_all = message.get("content").is_none() && parts.iter().all(|part| part.kind() == Kind::Object);
    let format = CLUES.iter().find_map(|clues| clues.parts)?;
    is_all.then(|| Clue::of(format, "parts", "a message that is made of parts"))
}

/// The clue of a field that messages of one format have.
fn by_field(message: &Fields<'_>) -> Option<Clue> {
    if let Some(name) = ["tool_plan", "toolPlan"].into_iter().find(|name| message.get(name).is_some()) {
        return Some(Clue::of(Format::Cohere, name, "a plan beside the calls"));
    }
    let is_bytes = message.get("images")?.list()?.first()?.kind() == Kind::Text;
    is_bytes.then(|| Clue::of(Format::Ollama, "images", "pictures beside the content"))
}

/// The clue of calls beside the content, or of a result that names its call.
fn by_calls(message: &Fields<'_>) -> Option<Clue> {
    let first = |name: &str| message.get(name)?.list()?.first()?.fields();
    if let Some(call) = first("tool_calls") {
        let format = match call.get("args") {
            Some(_) if call.get("function").is_none() => Format::Langchain,
            _ => Format::OpenaiChat,
        };
        return Some(Clue::of(format, "tool_calls", "calls beside the content"));
    }
    if let Some(call) = first("toolCalls") {
        let has = |name: &str| call.get(name).is_some();
        // A call of ours may hold fields of its source under `function`.
        let (format, other) = match has("name") {
            true => (Format::Backscroll, None),
            false if has("function") || has("custom") => {
                let (format, other) = CLUES.iter().find_map(|clues| clues.camel_calls)?;
                (format, Some(other))
            }
            false => return None,
        };
        return Some(Clue { other, ..Clue::of(format, "toolCalls", "calls in `toolCalls`") });
    }
    let is_result = message.text("role").as_deref() == Some("tool") && message.text("tool_call_id").is_some();
    is_result.then(|| Clue::of(Format::OpenaiChat, "tool_call_id", "a result as a message of its own"))
}

/// The clue of a call or a result among the content.
fn by_block(block: &Fields<'_>) -> Option<Clue> {
    if let Some(kind) = block.text("type") {
        let (format, other) = match named(|clues| clues.blocks, &kind) {
            Some(clue) => (clue.format, clue.other),
            None if matches!(&*kind, "tool-call" | "tool-result") => (Format::AiSdk, None),
            None => return None,
        };
        let what = format!("a block of the type `{kind}`");
        return Some(Clue { other, ..Clue::of(format, "", what) });
    }
    for clues in &CLUES {
        for clue in clues.block_fields {
            if block.get(clue.name).is_some() {
                let what = format!("a block with `{}`", clue.name);
                return Some(Clue { other: clue.other, ..Clue::of(clue.format, "", what) });
            }
        }
    }
    None
}

/// The clue of this name, in one of the lists of the providers.
fn named(list: fn(&Clues) -> &'static [NameClue], name: &str) -> Option<&'static NameClue> {
    for clues in &CLUES {
        for clue in list(clues) {
            if clue.name == name {
                return Some(clue);
            }
        }
    }
    None
}

/// The format whose blocks have no type.
fn untyped_blocks() -> Option<Format> {
    CLUES.iter().find_map(|clues| clues.untyped_blocks)
}

/// The clue of content that a reader of the given format would lose, because that format keeps content in another
/// field, or as blocks with a type.
fn by_content(message: &Fields<'_>, given: Format) -> Option<Clue> {
    let content = message.get("content").filter(|content| !content.is_null())?;
    let has_parts = CLUES.iter().any(|clues| clues.parts == Some(given));
    if has_parts && message.get("parts").is_none() {
        let what = "a message with `content` and without `parts`";
        return Some(Clue::of(Format::OpenaiChat, "content", what));
    }
    let is_bare = |block: &Node<'_>| {
        let block = block.fields();
        block.is_some_and(|block| block.get("type").is_none() && block.get("text").is_some())
    };
    let at = content.list().filter(|_| given == Format::Langchain)?.iter().position(is_bare)?;
    Some(Clue::of(untyped_blocks()?, format!("content[{at}]"), "a text without a type"))
}
