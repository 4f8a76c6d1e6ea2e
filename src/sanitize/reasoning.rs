//! Reasoning that the provider can verify, and other (OC13, AN17, AN18, MI10).

use super::dialect::{Dialect, ReasoningForm};
use super::item_bonds::ITEM_ID;
use super::passage::Work;
use super::terms::{Mode, Terms};
use crate::message::{Content, Message, Part, Reasoning};
use crate::repair::RepairCode;

/// Leaves out reasoning that the target would refuse: of another maker, unsigned, or bound to what stood before
/// it and has changed.
pub(super) fn apply(work: &mut Work<'_>) {
    for line in 0..work.lines.len() {
        let Some(message) = work.lines.get(line).filter(|message| message.has_reasoning()) else { continue };
        let refuse = |part: &Part| refusal(part, work.dialect, work.terms, work.state.prefix_changed);
        let refusals: Vec<Option<Refusal>> = message.content().parts().iter().map(refuse).collect();
        let Some((rule, reason)) = refusals.iter().flatten().next() else { continue };
        work.report_line(
            line,
            RepairCode::ReasoningDropped,
            rule,
            format!("reasoning was left out: {reason}"),
        );
        work.edit(line, |message| {
            message.retain_parts(|at, _| refusals.get(at).is_none_or(Option::is_none));
            if work.dialect.reasoning == ReasoningForm::Field {
                as_text(message);
            }
        });
    }
}

/// Text that stood beside reasoning became a part for it. What is left alone is text again.
fn as_text(message: &mut Message) {
    let only = match message.content().parts() {
        [part] if part.extras.is_empty() => part.as_text().map(Content::text),
        _ => None,
    };
    only.into_iter().for_each(|text| *message.content_mut() = text);
}

/// The rule that is broken, and how.
type Refusal = (&'static str, &'static str);

/// Why the target would refuse it.
fn refusal(part: &Part, dialect: &Dialect, terms: &Terms, prefix_changed: bool) -> Option<Refusal> {
    let reasoning = part.as_reasoning()?;
    match dialect.reasoning {
        ReasoningForm::Field => {
            let wanted = terms.capabilities.reasoning_content.unwrap_or_else(|| match terms.mode {
                Mode::Keep => true,
                Mode::Strict => is_vendors(reasoning, dialect, terms),
            });
            (!wanted || reasoning.text.is_none()).then_some(("OC13", "the provider does not take it back"))
        }
        ReasoningForm::Labelled => {
            let has_words = reasoning.text.as_deref().is_some_and(|text| !text.is_empty());
            let is_silent = !has_words && !has_signature(reasoning);
            match () {
                () if !is_own(reasoning, dialect) => Some(("GE5", "another provider made it")),
                () if is_silent && terms.mode == Mode::Strict => Some(("GE6", "it holds no text")),
                () => None,
            }
        }
        ReasoningForm::Chunk { rule } => {
            let is_signed = has_signature(reasoning);
            match () {
                () if !is_own(reasoning, dialect) => Some((rule, "another provider made it")),
                () if reasoning.text.is_none() => Some((rule, "it has no words")),
                () if is_signed && is_of_another_model(reasoning, terms) => {
                    Some((rule, "another model signed it"))
                }
                () if is_signed && prefix_changed => {
                    Some((rule, "it was signed behind messages that have changed since"))
                }
                () => None,
            }
        }
        ReasoningForm::Signed | ReasoningForm::Own => {
            let is_open = dialect.reasoning == ReasoningForm::Own;
            let is_own = is_own(reasoning, dialect);
            let other_model = is_of_another_model(reasoning, terms);
            let has_signature = has_signature(reasoning);
            let is_signed = reasoning.encrypted.is_some() || (reasoning.text.is_some() && has_signature);
            match () {
                () if !is_own => Some(("AN17", "another provider made it")),
                () if !is_signed && !is_open => Some((dialect.unsigned_rule, "it is not signed")),
                () if reasoning.encrypted.is_none() && reasoning.text.is_none() => {
                    Some((dialect.unsigned_rule, "it holds nothing"))
                }
                () if other_model => Some(("AN17", "another model made it")),
                () if prefix_changed && is_signed => {
                    Some(("AN18", "it is bound to messages before it that have changed since"))
                }
                () => None,
            }
        }
        ReasoningForm::Items => {
            let other_model = is_of_another_model(reasoning, terms);
            let is_known = part.extras.get(ITEM_ID).is_some();
            match (&reasoning.encrypted, is_known) {
                _ if !is_own(reasoning, dialect) => Some(("OR12", "another provider made it")),
                _ if other_model => Some(("OR12", "another model made it")),
                (None, true) if terms.is_unstored => {
                    Some(("OR10", "the provider keeps nothing, and it is not sent whole"))
                }
                (None, false) => Some(("OR12", "it is neither encrypted nor known by an id")),
                _ => None,
            }
        }
    }
}

/// Whether two names are of one model: an alias, and what it stands for. Answers name the model by its date, as
/// `gpt-5-2025-08-07` for `gpt-5`, and `claude-sonnet-4-5-20250929` for `claude-sonnet-4-5`.
fn is_same_model(one: &str, other: &str) -> bool {
    if one != other && (is_opaque(one) || is_opaque(other)) {
        return true;
    }
    let (one, other) = (bare(one), bare(other));
    let ((one, one_date), (other, other_date)) = (dated(one), dated(other));
    one == other && one_date.zip(other_date).is_none_or(|(one, other)| one == other)
}

/// Whether a name says nothing of the model behind it, as Bedrock's ARNs of profiles, deployments and prompts do that are
/// the caller's own: who asks by that knows what is behind it.
fn is_opaque(name: &str) -> bool {
    let resource = name.strip_prefix("arn:").and_then(|arn| arn.splitn(5, ':').nth(4));
    let kind = resource.and_then(|resource| resource.split('/').next());
    kind.is_some_and(|kind| !["foundation-model", "inference-profile"].contains(&kind))
}

/// A model's name without what Bedrock puts around it: the ARN, the region of an inference profile, the version.
fn bare(name: &str) -> &str {
    let name = if name.starts_with("arn:") { name.rsplit('/').next().unwrap_or(name) } else { name };
    let region = name.split_once('.').filter(|(region, _)| REGIONS.contains(region));
    let name = region.map_or(name, |(_, name)| name);
    let version = name.rsplit_once(':').map(|(name, _)| name);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = version.and_then(|name| name.rsplit_once("-v")).filter(|(_, number)| is_digits(number));
    whole.map_or(name, |(name, _)| name)
}

/// What stands before a model's name in Bedrock's inference profiles.
const REGIONS: [&str; 9] = ["us", "us-gov", "eu", "apac", "jp", "au", "ca", "sa", "global"];

/// A model's name without its date, or without what says that it is the newest one; and its date.
fn dated(name: &str) -> (&str, Option<&str>) {
    let alias = name.strip_suffix("-latest").or_else(|| name.strip_suffix("-0"));
    if let Some(base) = alias {
        return (base, None);
    }
    let mut starts = name.match_indices(['-', '@']).filter(|(at, _)| {
        let rest = name.get(at.saturating_add(1)..).unwrap_or_default();
        let digits = rest.bytes().filter(u8::is_ascii_digit).count();
        rest.starts_with("20")
            && digits == 8
            && rest.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    });
    match starts.next().map(|(at, _)| name.split_at(at)) {
        Some((base, date)) => (base, date.get(1..)),
        None => (name, None),
    }
}

/// Reports whether it goes back to the vendor that it came from.
fn is_vendors(reasoning: &Reasoning, dialect: &Dialect, terms: &Terms) -> bool {
    let origin = reasoning.origin.as_ref().filter(|origin| origin.format == dialect.format);
    let vendor = dialect.vendor_fields.zip(origin);
    vendor.is_some_and(|(vendor, origin)| vendor.go_back(terms, origin.model.as_deref()))
}

fn is_own(reasoning: &Reasoning, dialect: &Dialect) -> bool {
    reasoning.origin.as_ref().is_none_or(|origin| origin.format == dialect.format)
}

fn is_of_another_model(reasoning: &Reasoning, terms: &Terms) -> bool {
    let made_by = reasoning.origin.as_ref().and_then(|origin| origin.model.as_deref());
    made_by.zip(terms.capabilities.model.as_deref()).is_some_and(|(made, asked)| !is_same_model(made, asked))
}

fn has_signature(reasoning: &Reasoning) -> bool {
    reasoning.signature.as_ref().is_some_and(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROFILE: &str =
        "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0";
    const OWN_PROFILE: &str = "arn:aws:bedrock:us-east-1:1:application-inference-profile/a1b2c3";

    #[test]
    fn an_alias_is_the_model_that_it_stands_for() {
        let cases = [
            ("gpt-5", "gpt-5-2025-08-07", true),
            ("claude-sonnet-4-5", "claude-sonnet-4-5-20250929", true),
            ("claude-sonnet-4-0", "claude-sonnet-4-20250514", true),
            ("claude-3-7-sonnet-latest", "claude-3-7-sonnet-20250219", true),
            ("claude-sonnet-4-5@20250929", "claude-sonnet-4-5-20250929", true),
            ("claude-sonnet-4-5@20250929", "claude-sonnet-4-5", true),
            ("gpt-4o-2024-05-13", "gpt-4o-2024-08-06", false),
            ("claude-sonnet-4-5", "claude-sonnet-4", false),
            ("claude-sonnet-4-5", "claude-opus-4-5-20251101", false),
            ("gpt-5", "gpt-5-mini", false),
            (
                "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
                "anthropic.claude-sonnet-4-5-20250929-v1:0",
                true,
            ),
            (
                "global.anthropic.claude-sonnet-4-5-20250929-v1:0",
                "eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
                true,
            ),
            (PROFILE, "anthropic.claude-sonnet-4-5-20250929-v1:0", true),
            (OWN_PROFILE, "anthropic.claude-sonnet-4-5-20250929-v1:0", true),
            ("anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-opus-4-5-20251101-v1:0", false),
            ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "us.amazon.nova-pro-v1:0", false),
            (PROFILE, "amazon.nova-pro-v1:0", false),
        ];
        for (one, other, expected) in cases {
            assert_eq!(is_same_model(one, other), expected, "{one} and {other}");
            assert_eq!(is_same_model(other, one), expected, "{other} and {one}");
        }
    }
}
