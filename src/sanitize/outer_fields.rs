//! Fields of a request outside its messages that rules on messages depend on.

use crate::json::Fields;

/// The fields of a request outside its messages. A unit that is sanitised by itself does not depend on them, so bytes
/// that were written stay valid when they change.
#[derive(Clone, Copy, Debug)]
pub struct OuterFields<'a> {
    /// True if the request asks for thinking, which the last tool turn must then begin with (AN15).
    pub thinking: bool,
    /// The fields. Those of a body that is repaired include its messages.
    pub params: &'a Fields<'a>,
}
