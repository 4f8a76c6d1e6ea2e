//! The buffers for payload between JavaScript and the core.

use crate::error::{Code, ConversationError, Outcome};

/// A larger buffer, in bytes, is freed when the next payload is small.
const KEPT_BYTES: usize = 1 << 20;

/// Bytes on their way in.
#[derive(Debug, Default)]
pub(super) struct Inbox(Vec<u8>);

/// Bytes on their way out.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    bytes: Vec<u8>,
    /// The address of the bytes that JavaScript reads.
    address: usize,
}

impl Inbox {
    /// Makes room for `bytes`, and returns its address. Earlier bytes stay, unless a smaller buffer replaces a large
    /// one.
    pub(super) fn reserve(&mut self, bytes: usize) -> Outcome<*mut u8> {
        if self.0.capacity() > KEPT_BYTES && bytes < KEPT_BYTES {
            self.0 = Vec::new();
        }
        if self.0.len() < bytes {
            let more = bytes.saturating_sub(self.0.len());
            self.0.try_reserve_exact(more).map_err(|_| {
                ConversationError::new(
                    Code::TooLarge,
                    format!("{bytes} bytes are more than the memory has room for"),
                )
            })?;
            self.0.resize(bytes, 0);
        }
        Ok(self.0.as_mut_ptr())
    }

    /// Returns the text of `length` bytes from the place `from`.
    pub(super) fn text(&self, from: usize, length: usize) -> Outcome<&str> {
        let bytes = self.0.get(from..from.saturating_add(length));
        bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()).ok_or_else(|| {
            ConversationError::new(Code::InvalidArgument, "the inbox does not hold that much text")
        })
    }
}

impl Inbox {
    /// Returns `length` bytes from the place `from`; none if there are fewer.
    pub(super) fn bytes(&self, from: usize, length: usize) -> &[u8] {
        self.0.get(from..from.saturating_add(length)).unwrap_or_default()
    }
}

impl Outbox {
    /// Returns the buffer, emptied for writing.
    pub(super) fn open(&mut self) -> &mut Vec<u8> {
        self.bytes.clear();
        &mut self.bytes
    }

    /// Returns the number of bytes to read. Frees memory that is far too large.
    pub(super) fn length(&mut self) -> usize {
        if self.bytes.capacity() > KEPT_BYTES && self.bytes.len() < self.bytes.capacity() / 8 {
            self.bytes.shrink_to_fit();
        }
        self.address = self.bytes.as_ptr().addr();
        self.bytes.len()
    }

    /// Lets JavaScript read `bytes` in place, until the next call. Returns their number.
    pub(super) fn show(&mut self, bytes: &[u8]) -> usize {
        self.address = bytes.as_ptr().addr();
        bytes.len()
    }

    /// Returns the address of the bytes to read.
    pub(super) fn address(&self) -> usize {
        self.address
    }
}
