//! Signatures on calls (GE4, GE5).

use super::dialect::{CallSignatures, Dialect};
use super::passage::Work;
use super::prompt::{Item, Prompt};
use super::terms::{Mode, Terms};
use crate::json::{Node, quoted};
use crate::message::{Message, Role, ToolCall};
use crate::repair::{Repair, RepairCode};

/// Leaves out what is no signature. In a request that is written, the first call of every step gets what stands for
/// one where the model wants it: older steps are not looked at by the provider, but so their bytes stay (I9).
pub(super) fn apply(work: &mut Work<'_>) {
    let Some(signatures) = work.dialect.call_signatures else { return };
    let Some(head) = work.lines.first().filter(|head| !head.calls().is_empty()) else { return };
    let is_broken =
        |call: &ToolCall| call.extras.get(signatures.field).is_some_and(|json| !is_signature(json));
    let broken = head.calls().iter().filter(|call| is_broken(call)).count();
    if broken > 0 {
        let detail = format!("the `{}` of {broken} call(s) is no base64, and was left out", signatures.field);
        work.report_line(0, RepairCode::ReasoningDropped, signatures.form_rule, detail);
        work.edit(0, |message| {
            for call in message.calls_mut().iter_mut().filter(|call| is_broken(call)) {
                call.extras.retain(|name| name != signatures.field);
            }
        });
    }
    if work.terms.mode == Mode::Strict && is_wanted(&signatures, work.terms) {
        let repair = work.lines.first().and_then(|head| missing(head, &signatures));
        if let Some(repair) = repair {
            work.report(repair);
            work.edit(0, |message| sign(message, &signatures));
        }
    }
}

/// In a body that is mended, only the steps of the current turn are signed: those are what the provider looks at.
pub(super) fn sign_current_turn(prompt: &mut Prompt<'_>, dialect: &Dialect, terms: &Terms) {
    let wanted = |signatures: &CallSignatures| terms.mode == Mode::Keep && is_wanted(signatures, terms);
    let Some(signatures) = dialect.call_signatures.filter(wanted) else { return };
    let is_users = |item: &Item<'_>| item.first().is_some_and(|message| message.role() == Role::User);
    let start = prompt.items.iter().rposition(is_users).unwrap_or(0);
    let Prompt { items, repairs, .. } = prompt;
    for item in items.iter_mut().skip(start) {
        if let Some(repair) = item.first().and_then(|head| missing(head, &signatures)) {
            repairs.push(repair);
            item.change(|messages| messages.iter_mut().take(1).for_each(|head| sign(head, &signatures)));
        }
    }
}

fn is_wanted(signatures: &CallSignatures, terms: &Terms) -> bool {
    terms.capabilities.model.as_deref().is_some_and(signatures.wanted_by)
}

/// What is reported when the first call of a message is not signed.
fn missing(message: &Message, signatures: &CallSignatures) -> Option<Repair> {
    let call = message.calls().first().filter(|call| call.extras.get(signatures.field).is_none())?;
    let CallSignatures { field, stand_in, missing_rule, .. } = signatures;
    let detail = format!("the call of {} has no `{field}`; `{stand_in}` stands for it", call.name);
    Some(Repair::new(RepairCode::ContentFilled, missing_rule, detail).of(&message.id).call(&call.id))
}

fn sign(message: &mut Message, signatures: &CallSignatures) {
    let Some(call) = message.calls_mut().first_mut() else { return };
    call.extras.push(signatures.field, &quoted(signatures.stand_in));
}

/// Whether it is text in one of the two alphabets of base64, and not empty.
fn is_signature(json: &str) -> bool {
    let is_digit = |character: char| character.is_ascii_alphanumeric() || "+/-_=".contains(character);
    Node::parse(json).and_then(Node::text).is_some_and(|text| !text.is_empty() && text.chars().all(is_digit))
}
