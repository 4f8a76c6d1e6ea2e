//! Fields of a request outside its messages that rules on messages depend on.

use super::dialect::Dialect;
use crate::json::Fields;
use crate::rules::Rule;

/// The fields of a request outside its messages. A unit that is sanitised by itself does not depend on them, so bytes
/// that were written stay valid when they change.
#[derive(Clone, Copy, Debug)]
pub struct OuterFields<'a> {
    /// True if the request asks for thinking, which the last tool turn must then begin with (AN15).
    pub thinking: bool,
    /// True if reading the body repaired something in it.
    pub is_repaired: bool,
    /// The fields. Those of a body that is repaired include its messages.
    pub params: &'a Fields<'a>,
}

impl OuterFields<'_> {
    /// The rule on the last turn, if the request asks for a summary in place of an answer.
    pub(crate) fn compacts(&self, dialect: &Dialect) -> Option<&'static Rule> {
        let (name, rule) = dialect.request.compacts?;
        self.params.get(name).filter(|node| !node.is_null()).map(|_| rule)
    }
}
