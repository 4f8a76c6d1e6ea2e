//! Growth of the module's memory.
//!
//! The allocator grows the memory by a page of 64 KiB at a time. JavaScript engines replace the buffer of the memory at
//! each growth, and count all of it as new garbage: growing by pages costs them the square of what is kept. So the
//! memory grows by a part of its size, and before a large text is read.

use std::hint::black_box;

/// The memory grows by its size, divided by this.
const PART: usize = 4;

/// Texts from this size on are announced to the allocator, in bytes.
const LARGE: usize = 1 << 16;

/// The room that a large text needs beside the inbox, as a multiple of its size: for its messages, and for output.
const COPIES: usize = 2;

/// The size of the memory that was seen last.
#[derive(Debug)]
pub(super) struct Memory {
    pages: usize,
}

impl Default for Memory {
    fn default() -> Self {
        Self { pages: pages() }
    }
}

impl Memory {
    /// Makes free room before the text of a call is read.
    pub(super) fn expect(text: usize) {
        if text >= LARGE {
            make_room(text.saturating_mul(COPIES));
        }
    }

    /// Makes free room if the memory has grown since the last call.
    pub(super) fn follow(&mut self) {
        if pages() > self.pages {
            make_room(pages().saturating_mul(PAGE) / PART);
            self.pages = pages();
        }
    }
}

/// The bytes of a page.
const PAGE: usize = 1 << 16;

fn pages() -> usize {
    core::arch::wasm32::memory_size::<0>()
}

/// Takes room from the allocator, and gives it back. Where there is not so much, nothing happens.
fn make_room(bytes: usize) {
    let mut room: Vec<u8> = Vec::new();
    if room.try_reserve_exact(bytes).is_ok() {
        // Else the compiler leaves out what is given back at once.
        black_box(&mut room);
    }
}
