//! Signatures on calls (GE4, GE5).

use super::rules;
use crate::format::models::{Family, model_of};
use crate::json::{Node, quoted};
use crate::message::{Message, Role, ToolCall};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, LookBack, Mode, NeighbourRule, Prompt, PromptItem, RequestOptions, Work};

/// The field of signatures.
pub(super) const SIGNATURE: &str = "thoughtSignature";

/// Stands for a signature on calls that Gemini did not make.
const STAND_IN: &str = "skip_thought_signature_validator";

/// Drops signatures that are not base64. In a request that is written, signs the first call of every step if the model
/// wants signatures. The provider checks the current turn only; older steps are signed so that their bytes stay the
/// same (I9).
pub(super) fn sign_unit(work: &mut Work<'_>) {
    let Some(head) = work.messages.first().filter(|head| !head.calls().is_empty()) else { return };
    let is_broken = |call: &ToolCall| call.extras.get(SIGNATURE).is_some_and(|json| !is_signature(json));
    let broken = head.calls().iter().filter(|call| is_broken(call)).count();
    if broken > 0 {
        let detail = format!("the `{SIGNATURE}` of {broken} call(s) is not base64, and was left out");
        work.report_message(0, RepairCode::ReasoningDropped, Some(&rules::GE5), detail);
        work.edit(0, |message| {
            for call in message.calls_mut().iter_mut().filter(|call| is_broken(call)) {
                call.extras.retain(|name| name != SIGNATURE);
            }
        });
    }
    if work.options.mode == Mode::Strict && wants_signatures(work.options) {
        let repair = work.messages.first().and_then(|head| missing_signature(head));
        if let Some(repair) = repair {
            work.report(repair);
            work.edit(0, sign);
        }
    }
}

/// Only a caller's body is signed here. No later request reuses its bytes, so the smallest look-back is enough.
pub(super) const SIGN_CURRENT_TURN: NeighbourRule =
    NeighbourRule { apply: sign_current_turn, look_back: LookBack::Last };

/// Signs the steps of the current turn in a repaired body. The provider checks these only.
fn sign_current_turn(prompt: &mut Prompt<'_>, _: &Dialect, options: &RequestOptions) {
    if options.mode != Mode::Keep || !wants_signatures(options) {
        return;
    }
    let is_users = |item: &PromptItem<'_>| item.first().is_some_and(|message| message.role() == Role::User);
    let start = prompt.items.iter().rposition(is_users).unwrap_or(0);
    let Prompt { items, repairs, .. } = prompt;
    for item in items.iter_mut().skip(start) {
        if let Some(repair) = item.first().and_then(missing_signature) {
            repairs.push(repair);
            item.change(|messages| messages.iter_mut().take(1).for_each(sign));
        }
    }
}

/// Reports whether the requested model wants signatures.
fn wants_signatures(options: &RequestOptions) -> bool {
    options.model().and_then(|model| model_of(Family::Gemini, model)).is_some_and(|row| row.signs_calls)
}

/// Returns the repair for the first call of a message; `None` when that call has a signature.
fn missing_signature(message: &Message) -> Option<Repair> {
    let call = message.calls().first().filter(|call| call.extras.get(SIGNATURE).is_none())?;
    let detail = format!("the call of {} has no `{SIGNATURE}`; `{STAND_IN}` is sent instead", call.name);
    let repair = Repair::new(RepairCode::ContentFilled, Some(&rules::GE4), detail);
    Some(repair.of(&message.id).call(&call.id))
}

fn sign(message: &mut Message) {
    let Some(call) = message.calls_mut().first_mut() else { return };
    call.extras.push(SIGNATURE, &quoted(STAND_IN));
}

/// Reports whether a value is text in one of the two alphabets of base64, and not empty.
fn is_signature(json: &str) -> bool {
    let is_digit =
        |character: char| character.is_ascii_alphanumeric() || ['+', '/', '-', '_', '='].contains(&character);
    Node::parse(json).and_then(Node::text).is_some_and(|text| !text.is_empty() && text.chars().all(is_digit))
}
