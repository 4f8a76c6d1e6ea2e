//! Instructions and summaries in the middle (OC10, AN21).

use super::dialect::{Dialect, SystemForm};
use super::fields::kind_of;
use super::request_options::SummaryRole;
use super::sanitized_unit::Work;
use crate::message::{Body, Message};
use crate::repair::{Repair, RepairCode};

/// Gives a summary its role, and gives instructions in the middle to the user where the model takes none there.
pub(super) fn move_instructions(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    // Where the prompt stands beside the messages, the instructions at the start are joined to it.
    let is_joined = work.state.is_opening;
    let refused = match work.dialect.system.form {
        SystemForm::Beside => !is_joined,
        SystemForm::TopLevel => !is_joined && !work.options.mid_system(work.dialect),
        SystemForm::Message | SystemForm::PromptBeside | SystemForm::AfterUser => {
            !work.options.mid_system(work.dialect)
        }
    };
    let to_user = match &head.body {
        Body::Summary(_) => match work.options.summary_role.unwrap_or(work.dialect.system.summary_role) {
            SummaryRole::System => refused,
            SummaryRole::User => true,
        },
        Body::System(_) if !work.state.is_prompt => {
            if refused {
                let detail =
                    "the model takes no instructions in the middle; they are sent in the user's turn";
                work.report_message(0, RepairCode::SystemMoved, work.dialect.system.rule, detail.to_owned());
            }
            refused
        }
        Body::System(_) | Body::User(_) | Body::Assistant { .. } | Body::Tool(_) => return,
    };
    let is_summary = matches!(work.messages.first().map(|head| &head.body), Some(Body::Summary(_)));
    if to_user {
        let mut gone = Vec::new();
        let dialect = work.dialect;
        work.edit(0, |message| gone = into_user(message, dialect));
        work.repairs.append(&mut gone);
    } else if is_summary {
        work.edit(0, |message| message.body = Body::System(std::mem::take(message.content_mut())));
    }
}

/// Gives instructions to the user. What only instructions hold is left out; returns the report of it.
pub(super) fn into_user(message: &mut Message, dialect: &Dialect) -> Vec<Repair> {
    let mut gone = Vec::new();
    let id = message.id.clone();
    message.retain_parts(|_, part| {
        let kind = part.as_other().map(|(_, json)| kind_of(json));
        let stays = kind.as_deref().is_none_or(|kind| !dialect.system.parts.contains(&kind));
        if let Some(kind) = kind.filter(|_| !stays) {
            let detail = format!("a `{kind}` part has no place in the user's turn, and was left out");
            gone.push(Repair::new(RepairCode::PartDropped, dialect.system.rule, detail).of(&id));
        }
        stays
    });
    message.body = Body::User(std::mem::take(message.content_mut()));
    gone
}
