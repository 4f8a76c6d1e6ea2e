//! Other vendors that have this API: what they take and demand of thinking (AN17, AN41).
//!
//! Anthropic checks signatures, and refuses unsigned thinking. These vendors answer with thinking that has no
//! signature, or an empty one, and want it back. A name of Claude behind a router is Anthropic's.

use super::rules;
use crate::format::models::{Family, family_named};
use crate::format::openai_chat::vendor_named;
use crate::list::Listed;
use crate::message::{Content, Format, Message, Origin, Part, PartKind, Reasoning};
use crate::repair::RepairCode;
use crate::sanitize::{ReasoningRules, Refusal, RequestOptions, UnitState, Work};

/// A vendor that has this API.
#[derive(Clone, Copy, Debug)]
pub(super) struct Endpoint {
    /// The name of the vendor.
    vendor: &'static str,
    /// True if a model that thinks wants thinking in each message with calls, and takes it without a signature.
    needs_thinking: bool,
}

/// An endpoint of which nothing is known but that it is not Anthropic's.
static UNKNOWN: Endpoint = takes("");

const fn takes(vendor: &'static str) -> Endpoint {
    Endpoint { vendor, needs_thinking: false }
}

const fn needs(vendor: &'static str) -> Endpoint {
    Endpoint { vendor, needs_thinking: true }
}

/// The vendors.
///
/// - Kimi and Xiaomi take `signature: ""`, and refuse calls without thinking: anomalyco/opencode#44713,
///   NousResearch/hermes-agent 4093ee9, lsdefine/GenericAgent#357.
/// - DeepSeek wants its thinking back: `The `content[].thinking` in the thinking mode must be passed back to the API`
///   (earendil-works/pi#4003). It also signs thinking without text (ranxianglei/billion-context#147), and refuses thinking
///   whose signature is lost, so nothing is put in the place of lost thinking.
/// - MiniMax takes its own signatures, and unsigned thinking: NousResearch/hermes-agent#85251, #75779.
/// - Fireworks, Vercel's gateway and OpenCode: pi-ai 1.6.0 (`allowEmptySignature`). OpenRouter: earendil-works/pi#7996.
/// - GLM asks for thinking unchanged: <https://docs.z.ai/guides/capabilities/thinking-mode>.
static ENDPOINTS: [Endpoint; 12] = [
    needs("kimi"),
    needs("xiaomi"),
    takes("deepseek"),
    takes("minimax"),
    takes("glm"),
    takes("qwen"),
    takes("volcengine"),
    takes("stepfun"),
    takes("fireworks"),
    takes("vercel"),
    takes("opencode"),
    takes("openrouter"),
];

/// The endpoint of a request; `None` for Anthropic's own, and for hosts that serve Claude. Without a vendor, the name of
/// the model decides: a request for `kimi-k3` is not for Anthropic.
pub(super) fn endpoint(options: &RequestOptions) -> Option<&'static Endpoint> {
    let family = options.model().and_then(family_named);
    if family == Some(Family::Claude) {
        return None;
    }
    match options.vendor_name {
        Some(name) => ENDPOINTS.iter().find(|endpoint| endpoint.vendor == name),
        None => match family? {
            Family::Kimi | Family::Qwen | Family::DeepSeek | Family::Glm | Family::MiniMax | Family::MiMo => {
                Some(&UNKNOWN)
            }
            Family::Claude
            | Family::Gemini
            | Family::Nova
            | Family::OpenAi
            | Family::Mistral
            | Family::GptOss
            | Family::Llama
            | Family::Gemma
            | Family::Muse
            | Family::Grok => None,
        },
    }
}

/// Reports whether DeepSeek answers with a model that sees no pictures: `messages.0.content.0.type: unknown variant
/// `image``. Its row for chat completions says which see.
pub(super) fn is_blind(options: &RequestOptions) -> bool {
    let is_deepseeks = options.model().and_then(family_named) == Some(Family::DeepSeek)
        && options.vendor_name.is_none_or(|vendor| vendor == "deepseek");
    let row = vendor_named("deepseek").ok().filter(|_| is_deepseeks);
    row.is_some_and(|row| !row.sees.include(options.model()))
}

/// Thinking goes back to its vendor as it came, and is not bound to what stands before it. DeepSeek refuses a tool loop
/// whose thinking is gone, so thinking is switched off for that request, as at Anthropic.
pub(super) const REASONING: ReasoningRules =
    ReasoningRules { begins_turn: Some(&rules::AN15), ..ReasoningRules::judged_by(refusal) };

fn refusal(part: &Part, message: &Message, options: &RequestOptions, _: &UnitState) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    let maker = reasoning.origin.as_ref().and_then(|origin| origin.model.as_deref());
    let is_claudes = || maker.and_then(family_named) == Some(Family::Claude);
    let is_opaque = reasoning.encrypted.is_some() || reasoning.has_signature();
    match () {
        () if !reasoning.may_be_of(Format::Anthropic) => Some((&rules::AN17, "another provider made it")),
        () if is_opaque && options.is_of_another_vendor(message) => {
            Some((&rules::AN17, "another vendor signed it"))
        }
        () if is_opaque && is_claudes() => Some((&rules::AN17, "Anthropic signed it")),
        () => None,
    }
}

/// Begins messages with calls with thinking that says nothing, where the vendor wants thinking and it is gone (AN41).
pub(super) fn think_beside_calls(work: &mut Work<'_>) {
    let is_asked = work.options.capabilities.reasoning_content.or(work.options.thinks);
    let Some(endpoint) = endpoint(work.options).filter(|endpoint| endpoint.needs_thinking) else { return };
    let lacks = |message: &Message| !message.calls().is_empty() && !message.has_reasoning();
    if is_asked != Some(true) || !work.messages.first().is_some_and(|head| lacks(head)) {
        return;
    }
    let detail = format!("{} wants thinking beside calls; one that says nothing was added", endpoint.vendor);
    work.report_message(0, RepairCode::ContentFilled, Some(&rules::AN41), detail);
    work.edit(0, |message| {
        let origin = Some(Origin { format: Format::Anthropic, model: None });
        let reasoning = Reasoning { text: Some(" ".into()), origin, ..Reasoning::default() };
        let said = std::mem::take(message.content_mut()).into_parts();
        let added = std::iter::once(Part::from(PartKind::Reasoning(Box::new(reasoning))));
        *message.content_mut() = Content::Parts(added.chain(said).listed());
        for call in message.calls_mut() {
            call.after_parts = call.after_parts.map(|after| after.saturating_add(1));
        }
    });
}
