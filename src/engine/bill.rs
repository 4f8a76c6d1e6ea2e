//! The bill of a conversation.

use super::conversation::Conversation;
use crate::format::backscroll;
use crate::hash::HashSet;
use crate::message::{Bill, BillRow, Message, MessageId};

impl Conversation {
    /// The sums of the providers' reports of all answers, even of answers that the history no longer holds.
    pub fn bill(&self) -> &Bill {
        &self.bill
    }

    /// Appends the bill as a JSON list of `{"model", "vendor", "above", "answers", "tokens"}`.
    pub fn write_bill(&self, out: &mut Vec<u8>) {
        backscroll::write_bill(&self.bill, out);
    }

    /// Frees all other paths, and begins an empty bill: the earlier answers are on the bill of the original.
    pub fn become_fork(&mut self) {
        self.forget_paths();
        self.bill = Bill::default();
    }

    /// Adds an answer to the bill.
    pub(super) fn add_to_bill(&mut self, row: Option<BillRow>) {
        if let Some(row) = row {
            self.bill.add(row);
        }
    }

    /// The bill for a snapshot that has no bill: the reports of all its messages.
    pub(super) fn bill_of_messages(&self) -> Bill {
        let mut bill = Bill::default();
        let mut seen: HashSet<MessageId> = HashSet::default();
        let mut add = |message: &Message| {
            if message.usage().is_some() && seen.insert(message.id.clone()) {
                bill.add_message(message);
            }
        };
        for path in self.paths.all() {
            for said in path.transcript() {
                add(&said.entry.message);
            }
        }
        bill
    }
}
