//! A rule of a provider.

use std::fmt;

/// A rule that a provider enforces on requests. Reports refer to it by value, and the host finds its texts by the id.
#[derive(Clone, Copy)]
pub struct Rule {
    /// The public id, such as `AN1`. Reports, comments and the rule's file use it. Number 0 is the provider's
    /// reference.
    pub id: &'static str,
}

/// Compares ids: no two rules share an id.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Rule {}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}
