//! The bytes of a request body, kept from one request to the next.

use crate::format::WireTurn;

/// A request body whose messages keep their place when messages are appended, or cut off at the front.
///
/// Before the messages there is room for the head (params, system prompt), which differs from request to request. The
/// head ends at the first message, so a head of another length moves no message.
///
/// A place is a number of bytes from a fixed origin. It stays the same when messages before it are cut off. Places wrap
/// around, so only their differences count.
#[derive(Debug, Default)]
pub(super) struct WireBody {
    bytes: Vec<u8>,
    /// The start of the body. The bytes before it are room for a longer head.
    start: usize,
    /// The index of the first message.
    messages: usize,
    /// The place of the first message.
    first: usize,
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

/// The room for a head in a new body, in bytes: params without tools fit in.
const LEAST_HEAD: usize = 1024;

/// Room before the messages beyond this, in bytes, is reused when memory must grow.
const MOST_HEAD_KEPT: usize = 64 * 1024;

impl WireBody {
    /// The body.
    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// The index in the body at which the messages begin.
    pub(super) fn messages(&self) -> usize {
        self.messages.saturating_sub(self.start)
    }

    /// The index of a place in the body.
    pub(super) fn index(&self, place: usize) -> usize {
        self.messages().saturating_add(place.wrapping_sub(self.first))
    }

    /// The place after the last byte.
    pub(super) fn end(&self) -> usize {
        self.first.wrapping_add(self.bytes.len().saturating_sub(self.messages))
    }

    /// The index of a place in `bytes`.
    fn at(&self, place: usize) -> usize {
        self.messages.saturating_add(place.wrapping_sub(self.first))
    }

    /// The bytes of a span.
    pub(super) fn get(&self, span: Span) -> Option<&[u8]> {
        let from = self.at(span.from);
        self.bytes.get(from..from.saturating_add(span.length))
    }

    /// Keeps the bytes before the place `end`, and returns the rest.
    pub(super) fn cut(&mut self, end: usize) -> Offcut {
        let at = self.at(end).min(self.bytes.len());
        Offcut { bytes: self.bytes.split_off(at), from: end, head: 0 }
    }

    /// Begins a new body, and returns the messages of the old one. `room` is about the number of bytes that will be
    /// added.
    pub(super) fn restart(&mut self, room: usize) -> Offcut {
        let mut bytes = Vec::with_capacity(LEAST_HEAD.saturating_add(room));
        bytes.resize(LEAST_HEAD, b' ');
        let (from, head) = (self.first, self.messages);
        (self.messages, self.first) = (LEAST_HEAD, 0);
        Offcut { bytes: std::mem::replace(&mut self.bytes, bytes), from, head }
    }

    /// Replaces the messages before the place `end` by `bytes`. Everything from `end` on does not move.
    pub(super) fn replace_front(&mut self, bytes: &[u8], end: usize) {
        let missing = bytes.len().saturating_add(LEAST_HEAD).saturating_sub(self.at(end));
        if missing > 0 {
            self.make_room(missing);
        }
        let end_index = self.at(end);
        self.first = end.wrapping_sub(bytes.len());
        self.messages = end_index.saturating_sub(bytes.len());
        if let Some(front) = self.bytes.get_mut(self.messages..end_index) {
            front.copy_from_slice(bytes);
        }
        self.release();
    }

    /// Frees room before the messages that is larger than the rest of the body, as after a deep cut.
    fn release(&mut self) {
        let unused = self.messages.saturating_sub(MOST_HEAD_KEPT);
        if unused > self.bytes.len() / 2 {
            self.bytes.drain(..unused);
            self.messages = self.messages.saturating_sub(unused);
            self.bytes.shrink_to(self.bytes.len().saturating_add(self.bytes.len() / 8));
        }
    }

    /// Appends bytes. Memory grows by an eighth, and does not double, because bodies are large. The room of messages
    /// that were cut off is used first.
    pub(super) fn push(&mut self, bytes: &[u8]) {
        if self.bytes.capacity().saturating_sub(self.bytes.len()) < bytes.len() {
            let unused = self.messages.saturating_sub(MOST_HEAD_KEPT);
            // Moving copies the kept bytes, so it waits until a quarter of their number was cut off.
            if unused > self.bytes.len() / 5 && unused > bytes.len() {
                self.bytes.drain(..unused);
                self.messages = self.messages.saturating_sub(unused);
            } else {
                let slack = self.bytes.len() / 8;
                self.bytes.reserve_exact(bytes.len().saturating_add(slack));
            }
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// Makes room for at least `missing` more bytes before the messages.
    fn make_room(&mut self, missing: usize) {
        let more = missing.max(LEAST_HEAD);
        let length = self.bytes.len();
        self.bytes.reserve_exact(more);
        self.bytes.resize(length.saturating_add(more), b' ');
        self.bytes.copy_within(self.messages..length, self.messages.saturating_add(more));
        self.messages = self.messages.saturating_add(more);
    }

    /// Writes the head before the messages.
    pub(super) fn set_head(&mut self, head: &[u8]) {
        let missing = head.len().saturating_sub(self.messages);
        if missing > 0 {
            self.make_room(missing);
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
        let from = span.from.wrapping_sub(self.from).saturating_add(self.head);
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
            let offcut = if end == 0 { body.restart(8) } else { body.cut(end) };
            assert_eq!(body.end(), end);
            assert_eq!(offcut.get(span(4, 2)), Some(b"ef".as_slice()));
            assert_eq!(offcut.get(span(7, 2)), None);
            body.push(b"!");
            body.set_head(b"> ");
            assert_eq!(body.bytes(), if end == 0 { b"> !".as_slice() } else { b"> abc!" });
        }
    }

    #[test]
    fn messages_behind_a_replaced_front_keep_their_places() {
        let mut body = WireBody::default();
        body.push(b"aaaa,bbbb,cccc");
        body.set_head(b"head ");
        for front in ["", "x,", &"long,".repeat(1_000), "y,"] {
            body.replace_front(front.as_bytes(), 5);
            body.set_head(b"> ");
            assert_eq!(body.bytes(), format!("> {front}bbbb,cccc").as_bytes());
            assert_eq!(body.get(span(10, 4)), Some(b"cccc".as_slice()));
            assert_eq!(body.bytes().get(body.index(5)..).unwrap(), b"bbbb,cccc");
            assert_eq!(body.end(), 14);
        }
        body.push(b"]");
        assert_eq!(body.bytes(), b"> y,bbbb,cccc]");
    }

    #[test]
    fn a_body_that_runs_through_its_window_uses_little_memory() {
        let mut body = WireBody::default();
        for message in 0..10_000_usize {
            body.push(&[b'm'; 1_000]);
            let kept = message.saturating_sub(99).saturating_mul(1_000);
            body.replace_front(b"", kept);
            body.set_head(b"head ");
            assert_eq!(body.bytes().len(), 5 + 1_000 * message.saturating_add(1).min(100));
        }
        assert!(body.bytes.capacity() < 400_000, "{} bytes", body.bytes.capacity());
    }

    #[test]
    fn a_deep_cut_frees_the_memory_of_what_it_removes() {
        let mut body = WireBody::default();
        body.push(&[b'm'; 3_000_000]);
        body.push(b"end");
        body.replace_front(b"front ", 3_000_000);
        body.set_head(b"head ");
        assert_eq!(body.bytes(), b"head front end");
        assert!(body.bytes.capacity() < 100_000, "{} bytes", body.bytes.capacity());
    }
}
