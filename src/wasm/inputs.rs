//! The arguments of a method, as JavaScript put them into the inbox.

use crate::error::{Code, ConversationError, Outcome};
use crate::message::Role;

/// Reads the arguments in their order. The header has a number for each: itself, or the length of a text in bytes. A
/// number below 0 marks a missing text or count.
#[derive(Debug)]
pub(super) struct Inputs<'a> {
    header: std::slice::Iter<'a, f64>,
    texts: &'a [u8],
}

impl<'a> Inputs<'a> {
    pub(super) fn new(header: &'a [f64], texts: &'a [u8]) -> Self {
        Self { header: header.iter(), texts }
    }

    /// The next number. Inputs that are left out at the end are missing.
    fn number(&mut self) -> f64 {
        self.header.next().copied().unwrap_or(ABSENT)
    }

    /// True if arguments are left.
    pub(super) fn has_more(&self) -> bool {
        self.header.len() > 0
    }

    /// The next number, as a count. The TypeScript layer checked that it is whole and within range.
    pub(super) fn count(&mut self) -> usize {
        whole(self.number())
    }

    /// The next number, as a count that may be missing.
    pub(super) fn maybe_count(&mut self) -> Option<usize> {
        let number = self.number();
        (number >= 0.0).then(|| whole(number))
    }

    /// The next number, as tokens.
    pub(super) fn tokens(&mut self) -> u64 {
        u64::try_from(self.count()).unwrap_or(u64::MAX)
    }

    /// The next number, as a count of the provider that may be missing.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "`as` saturates between a float and a whole number, which is what is wanted"
    )]
    pub(super) fn maybe_tokens(&mut self) -> Option<u64> {
        let number = self.number();
        (number >= 0.0).then_some(number as u64)
    }

    /// The next number, as milliseconds.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the TypeScript layer passes whole numbers that a float holds exactly"
    )]
    pub(super) fn time(&mut self) -> i64 {
        self.number() as i64
    }

    /// The next number, as true or false.
    pub(super) fn flag(&mut self) -> bool {
        self.number() > 0.0
    }

    pub(super) fn role(&mut self) -> Outcome<Role> {
        let role = Role::ALL.get(self.count()).copied();
        role.ok_or_else(|| ConversationError::new(Code::InvalidRole, "no role of this number"))
    }

    pub(super) fn text(&mut self) -> Outcome<&'a str> {
        Ok(self.maybe_text()?.unwrap_or_default())
    }

    pub(super) fn maybe_text(&mut self) -> Outcome<Option<&'a str>> {
        let Some(length) = self.maybe_count() else { return Ok(None) };
        let text = self.texts.split_at_checked(length).and_then(|(text, rest)| {
            self.texts = rest;
            std::str::from_utf8(text).ok()
        });
        match text {
            Some(_) => Ok(text),
            None => {
                Err(ConversationError::new(Code::InvalidArgument, "the inbox does not hold that much text"))
            }
        }
    }
}

/// Marks a missing text or count.
const ABSENT: f64 = -1.0;

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates between a float and a whole number, which is what is wanted"
)]
fn whole(number: f64) -> usize {
    number as usize
}
