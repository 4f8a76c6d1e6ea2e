//! Fields of a request outside its messages that rules on messages depend on.

/// The thinking and the cache breakpoints in the params of a request. A unit that is sanitised by itself does not
/// depend on them, so bytes that were written stay valid when they change.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OuterFields {
    /// True if the request asks for thinking, which the last tool turn must then begin with (AN15).
    pub thinking: bool,
    /// Number of cache breakpoints outside the messages (AN19).
    pub cache_breakpoints: usize,
    /// True if a breakpoint before the messages has the shorter lifetime (AN20).
    pub has_short_breakpoint: bool,
}
