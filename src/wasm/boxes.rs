//! The buffers for payload between JavaScript and the core.

use super::answer::size;
use super::inputs::Inputs;
use crate::error::{Code, ConversationError, Outcome};

/// A larger buffer, in bytes, is freed when the next payload is small.
const KEPT_BYTES: usize = 1 << 20;
/// A larger header, in numbers, is freed when a method has fewer arguments.
const KEPT_NUMBERS: usize = 1 << 14;

/// The arguments of a method on their way in.
#[derive(Debug, Default)]
pub(super) struct Inbox {
    texts: Vec<u8>,
    header: Vec<f64>,
}

/// Bytes on their way out.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    bytes: Vec<u8>,
    /// The address and the number of bytes elsewhere that JavaScript reads in place of these.
    shown: Option<[usize; 2]>,
}

impl Inbox {
    /// Makes room for `bytes`, and returns its address. Earlier bytes stay, unless a smaller buffer replaces a large
    /// one.
    pub(super) fn reserve(&mut self, bytes: usize) -> Outcome<*mut u8> {
        if self.texts.capacity() > KEPT_BYTES && bytes < KEPT_BYTES {
            self.texts = Vec::new();
        }
        if self.texts.len() < bytes {
            let more = bytes.saturating_sub(self.texts.len());
            self.texts.try_reserve_exact(more).map_err(|_| {
                ConversationError::new(
                    Code::TooLarge,
                    format!("{bytes} bytes are more than the memory has room for"),
                )
            })?;
            self.texts.resize(bytes, 0);
        }
        Ok(self.texts.as_mut_ptr())
    }

    /// Makes room for as many numbers in the header, and returns its address. A smaller header replaces a large one.
    pub(super) fn reserve_numbers(&mut self, numbers: usize) -> *mut f64 {
        if self.header.len() > KEPT_NUMBERS && numbers <= KEPT_NUMBERS {
            self.header = Vec::new();
        }
        if self.header.len() < numbers {
            self.header.resize(numbers, 0.0);
        }
        self.header.as_mut_ptr()
    }

    /// Returns the arguments: `texts` bytes of texts, and `numbers` numbers.
    pub(super) fn inputs(&self, texts: usize, numbers: usize) -> Inputs<'_> {
        let (header, texts) = (self.header.get(..numbers), self.texts.get(..texts));
        Inputs::new(header.unwrap_or_default(), texts.unwrap_or_default())
    }

    /// Puts the place of the outbox's bytes into the header, where JavaScript reads it.
    pub(super) fn answer(&mut self, place: [usize; 2]) {
        for (slot, number) in self.header.iter_mut().zip(place) {
            *slot = size(number);
        }
    }
}

impl Outbox {
    /// Returns the buffer, emptied for writing.
    pub(super) fn open(&mut self) -> &mut Vec<u8> {
        self.bytes.clear();
        self.shown = None;
        &mut self.bytes
    }

    /// Lets JavaScript read `bytes` in place, until the next call.
    pub(super) fn show(&mut self, bytes: &[u8]) {
        self.shown = Some([bytes.as_ptr().addr(), bytes.len()]);
    }

    /// Returns the address of the bytes to read, and their number. Frees memory that is far too large.
    pub(super) fn place(&mut self) -> [usize; 2] {
        if self.bytes.capacity() > KEPT_BYTES && self.bytes.len() < self.bytes.capacity() / 8 {
            self.bytes.shrink_to_fit();
        }
        self.shown.unwrap_or([self.bytes.as_ptr().addr(), self.bytes.len()])
    }
}
