//! The parts of a conversation. No part knows another, or the conversation.

mod changes;
mod ids;

pub(super) use changes::Changes;
pub(super) use ids::Ids;
