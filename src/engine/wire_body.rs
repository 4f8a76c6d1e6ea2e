//! The bytes of a request body, kept from one request to the next.

use crate::format::WireTurn;

/// A request body whose messages keep their place when messages are appended.
///
/// Before the messages there is room for the head (params, system prompt), which differs from request to request. The
/// head ends at the first message, so a head of another length moves no message.
#[derive(Debug, Default)]
pub(super) struct WireBody {
    bytes: Vec<u8>,
    /// The start of the body. The bytes before it are room for a longer head.
    start: usize,
    /// The start of the messages. Spans are relative to it.
    messages: usize,
}

/// The place of a unit's messages in a body, without the separators around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) from: usize,
    pub(super) length: usize,
    /// The kind of wire message that they begin with.
    pub(super) first: WireTurn,
    /// The kind of wire message that they end with.
    pub(super) last: WireTurn,
}

/// Bytes that were cut off a body, to be copied from.
#[derive(Debug)]
pub(super) struct Offcut {
    bytes: Vec<u8>,
    /// The place of its first byte in the body.
    from: usize,
    head: usize,
}

/// Room for a head, when there was none: params without tools fit in.
const LEAST_HEAD: usize = 1024;

impl WireBody {
    /// The body.
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// The index of a place in the body.
    pub(super) fn index(&self, place: usize) -> usize {
        self.messages.saturating_sub(self.start).saturating_add(place)
    }

    /// The place after the last byte.
    pub(super) fn end(&self) -> usize {
        self.bytes.len().saturating_sub(self.messages)
    }

    /// Keeps the bytes before `end`, and returns the rest. `room` is about the number of bytes that will be added.
    pub(super) fn cut(&mut self, end: usize, room: usize) -> Offcut {
        if end > 0 {
            let bytes = self.bytes.split_off(self.messages.saturating_add(end).min(self.bytes.len()));
            return Offcut { bytes, from: end, head: 0 };
        }
        let mut bytes = Vec::with_capacity(self.messages.saturating_add(room));
        bytes.resize(self.messages, b' ');
        Offcut { bytes: std::mem::replace(&mut self.bytes, bytes), from: 0, head: self.messages }
    }

    /// Appends bytes. Memory grows by an eighth, and does not double, because bodies are large.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.bytes.capacity().saturating_sub(self.bytes.len()) < bytes.len() {
            let slack = self.bytes.len() / 8;
            self.bytes.reserve_exact(bytes.len().saturating_add(slack));
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes the head before the messages.
    pub(super) fn set_head(&mut self, head: &[u8]) {
        let missing = head.len().saturating_sub(self.messages);
        if missing > 0 {
            let more = missing.max(LEAST_HEAD);
            let length = self.bytes.len();
            self.bytes.reserve_exact(more);
            self.bytes.resize(length.saturating_add(more), b' ');
            self.bytes.copy_within(self.messages..length, self.messages.saturating_add(more));
            self.messages = self.messages.saturating_add(more);
        }
        self.start = self.messages.saturating_sub(head.len());
        if let Some(room) = self.bytes.get_mut(self.start..self.messages) {
            room.copy_from_slice(head);
        }
    }
}

impl Offcut {
    /// The bytes of a span, if they are in the cut-off part.
    pub(super) fn get(&self, span: Span) -> Option<&[u8]> {
        let from = span.from.checked_sub(self.from)?.saturating_add(self.head);
        self.bytes.get(from..from.saturating_add(span.length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: usize, length: usize) -> Span {
        Span { from, length, first: WireTurn::Alone, last: WireTurn::Alone }
    }

    #[test]
    fn a_head_of_any_length_stands_right_before_the_messages() {
        let mut body = WireBody::default();
        body.push(b"messages");
        for head in ["", "short ", &"long ".repeat(1_000), "x"] {
            body.set_head(head.as_bytes());
            assert_eq!(body.bytes(), format!("{head}messages").as_bytes());
            assert_eq!(body.end(), 8);
        }
    }

    #[test]
    fn what_is_cut_off_can_be_copied_from() {
        for end in [0, 3] {
            let mut body = WireBody::default();
            body.push(b"abcdefgh");
            body.set_head(b"head ");
            let offcut = body.cut(end, 8);
            assert_eq!(body.end(), end);
            assert_eq!(offcut.get(span(4, 2)), Some(b"ef".as_slice()));
            assert_eq!(offcut.get(span(7, 2)), None);
            body.push(b"!");
            body.set_head(b"> ");
            assert_eq!(body.bytes(), if end == 0 { b"> !".as_slice() } else { b"> abc!" });
        }
    }
}
