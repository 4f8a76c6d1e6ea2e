//! The format of programs that the core reads and writes itself.

use crate::format::backscroll::Backscroll;
use crate::format::contract::interchange::Interchange;
use crate::message::Format;

/// The format, if it is a format of programs that the core reads and writes itself.
pub fn interchange(format: Format) -> Option<&'static dyn Interchange> {
    (format == Format::Backscroll).then_some(&Backscroll)
}
