//! The vendors of the format, and the fields that they add.
//!
//! OpenAI refuses these fields, and so does every vendor except the one that added them: Groq answers `property
//! 'reasoning_content' is unsupported` (jan#8136, hermes-agent#11089). The vendor that added them requires them back:
//! DeepSeek answers `The reasoning_content in the thinking mode must be passed back to the API`, and Gemini 3 wants its
//! signatures. Where the caller names no vendor, the models' names decide.
//!
//! A pass or a dialect asks the row of the vendor (`rows`), and never compares a name. A new row holds only what its
//! source says. Then `BLESS=1 cargo test --test rules` writes VENDORS.md, the type `Vendor`, and the rows for the
//! tests, and `node --test tests/js/requests/vendors.test.mjs` runs every demand of the row. The words of an overflow
//! need a phrase in `overflow.rs` only if that test fails.

mod overflow;
mod pass;
mod rows;
mod turns;

pub use overflow::{OVERFLOW_PHRASES, OverflowPhrase};
pub use rows::VENDORS as ROWS;

pub(super) use pass::{join_results, suit_vendor};
pub(super) use turns::{ALTERNATE, ASK};

use crate::list::Listed;
use crate::sanitize::Developer;

use crate::error::{Code, ConversationError, Outcome};
use crate::format::models::{Family, family_named, model};
use crate::message::{CACHE_CONTROL, Role};
use crate::sanitize::{FieldPlace, Mode, Pictures, RequestOptions, Vendor, VendorFields};

/// The fields and parts of an unknown vendor.
pub(super) static VENDORS: VendorFields = VendorFields { fields, parts: &PARTS, takes_back };

/// `thinking`, `document_url` and `reference` are chunks of Mistral's; `audio_url` and `video_url` are vLLM's;
/// `file_url` is Perplexity's (recorded: 200). `tools` is a message of Kimi K3 that adds tools (docs.morphllm.com, dynamic
/// tool loading). OpenAI answers `Invalid value: 'document_url'. Supported values are:
/// 'text', 'image_url', 'input_audio' and 'file'`.
const PARTS: [&str; 7] =
    ["thinking", "document_url", "reference", "audio_url", "video_url", "file_url", "tools"];

/// `reasoning` and `reasoning_details`: OpenRouter (recorded: 200), Ollama (recorded: 200), vLLM. `thinking_blocks` and
/// `provider_specific_fields`: LiteLLM. `extra_content`: Google, whose `google.thought_signature` is on calls, too.
/// `encrypted_content`: Qwen4-Max, and Doubao at Volcengine. `cache_control`: OpenRouter and LiteLLM.
fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        FieldPlace::Message(Role::Assistant) => &[
            "reasoning_content",
            "reasoning",
            "reasoning_details",
            "thinking_blocks",
            "provider_specific_fields",
            "extra_content",
            "encrypted_content",
        ],
        FieldPlace::Call => &["extra_content", "provider_specific_fields", "thought_signature"],
        FieldPlace::Text | FieldPlace::Media => &[CACHE_CONTROL],
        FieldPlace::Message(Role::System | Role::User | Role::Tool) | FieldPlace::Reasoning => &[],
    }
}

/// Reports whether the request may hold the fields of an earlier answer. `maker` is the model that answered, and
/// `vendor` the name of its vendor; `None` if unknown. If both are unknown, the caller has kept the field for its own
/// vendor.
fn takes_back(options: &RequestOptions, maker: Option<&str>, vendor: Option<&str>) -> bool {
    let requested = options.model();
    let Some(asked) = options.vendor else {
        return requested.is_some_and(|requested| model_takes_back(requested, maker));
    };
    let is_same_family = || {
        maker.zip(requested).is_none_or(|(maker, asked)| family(maker).eq_ignore_ascii_case(family(asked)))
    };
    match vendor {
        Some(vendor) => vendor == asked.name && (!asked.is_router || is_same_family()),
        None => is_same_family(),
    }
}

/// Reports whether the requested model accepts the fields that the model `maker` added. The names of request and answer
/// may differ: an answer to `deepseek-reasoner` is of `deepseek-v4-flash`, and one to `maker/claude-haiku-4.5` is of
/// `maker/claude-4.5-haiku-20251001` (recorded). A vendor before a slash is the notation of OpenRouter and LiteLLM,
/// which both accept their fields for OpenAI's models.
fn model_takes_back(requested: &str, maker: Option<&str>) -> bool {
    let is_openais = model(requested).is_some_and(|row| row.family == Family::OpenAi);
    let is_sent_to_openai = !requested.as_bytes().contains(&b'/') && is_openais;
    !is_sent_to_openai && maker.is_none_or(|maker| family(maker).eq_ignore_ascii_case(family(requested)))
}

/// Reports whether results of tools may hold pictures. OpenAI and Mistral refuse them ("3 validation errors for
/// ToolMessage", LibreChat-AI/agents#344), Ollama and OpenRouter take them (recorded: 200, with `qwen3` and
/// `maker/claude-haiku-4.5`).
pub(super) fn takes_pictures_in_results(options: &RequestOptions) -> bool {
    match options.vendor.map(|vendor| vendor.pictures) {
        Some(Pictures::InResults) => true,
        Some(Pictures::NotInResults) => false,
        // Of a body without a model nothing is known: its pictures stay where the caller put them.
        None if options.mode == Mode::Keep && options.model().is_none_or(str::is_empty) => true,
        Some(Pictures::InMessages) | None => options.model().is_some_and(|name| {
            !name.is_empty()
                && model(name).is_none_or(|row| row.takes_media_in_results || !row.family.speaks_chat())
        }),
    }
}

/// Reports whether instructions are known to be taken anywhere: OpenAI takes them (31 recorded requests). Of what other
/// vendors do with them nothing is known, and the templates of some models refuse them (OC16).
pub(super) fn takes_instructions_anywhere(options: &RequestOptions) -> bool {
    options.vendor.is_some_and(|vendor| vendor.name == "openai") || is_openais_model(options)
}

/// Reports whether OpenAI answers the request, as far as the vendor or the model's name shows.
pub(super) fn is_openais(options: &RequestOptions) -> bool {
    options.vendor.map_or_else(|| is_openais_model(options), |vendor| vendor.name == "openai")
}

/// Reports whether the vendor is known to refuse fields that it does not know.
pub(super) fn refuses_unknown(options: &RequestOptions) -> bool {
    options.vendor.map_or_else(|| is_openais_model(options), |vendor| vendor.refuses_unknown)
}

/// Reports whether fields of answers come back from the vendor that wrote them: OpenAI takes its `annotations`.
pub(super) fn takes_own_answers(options: &RequestOptions) -> bool {
    options.vendor.is_none_or(|vendor| vendor.name == "openai")
}

/// Reports whether the server writes the prompt by a template that wants all instructions first (OC16).
pub(super) fn wants_instructions_first(options: &RequestOptions) -> bool {
    options.vendor.is_some_and(|vendor| vendor.renders_templates)
        && options.model().and_then(model).is_some_and(|row| row.begins_with_system)
}

/// The treatment of the role `developer`. Hosts write the prompt by the templates of open models, some of which refuse it
/// (earendil-works/pi#5117, #10741); DeepSeek, Kimi and GLM refuse it themselves.
fn developer(options: &RequestOptions) -> Developer {
    let family = options.model().and_then(family_named);
    let is_refused = matches!(family, Some(Family::Qwen | Family::Kimi | Family::DeepSeek | Family::Glm));
    match options.vendor.map(|vendor| vendor.developer) {
        _ if is_refused => Developer::Refused,
        // Routers pass it on: recorded with Claude.
        Some(Developer::Taken) if !is_passed_on(options, family) => Developer::Unknown,
        Some(known @ (Developer::Taken | Developer::Refused)) => known,
        // Without a model there is no host that is known not to be OpenAI's.
        None if options.model().is_none() && !options.is_elsewhere => Developer::Taken,
        Some(Developer::Unknown) | None if is_openais_model(options) => Developer::Taken,
        Some(Developer::Unknown) | None => Developer::Unknown,
    }
}

/// Reports whether the makers of the model are known to take `developer`, at a vendor of several makers.
fn is_passed_on(options: &RequestOptions, family: Option<Family>) -> bool {
    let is_router = options.vendor.is_some_and(|vendor| vendor.is_router);
    !is_router
        || family.is_none_or(|family| matches!(family, Family::OpenAi | Family::GptOss | Family::Claude))
}

/// Reports whether the request is for a model of OpenAI's, as far as its name and vendor show. Nothing is known of an address without a row.
fn is_openais_model(options: &RequestOptions) -> bool {
    let serves_it = options.vendor.map_or(!options.is_elsewhere, |vendor| vendor.is_router);
    serves_it && options.model().and_then(model).is_some_and(|row| row.family == Family::OpenAi)
}

/// The first word of a model's name, such as `deepseek`.
fn family(model: &str) -> &str {
    let name = model.rsplit('/').next().unwrap_or(model);
    let end = name.find(|character: char| !character.is_ascii_alphabetic()).unwrap_or(name.len());
    name.get(..end).filter(|word| !word.is_empty()).unwrap_or(name)
}

/// The fields of a message that hold reasoning as a text.
const REASONING_TEXTS: [&str; 2] = [REASONING_CONTENT, "reasoning"];

/// The field of reasoning that vendors demand beside calls.
const REASONING_CONTENT: &str = "reasoning_content";

/// The names under which a vendor takes reasoning as a text.
pub(super) fn taken_texts(vendor: &Vendor) -> Vec<&'static str> {
    let taken = |name: &&str| vendor.message_fields.is_none_or(|fields| fields.contains(name));
    REASONING_TEXTS.into_iter().filter(taken).listed()
}

/// The vendor of this name.
/// # Errors
///
/// `invalid-argument`, with the list of known vendors.
pub(in crate::format) fn vendor_named(name: &str) -> Outcome<&'static Vendor> {
    ROWS.iter().find(|vendor| vendor.name == name).ok_or_else(|| {
        let known: Vec<&str> = ROWS.iter().map(|vendor| vendor.name).listed();
        let text = format!("unknown vendor `{name}`; known are {}", known.join(", "));
        ConversationError::new(Code::InvalidArgument, text)
    })
}

/// The host of Vertex.
const VERTEX: &str = "aiplatform.googleapis.com";

/// The vendor whose API has this address; `None` for an address that no row names.
pub(in crate::format) fn vendor_at(url: &str) -> Option<&'static Vendor> {
    let (_, rest) = url.split_once(':')?;
    let authority = rest.strip_prefix("//")?.split(['/', '?', '#']).next()?;
    let authority = authority.rsplit('@').next()?.to_ascii_lowercase();
    let (host, port) = authority.split_once(':').unwrap_or((&authority, ""));
    let is_own = |known: &str| match known.strip_prefix(':') {
        Some(known) => known == port && ["localhost", "127.0.0.1", "0.0.0.0"].contains(&host),
        // Vertex puts its region in front: `us-central1-aiplatform.googleapis.com`.
        None => host.strip_suffix(known).is_some_and(|rest| {
            rest.is_empty() || rest.ends_with('.') || (rest.ends_with('-') && known == VERTEX)
        }),
    };
    ROWS.iter().find(|vendor| vendor.hosts.iter().any(|known| is_own(known)))
}

#[cfg(test)]
mod tests {
    use super::{RequestOptions, model_takes_back, takes_pictures_in_results, vendor_at};

    #[test]
    fn a_vendor_takes_back_the_fields_that_its_own_models_added() {
        let cases = [
            ("deepseek-reasoner", Some("deepseek-v4-flash"), true),
            ("maker/claude-haiku-4.5", Some("maker/claude-4.5-haiku-20251001"), true),
            ("maker/claude-sonnet-4-5", Some("claude-sonnet-4-5-20250929"), true),
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
            assert_eq!(model_takes_back(requested, maker), expected, "{requested} after {maker:?}");
        }
    }

    #[test]
    fn the_name_of_a_model_tells_whether_results_hold_pictures() {
        let cases = [
            ("gpt-5", false),
            ("o3-mini", false),
            ("openai/gpt-4o", false),
            ("mistral-large-latest", false),
            ("gpt-oss-120b", true),
            ("maker/claude-haiku-4.5", true),
            ("gemini-2.5-flash", true),
            ("qwen3", true),
            ("", false),
        ];
        for (model, expected) in cases {
            let mut options = RequestOptions::default();
            options.capabilities.model = Some(model.to_owned());
            assert_eq!(takes_pictures_in_results(&options), expected, "{model}");
        }
        assert!(!takes_pictures_in_results(&RequestOptions::default()), "nothing is known of the model");
    }

    #[test]
    fn an_address_tells_its_vendor() {
        let cases = [
            ("https://api.deepseek.com", "deepseek"),
            ("https://api.deepseek.com/v1", "deepseek"),
            ("HTTPS://API.DeepSeek.com:443/beta", "deepseek"),
            ("https://key@openrouter.ai/api/v1", "openrouter"),
            ("https://mine.openai.azure.com/openai/v1/", "azure"),
            ("http://localhost:11434/v1", "ollama"),
            ("http://127.0.0.1:1234/v1", "lm-studio"),
            ("http://example.com:11434/v1", ""),
            ("http://localhost:8000/v1", ""),
            ("https://us-central1-aiplatform.googleapis.com/v1beta1", "vertex"),
            ("https://token-plan-ams.xiaomimimo.com/v1", "xiaomi"),
            ("https://ark.cn-beijing.volces.com/api/v3", "volcengine"),
            ("https://opencode.ai/inference/v1", "opencode"),
            ("https://evil-api.deepseek.com/", ""),
            ("https://notapi.deepseek.com.example.com", ""),
            ("https://evil-openrouter.ai/", ""),
            ("openrouter.ai", ""),
            ("", ""),
        ];
        for (url, expected) in cases {
            assert_eq!(vendor_at(url).map_or("", |vendor| vendor.name), expected, "{url}");
        }
    }
}
