//! Fields that vendors add to chat completions.
//!
//! OpenAI refuses them, and so do other vendors than their own: Groq answers `property 'reasoning_content' is
//! unsupported` (jan#8136, hermes-agent#11089). Their own vendor wants them back: DeepSeek answers `The
//! reasoning_content in the thinking mode must be passed back to the API`, and Gemini 3 wants its signatures.

use crate::message::Role;
use crate::sanitize::{Place, VendorFields};

pub(super) static VENDORS: VendorFields = VendorFields { fields, takes_back };

/// `reasoning` and `reasoning_details`: OpenRouter (recorded: 200), Ollama (recorded: 200), vLLM. `thinking_blocks` and
/// `provider_specific_fields`: LiteLLM. `extra_content`: Google, whose `google.thought_signature` is on calls, too.
/// `cache_control`: OpenRouter and LiteLLM.
fn fields(place: Place) -> &'static [&'static str] {
    match place {
        Place::Message(Role::Assistant) => &[
            "reasoning_content",
            "reasoning",
            "reasoning_details",
            "thinking_blocks",
            "provider_specific_fields",
            "extra_content",
        ],
        Place::Call => &["extra_content", "provider_specific_fields", "thought_signature"],
        Place::Text | Place::Media => &["cache_control"],
        Place::Message(Role::System | Role::User | Role::Tool) | Place::Reasoning => &[],
    }
}

/// Whether the model that is asked takes back what the model `maker` added. Vendors name their models in one way: an
/// answer to `deepseek-reasoner` is of `deepseek-v4-flash`, and one to `anthropic/claude-haiku-4.5` is of
/// `anthropic/claude-4.5-haiku-20251001` (recorded). Where the maker is not known, the caller has kept the field for
/// its own vendor.
fn takes_back(asked: &str, maker: Option<&str>) -> bool {
    !is_openais(asked) && maker.is_none_or(|maker| family(maker).eq_ignore_ascii_case(family(asked)))
}

/// Whether a model is OpenAI's own. Its open models are served by others, and so are those with a vendor before a slash.
fn is_openais(model: &str) -> bool {
    let model = model.strip_prefix("ft:").unwrap_or(model);
    let is_numbered = model
        .strip_prefix('o')
        .is_some_and(|rest| rest.starts_with(|character: char| character.is_ascii_digit()));
    let is_named = ["gpt-", "chatgpt", "codex", "computer-use"].iter().any(|start| model.starts_with(start));
    !model.contains('/') && !model.starts_with("gpt-oss") && (is_numbered || is_named)
}

/// The first word of a model's name, such as `deepseek`.
fn family(model: &str) -> &str {
    let name = model.rsplit('/').next().unwrap_or(model);
    let end = name.find(|character: char| !character.is_alphabetic()).unwrap_or(name.len());
    name.get(..end).filter(|word| !word.is_empty()).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::{is_openais, takes_back};

    #[test]
    fn a_vendor_takes_back_what_its_own_models_added() {
        let cases = [
            ("deepseek-reasoner", Some("deepseek-v4-flash"), true),
            ("anthropic/claude-haiku-4.5", Some("anthropic/claude-4.5-haiku-20251001"), true),
            ("anthropic/claude-sonnet-4-5", Some("claude-sonnet-4-5-20250929"), true),
            ("models/gemini-3-pro-preview", Some("gemini-3-pro-preview"), true),
            ("gpt-oss:120b", Some("gpt-oss:120b"), true),
            ("Qwen/Qwen3-32B", Some("qwen3"), true),
            ("qwen3", None, true),
            ("llama-3.3-70b-versatile", Some("deepseek-v4-flash"), false),
            ("kimi-k2", Some("glm-4.6"), false),
            ("gpt-5-nano", Some("gpt-5-nano-2025-08-07"), false),
            ("gpt-5-nano", None, false),
        ];
        for (asked, maker, expected) in cases {
            assert_eq!(takes_back(asked, maker), expected, "{asked} after {maker:?}");
        }
    }

    #[test]
    fn names_tell_models_of_openai_from_those_of_vendors() {
        let cases = [
            ("gpt-5", true),
            ("gpt-4o-mini-search-preview", true),
            ("o3", true),
            ("o4-mini", true),
            ("ft:gpt-4o-mini-2024-07-18:org::id", true),
            ("chatgpt-4o-latest", true),
            ("codex-mini-latest", true),
            ("gpt-oss-120b", false),
            ("openai/gpt-5", false),
            ("ollama3", false),
            ("olmo-2", false),
            ("grok-4", false),
        ];
        for (model, expected) in cases {
            assert_eq!(is_openais(model), expected, "{model}");
        }
    }
}
