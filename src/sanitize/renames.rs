//! The ids that calls are sent with in place of their own.

use crate::repair::Repair;

/// The ids that calls got in place of their own.
#[derive(Debug, Default)]
pub(super) struct Renames {
    /// The sent ids of all calls; empty if none was replaced.
    pub(super) sent: Vec<Box<str>>,
    /// The ids of these calls in the conversation.
    pub(super) own: Vec<Box<str>>,
    /// The number of repairs that were reported before the replacement. They name calls by their own ids.
    pub(super) reported: usize,
}

impl Renames {
    /// Makes each report after the replacement name its call by the id that the conversation knows.
    pub(super) fn restore_ids(&self, repairs: &mut [Repair]) {
        if self.sent.is_empty() {
            return;
        }
        for repair in repairs.iter_mut().skip(self.reported) {
            for (sent, own) in self.sent.iter().zip(&self.own) {
                if repair.call_id.as_ref() == Some(sent) {
                    repair.call_id = Some(own.clone());
                    break;
                }
            }
        }
    }
}
