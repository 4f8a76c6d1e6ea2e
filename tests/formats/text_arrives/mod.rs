//! Text that one format holds arrives in every other: in a conversion, and in a request of a conversation.

mod cases;
mod check;
mod programs;

use cases::cases;
use check::check;
pub(crate) use check::{FORMATS, number};

#[test]
fn text_of_every_part_arrives_in_every_format() {
    let mut missing = Vec::new();
    for case in cases() {
        for to in FORMATS {
            missing.extend(check(&case, to));
        }
    }
    assert!(missing.is_empty(), "{} texts are lost:\n{}", missing.len(), missing.join("\n"));
}
