//! Vendors that speak the format: the maker of a model by its name, and the fields that vendors add.
//!
//! OpenAI refuses these fields, and so does every vendor but the one that added them: Groq answers `property
//! 'reasoning_content' is unsupported` (jan#8136, hermes-agent#11089). The vendor that added them wants them back:
//! DeepSeek answers `The reasoning_content in the thinking mode must be passed back to the API`, and Gemini 3 wants its
//! signatures.

use crate::message::{CACHE_CONTROL, Role};
use crate::sanitize::{FieldPlace, VendorFields};

pub(super) static VENDORS: VendorFields = VendorFields { fields, parts: &PARTS, takes_back };

/// `thinking`, `document_url` and `reference` are chunks of Mistral's; `audio_url` and `video_url` are vLLM's. OpenAI
/// answers `Invalid value: 'document_url'. Supported values are: 'text', 'image_url', 'input_audio' and 'file'`.
const PARTS: [&str; 5] = ["thinking", "document_url", "reference", "audio_url", "video_url"];

/// `reasoning` and `reasoning_details`: OpenRouter (recorded: 200), Ollama (recorded: 200), vLLM. `thinking_blocks` and
/// `provider_specific_fields`: LiteLLM. `extra_content`: Google, whose `google.thought_signature` is on calls, too.
/// `cache_control`: OpenRouter and LiteLLM.
fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::Assistant) => &[
            "reasoning_content",
            "reasoning",
            "reasoning_details",
            "thinking_blocks",
            "provider_specific_fields",
            "extra_content",
        ],
        FieldPlace::Call => &["extra_content", "provider_specific_fields", "thought_signature"],
        FieldPlace::Text | FieldPlace::Media => &[CACHE_CONTROL],
        FieldPlace::Message(Role::System | Role::User | Role::Tool) | FieldPlace::Reasoning => &[],
    }
}

/// Reports whether the requested model takes back the fields that the model `maker` added. A vendor names its models in
/// one way: an answer to `deepseek-reasoner` is of `deepseek-v4-flash`, and one to `anthropic/claude-haiku-4.5` is of
/// `anthropic/claude-4.5-haiku-20251001` (recorded). Without a `maker`, the caller has kept the field for its own
/// vendor. A vendor before a slash is OpenRouter's or LiteLLM's notation: both take their fields for OpenAI's models.
fn takes_back(requested: &str, maker: Option<&str>) -> bool {
    let is_sent_to_openai = !requested.as_bytes().contains(&b'/') && Maker::of(requested) == Maker::OpenAi;
    !is_sent_to_openai && maker.is_none_or(|maker| family(maker).eq_ignore_ascii_case(family(requested)))
}

/// Reports whether the model takes pictures in tool results. OpenAI and Mistral refuse them ("3 validation errors for
/// ToolMessage", LibreChat-AI/agents#344), Ollama and OpenRouter take them (recorded: 200, with `qwen3` and
/// `anthropic/claude-haiku-4.5`).
pub(super) fn takes_pictures_in_results(model: &str) -> bool {
    !model.is_empty() && Maker::of(model) == Maker::Other
}

/// The maker of a model, by the model's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Maker {
    OpenAi,
    Mistral,
    /// Any other; OpenAI's open models, too, which others serve.
    Other,
}

/// The first letters of models' names. The first row that fits decides.
const NAMES: [(&str, Maker); 12] = [
    ("gpt-oss", Maker::Other),
    ("gpt", Maker::OpenAi),
    ("chatgpt", Maker::OpenAi),
    ("codex", Maker::OpenAi),
    ("computer-use", Maker::OpenAi),
    ("ft:", Maker::OpenAi),
    ("mistral", Maker::Mistral),
    ("ministral", Maker::Mistral),
    ("magistral", Maker::Mistral),
    ("codestral", Maker::Mistral),
    ("devstral", Maker::Mistral),
    ("pixtral", Maker::Mistral),
];

impl Maker {
    fn of(model: &str) -> Self {
        let name = last_segment(model).to_ascii_lowercase();
        // `o3`, `o4-mini`.
        let is_numbered =
            name.strip_prefix('o').is_some_and(|rest| rest.starts_with(|digit: char| digit.is_ascii_digit()));
        let named = NAMES.iter().find(|(start, _)| name.starts_with(start)).map(|(_, maker)| *maker);
        if is_numbered { Self::OpenAi } else { named.unwrap_or(Self::Other) }
    }
}

/// The first word of a model's name, such as `deepseek`.
fn family(model: &str) -> &str {
    let name = last_segment(model);
    let end = name.find(|character: char| !character.is_alphabetic()).unwrap_or(name.len());
    name.get(..end).filter(|word| !word.is_empty()).unwrap_or(name)
}

/// A model's name without its vendor: `gpt-4o` of `openai/gpt-4o`.
fn last_segment(model: &str) -> &str {
    model.rsplit('/').next().unwrap_or(model)
}

#[cfg(test)]
mod tests {
    use super::{Maker, takes_back, takes_pictures_in_results};

    #[test]
    fn a_vendor_takes_back_the_fields_that_its_own_models_added() {
        let cases = [
            ("deepseek-reasoner", Some("deepseek-v4-flash"), true),
            ("anthropic/claude-haiku-4.5", Some("anthropic/claude-4.5-haiku-20251001"), true),
            ("anthropic/claude-sonnet-4-5", Some("claude-sonnet-4-5-20250929"), true),
            ("models/gemini-3-pro-preview", Some("gemini-3-pro-preview"), true),
            ("gpt-oss:120b", Some("gpt-oss:120b"), true),
            ("Qwen/Qwen3-32B", Some("qwen3"), true),
            ("openai/gpt-5", Some("gpt-5"), true),
            ("qwen3", None, true),
            ("llama-3.3-70b-versatile", Some("deepseek-v4-flash"), false),
            ("kimi-k2", Some("glm-4.6"), false),
            ("gpt-5-nano", Some("gpt-5-nano-2025-08-07"), false),
            ("gpt-5-nano", None, false),
        ];
        for (requested, maker, expected) in cases {
            assert_eq!(takes_back(requested, maker), expected, "{requested} after {maker:?}");
        }
    }

    #[test]
    fn the_name_of_a_model_tells_its_maker() {
        let cases = [
            ("gpt-5", Maker::OpenAi),
            ("openai/gpt-4o", Maker::OpenAi),
            ("gpt-4o-mini-search-preview", Maker::OpenAi),
            ("o3-mini", Maker::OpenAi),
            ("ft:gpt-4o-mini-2024-07-18:org::id", Maker::OpenAi),
            ("chatgpt-4o-latest", Maker::OpenAi),
            ("codex-mini-latest", Maker::OpenAi),
            ("mistral-large-latest", Maker::Mistral),
            ("gpt-oss-120b", Maker::Other),
            ("anthropic/claude-haiku-4.5", Maker::Other),
            ("openrouter/auto", Maker::Other),
            ("qwen3", Maker::Other),
            ("ollama3", Maker::Other),
            ("olmo-2", Maker::Other),
            ("grok-4", Maker::Other),
        ];
        for (model, maker) in cases {
            assert_eq!(Maker::of(model), maker, "{model}");
            assert_eq!(takes_pictures_in_results(model), maker == Maker::Other, "{model}");
        }
        assert!(!takes_pictures_in_results(""), "nothing is known of the model");
    }
}
