//! Reasoning that the provider can verify, and other (OC13, AN17, AN18).

use super::dialect::{Dialect, ReasoningForm};
use super::passage::Work;
use super::terms::{Mode, Terms};
use crate::message::Reasoning;
use crate::repair::RepairCode;

/// Leaves out reasoning that the target would refuse: of another maker, unsigned, or bound to what stood before
/// it and has changed.
pub(super) fn apply(work: &mut Work<'_>) {
    for line in 0..work.lines.len() {
        let Some(message) = work.lines.get(line).filter(|message| message.has_reasoning()) else { continue };
        let refuse = |reasoning| refusal(reasoning, work.dialect, work.terms, work.state.prefix_changed);
        let parts = message.content().parts().iter();
        let refusals: Vec<Option<Refusal>> = parts.map(|part| refuse(part.as_reasoning()?)).collect();
        let Some((rule, reason)) = refusals.iter().flatten().next() else { continue };
        work.report_line(
            line,
            RepairCode::ReasoningDropped,
            rule,
            format!("reasoning was left out: {reason}"),
        );
        work.edit(line, |message| {
            message.retain_parts(|at, _| refusals.get(at).is_none_or(Option::is_none));
        });
    }
}

/// The rule that is broken, and how.
type Refusal = (&'static str, &'static str);

/// Why the target would refuse it.
fn refusal(reasoning: &Reasoning, dialect: &Dialect, terms: &Terms, prefix_changed: bool) -> Option<Refusal> {
    match dialect.reasoning {
        ReasoningForm::Field => {
            let wanted = terms.capabilities.reasoning_content.unwrap_or(terms.mode == Mode::Keep);
            (!wanted || reasoning.text.is_none()).then_some(("OC13", "the provider does not take it back"))
        }
        ReasoningForm::Signed | ReasoningForm::Own => {
            let is_open = dialect.reasoning == ReasoningForm::Own;
            let origin = reasoning.origin.as_ref();
            let is_own = origin.is_none_or(|origin| origin.format == dialect.format);
            let made_by = origin.and_then(|origin| origin.model.as_deref());
            let asked = terms.capabilities.model.as_deref();
            let other_model = made_by.zip(asked).is_some_and(|(made, asked)| made != asked);
            let has_signature = reasoning.signature.as_ref().is_some_and(|text| !text.is_empty());
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
    }
}
