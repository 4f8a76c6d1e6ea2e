//! Fields of a request outside its messages that rules on messages depend on.

use super::dialect::RequestFields;
use crate::json::Fields;
use crate::rules::Rule;

/// The fields of a request outside its messages. The rules on single units do not read them, so written bytes stay
/// valid when they change.
#[derive(Clone, Copy, Debug)]
pub struct OuterFields<'a> {
    /// True if the request asks for thinking, which the last tool turn must then begin with (AN15).
    pub thinking: bool,
    /// True if reading the body repaired something in it.
    pub is_repaired: bool,
    /// The fields. For a repaired body, they include its messages.
    pub params: &'a Fields<'a>,
}

impl OuterFields<'_> {
    /// Reports whether a body has another field instead of the list of messages.
    pub(crate) fn lacks_messages(&self, request: &RequestFields) -> bool {
        let is_given = |name: &str| self.params.get(name).is_some_and(|node| !node.is_null());
        self.params.get(request.messages).is_none()
            && request.stands_for_messages.iter().any(|name| is_given(name))
    }

    /// The rule on the last turn, if the request asks for a summary in place of an answer.
    pub(crate) fn compacts(&self, request: &RequestFields) -> Option<&'static Rule> {
        let (name, rule) = request.compacts?;
        self.params.get(name).filter(|node| !node.is_null()).map(|_| rule)
    }
}
