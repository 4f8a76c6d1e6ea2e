//! Results of tools that OpenAI defines and the host runs (OR8).

use super::rules;
use crate::list::{Listed, PushAll};
use crate::message::{Body, Builtin, is_picture};
use crate::repair::RepairCode;
use crate::sanitize::{Work, drop_calls};

/// Sends the result of an approval that is no decision as a denial, with its words as the reason (OR8).
pub(super) fn deny_undecided(work: &mut Work<'_>) {
    for line in 1..work.messages.len() {
        let result = work.messages.get(line).and_then(|message| message.result());
        let is_undecided = result.is_some_and(|result| Builtin::Approval.wants_of(result).is_some());
        if is_undecided && work.builtin(line) == Some(Builtin::Approval) {
            let detail = "the result of an approval is not a decision, and is sent as a denial".to_owned();
            work.report_message(line, RepairCode::WrittenAsText, Some(&rules::OR8), detail);
            work.edit(line, |message| {
                if let Body::Tool(result) = &mut message.body {
                    result.is_error = Some(true);
                }
            });
        }
    }
}

/// Keeps only one picture of a computer's result (OR8). Without a picture, the call is left out.
pub(super) fn keep_pictures(work: &mut Work<'_>) {
    let computers: Vec<usize> =
        (1..work.messages.len()).filter(|line| work.builtin(*line) == Some(Builtin::Computer)).listed();
    let mut blind: Vec<Box<str>> = Vec::new();
    for line in computers {
        let Some(message) = work.messages.get(line) else { continue };
        let Some(shown) = message.content().parts().iter().position(is_picture) else {
            blind.push_all(message.result().map(|result| result.call_id.clone()));
            continue;
        };
        if message.content().parts().len() > 1 {
            let detail =
                "only the picture in the result of a computer is sent; the rest was left out".to_owned();
            work.report_message(line, RepairCode::PartDropped, Some(&rules::OR8), detail);
            work.edit(line, |message| message.retain_parts(|at, _| at == shown));
        }
    }
    if !blind.is_empty() {
        let codes = [RepairCode::CallDropped, RepairCode::OrphanResultDropped];
        let why = "the result of a computer must be a picture";
        drop_calls(work, &blind, codes, Some(&rules::OR8), why);
    }
}
