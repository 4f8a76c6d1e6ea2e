//! Puts the wasm of the core together from the text that `scripts/lib/wasm-text.mjs` writes. It is wasm, too, because it
//! runs once, before an engine has optimised anything: JavaScript takes three times as long.
//!
//! The text has ten parts: all that is before the code, eight streams of the code, and all that is behind it. Operations
//! one after the other, numbers of locals one after the other and so on compress a tenth better than where they are mixed.

#![no_std]

use core::{panic::PanicInfo, ptr};

/// The id of the section with the code.
const CODE: u8 = 10;
/// The most bytes of a LEB128 number of 32 bits.
const LONGEST: usize = 5;

/// Writes the wasm at `wasm`, and returns its end. `room` takes the parts, which are shorter than the text.
///
/// # Safety
/// `text` holds what the build wrote, and what comes of it was compared. There is room for as many bytes as the text has at
/// `room`, and for twice as many at `wasm`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn unpack(mut text: *const u8, mut room: *mut u8, wasm: *mut u8) -> *mut u8 {
    unsafe {
        let head = part(&mut text, &mut room);
        let mut operations = part(&mut text, &mut room);
        let head_length = operations.offset_from_unsigned(head);
        let mut locals = part(&mut text, &mut room);
        let mut loads = part(&mut text, &mut room);
        let mut stores = part(&mut text, &mut room);
        let mut constants = part(&mut text, &mut room);
        let mut long_constants = part(&mut text, &mut room);
        let mut calls = part(&mut text, &mut room);
        let mut types = part(&mut text, &mut room);
        let tail = part(&mut text, &mut room);

        ptr::copy(head, wasm, head_length);
        let mut to = wasm.add(head_length);
        *to = CODE;
        let section = to.add(1);
        to = section.add(LONGEST);
        for _ in 0..number(&mut types, &mut to) {
            let function = to;
            to = to.add(LONGEST);
            for _ in 0..number(&mut types, &mut to) {
                number(&mut types, &mut to);
                byte(&mut types, &mut to);
            }
            let mut depth = 1;
            while depth > 0 {
                // How many numbers follow the operation in its own stream.
                let mut numbers = 0;
                match byte(&mut operations, &mut to) {
                    // Blocks, loops and conditions, with a type; `end`.
                    0x02..=0x04 => (depth, numbers) = (depth + 1, 1),
                    0x0b => depth -= 1,
                    0x20..=0x22 => skip(&mut locals, &mut to),
                    // Loads and stores, which have an alignment.
                    0x28..=0x35 => {
                        skip(&mut operations, &mut to);
                        skip(&mut loads, &mut to);
                    }
                    0x36..=0x3e => {
                        skip(&mut operations, &mut to);
                        skip(&mut stores, &mut to);
                    }
                    0x41 => skip(&mut constants, &mut to),
                    0x42 => skip(&mut long_constants, &mut to),
                    0x10 => skip(&mut calls, &mut to),
                    // Branches, globals, tables, the size of the memory and its growth, and null references.
                    0x0c | 0x0d | 0x23..=0x26 | 0x3f | 0x40 | 0xd0 => numbers = 1,
                    // `br_table` and `call_indirect`.
                    0x0e => numbers = number(&mut operations, &mut to) + 1,
                    0x11 => numbers = 2,
                    // Operations that a number distinguishes: `memory.copy` and the like.
                    0xfc => {
                        numbers = match number(&mut operations, &mut to) {
                            8 | 10 | 12 | 13 => 2,
                            9 | 11 | 14.. => 1,
                            _ => 0,
                        }
                    }
                    // Constants of 32 and 64 bits.
                    0x43 => copy(&mut operations, &mut to, 4),
                    0x44 => copy(&mut operations, &mut to, 8),
                    _ => {}
                }
                for _ in 0..numbers {
                    skip(&mut operations, &mut to);
                }
            }
            to = close(function, to);
        }
        to = close(section, to);
        let mut rest = tail;
        copy(&mut rest, &mut to, room.offset_from_unsigned(tail));
        to
    }
}

/// Decodes a part: two characters that start a code of two, the codes of all bytes, the length in four bytes, and the
/// bytes. Returns its start.
#[inline(never)]
unsafe fn part(text: &mut *const u8, room: &mut *mut u8) -> *const u8 {
    unsafe {
        let start = *room;
        let leads = [byte_of(text), byte_of(text)];
        let mut bytes = [0_u8; 3 * 128];
        let table = bytes.as_mut_ptr();
        for byte in 0..=255 {
            *table.add(code(text, leads)) = byte;
        }
        let mut left = 0;
        for shift in [0, 8, 16, 24] {
            left |= usize::from(*table.add(code(text, leads))) << shift;
        }
        while left > 0 {
            **room = *table.add(code(text, leads));
            *room = room.add(1);
            left -= 1;
        }
        start
    }
}

/// Reads a code of one or two characters.
#[inline(always)]
unsafe fn code(text: &mut *const u8, [first, second]: [u8; 2]) -> usize {
    unsafe {
        let character = byte_of(text);
        if character == first {
            return 128 + usize::from(byte_of(text));
        }
        if character == second {
            return 256 + usize::from(byte_of(text));
        }
        usize::from(character)
    }
}

#[inline(always)]
unsafe fn byte_of(text: &mut *const u8) -> u8 {
    unsafe {
        let byte = **text;
        *text = text.add(1);
        byte
    }
}

/// Moves a byte, and returns it.
#[inline(always)]
unsafe fn byte(from: &mut *const u8, to: &mut *mut u8) -> u8 {
    unsafe {
        let moved = byte_of(from);
        **to = moved;
        *to = to.add(1);
        moved
    }
}

/// Moves a LEB128 number.
#[inline(always)]
unsafe fn skip(from: &mut *const u8, to: &mut *mut u8) {
    unsafe { while byte(from, to) >= 0x80 {} }
}

/// Moves a LEB128 number of 32 bits, and returns it.
#[inline(never)]
unsafe fn number(from: &mut *const u8, to: &mut *mut u8) -> u32 {
    let (mut value, mut shift) = (0, 0);
    loop {
        let moved = unsafe { byte(from, to) };
        value |= u32::from(moved & 0x7f) << (shift & 31);
        if moved < 0x80 {
            return value;
        }
        shift += 7;
    }
}

#[inline(always)]
unsafe fn copy(from: &mut *const u8, to: &mut *mut u8, length: usize) {
    unsafe {
        ptr::copy(*from, *to, length);
        *from = from.add(length);
        *to = to.add(length);
    }
}

/// Writes the size of what is behind the room for it, and moves that to its size. Returns its end.
#[inline(never)]
unsafe fn close(place: *mut u8, end: *mut u8) -> *mut u8 {
    unsafe {
        let start = place.add(LONGEST);
        let size = end.offset_from_unsigned(start);
        let (mut to, mut left) = (place, size);
        while left >= 0x80 {
            *to = left as u8 | 0x80;
            to = to.add(1);
            left >>= 7;
        }
        *to = left as u8;
        ptr::copy(start, to.add(1), size);
        to.add(1 + size)
    }
}

#[panic_handler]
fn halt(_: &PanicInfo) -> ! {
    core::arch::wasm32::unreachable()
}
