//! Instructions and summaries in the middle.

use super::dialect::Work;
use super::dialect::{Dialect, SystemForm};
use super::dropped_parts::{drop_parts, report_dropped_parts};
use super::fields::kind_of;
use super::request_options::SummaryRole;
use crate::message::{Body, Message, Part};
use crate::repair::{Repair, RepairCode};

/// Gives a summary its role, and turns instructions in the middle into a user message if the model takes none there.
pub(super) fn place_instructions(work: &mut Work<'_>) {
    let Some(head) = work.messages.first() else { return };
    // Instructions at the start are joined to the system prompt beside the messages, if the target has one.
    let is_joined = work.state.is_opening;
    let refuses = !work.dialect.mid_system(work.options);
    let is_refused = match work.dialect.system.form {
        SystemForm::Beside => !is_joined,
        SystemForm::TopLevel => !is_joined && refuses,
        SystemForm::First => !is_joined,
        SystemForm::Message | SystemForm::PromptBeside | SystemForm::AfterUser => refuses,
    };
    let is_summary = match &head.body {
        Body::Summary(_) => true,
        Body::System(_) if !work.state.is_prompt => false,
        Body::System(_) | Body::User(_) | Body::Assistant { .. } | Body::Tool(_) => return,
    };
    // A note that comes first is the user's, so that the conversation still begins with the user.
    let own_role =
        || if is_joined { SummaryRole::User } else { (work.dialect.system.summary_role)(work.options) };
    let summary_role = work.options.summary_role.unwrap_or_else(own_role);
    if is_refused || (is_summary && summary_role == SummaryRole::User) {
        if !is_summary {
            let detail =
                "the model takes no instructions in mid-conversation; they are sent in the user's turn";
            work.report_message(0, RepairCode::SystemMoved, work.dialect.system.rule, detail.to_owned());
        }
        if let Some(head) = work.messages.first_mut() {
            give_to_user(head.to_mut(), work.dialect, &mut work.repairs);
        }
    } else if is_summary {
        work.edit(0, |message| message.body = Body::System(std::mem::take(message.content_mut())));
    }
}

/// Turns instructions into a message of the user. Parts that only instructions hold are dropped.
pub(super) fn give_to_user(message: &mut Message, dialect: &Dialect, repairs: &mut Vec<Repair>) {
    let detail = |part: &Part| {
        let kind = part.as_other().map(|(_, json)| kind_of(json))?;
        let is_systems = dialect.system.parts.contains(&kind.as_str());
        is_systems.then(|| format!("a `{kind}` part has no place in the user's turn, and was left out"))
    };
    let dropped = report_dropped_parts(repairs, message, dialect.system.rule, &detail);
    drop_parts(message, &dropped);
    message.body = Body::User(std::mem::take(message.content_mut()));
}
