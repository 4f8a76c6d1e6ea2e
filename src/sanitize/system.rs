//! Instructions and summaries in the middle (OC10, AN21).

use super::passage::Work;
use super::terms::SummaryRole;
use crate::message::{Body, Content};
use crate::repair::RepairCode;

/// Gives a summary its role, and gives instructions in the middle to the user where the model takes none there.
pub(super) fn apply(work: &mut Work<'_>) {
    let Some(head) = work.lines.first() else { return };
    let to_user = match &head.body {
        Body::Summary(_) => match work.terms.summary_role.unwrap_or(work.dialect.summary_role) {
            SummaryRole::System => work.terms.capabilities.system_mid_conversation == Some(false),
            SummaryRole::User => true,
        },
        Body::System(_) if !work.state.is_prompt => {
            let refused = work.terms.capabilities.system_mid_conversation == Some(false);
            if refused {
                let detail =
                    "the model takes no instructions in the middle; they are sent in the user's turn";
                work.report_line(0, RepairCode::SystemFolded, work.dialect.system_rule(), detail.to_owned());
            }
            refused
        }
        Body::System(_) | Body::User(_) | Body::Assistant { .. } | Body::Tool(_) => return,
    };
    let is_summary = matches!(work.lines.first().map(|head| &head.body), Some(Body::Summary(_)));
    if is_summary || to_user {
        work.edit(0, |message| {
            let content = std::mem::take(message.content_mut());
            message.body = in_role(content, to_user);
        });
    }
}

fn in_role(content: Content, to_user: bool) -> Body {
    if to_user { Body::User(content) } else { Body::System(content) }
}
