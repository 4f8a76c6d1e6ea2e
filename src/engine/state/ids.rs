//! The minting of ids for messages that have none.

use crate::message::MessageId;

/// A prefix, and the number of the next id.
#[derive(Debug, Default)]
pub(in crate::engine) struct Ids {
    prefix: String,
    next: u64,
}

impl Ids {
    /// Sets the beginning of new ids.
    pub(in crate::engine) fn name(&mut self, prefix: &str) {
        self.prefix = prefix.to_owned();
    }

    /// The number at the end of the next id, unless that id is taken.
    pub(in crate::engine) fn next(&self) -> u64 {
        self.next
    }

    pub(in crate::engine) fn set_next(&mut self, next: u64) {
        self.next = next;
    }

    /// Returns the first id from `number` on that is not taken, and the number after it.
    pub(in crate::engine) fn free(
        &self,
        mut number: u64,
        is_taken: impl Fn(&str) -> bool,
    ) -> (MessageId, u64) {
        loop {
            let id = format!("{}{number}", self.prefix);
            number = number.saturating_add(1);
            if !is_taken(&id) {
                return (id.into(), number);
            }
        }
    }

    /// Reports whether an id was minted here.
    pub(in crate::engine) fn is_minted(&self, id: &str) -> bool {
        let number = id.strip_prefix(self.prefix.as_str());
        number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
    }
}
