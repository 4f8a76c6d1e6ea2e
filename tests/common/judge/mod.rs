//! Whether a provider would accept a body, judged from the providers' rules alone. It shares no code with the
//! engine, so that a mistake in the one is not repeated in the other.

mod anthropic;
mod anthropic_blocks;
mod bedrock;
mod gemini;
mod mistral;
mod openai;
mod responses;
mod responses_items;

use backscroll::format::TARGETS;
use backscroll::message::Format;
use serde_json::Value;

/// What the model in question takes beyond the strictest reading, and what the caller asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leave {
    /// The newest calls may be without results, because the caller said `openCalls: "keep"`.
    pub(crate) open_tail: bool,
    /// A request may end with words of the assistant.
    pub(crate) prefill: bool,
    /// Instructions may stand in the middle.
    pub(crate) mid_system: bool,
    /// The assistant may speak first.
    pub(crate) assistant_first: bool,
    /// The model sees media.
    pub(crate) media: bool,
    /// The vendor takes `reasoning_content`.
    pub(crate) reasoning_content: bool,
    /// Calls may stand in the history.
    pub(crate) tools: bool,
    /// The model wants calls signed.
    pub(crate) signed_calls: bool,
    /// The model takes no media in results.
    pub(crate) old_model: bool,
}

/// The rules that the body breaks, each with where; empty when it is accepted.
pub(crate) fn objections(target: usize, body: &Value, leave: &Leave) -> Vec<String> {
    match TARGETS[target].dialect().format {
        Format::OpenaiChat => openai::objections(body, leave),
        Format::Anthropic => anthropic::objections(body, leave),
        Format::OpenaiResponses => responses::objections(body, leave),
        Format::Gemini => gemini::objections(body, leave),
        Format::Mistral => mistral::objections(body, leave),
        Format::Bedrock => bedrock::objections(body, leave),
        format @ (Format::AiSdk | Format::Langchain | Format::Strands | Format::Backscroll) => {
            panic!("{format:?} is no target, so nobody judges it")
        }
    }
}

/// The items under `name`; none when it is absent or no list.
fn items<'a>(value: &'a Value, name: &str) -> &'a [Value] {
    value[name].as_array().map_or(&[], Vec::as_slice)
}

/// The string under `name`; empty when it is absent.
fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or_default()
}

/// Whether all characters are letters, digits, `_` or `-`, and there are 1 to `longest` of them.
fn is_plain(text: &str, longest: usize) -> bool {
    let plain = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    (1..=longest).contains(&text.chars().count()) && text.chars().all(plain)
}

/// The names in `object` that are not in `known`.
fn unknown<'a>(object: &'a Value, known: &[&str]) -> Vec<&'a str> {
    let names = object.as_object().into_iter().flat_map(|fields| fields.keys());
    names.map(String::as_str).filter(|name| !known.contains(name)).collect()
}
