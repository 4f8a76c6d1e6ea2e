//! Places of messages in the order of arrival, and numbers of rewrites.

/// The place of a message in the order of arrival. It grows with each message, and never changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Serial(pub(crate) u64);

impl Serial {
    /// The serial of the message of this number, in a history that was restored.
    pub(super) fn of_number(number: u64) -> Self {
        Self(number.saturating_add(1).saturating_mul(SERIAL_STEP))
    }

    /// The place of the message after this one, in a history that was restored.
    pub(super) fn after(self) -> Self {
        Self(self.0.saturating_add(SERIAL_STEP))
    }

    /// Returns the next place.
    pub(crate) fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// The gap between two serials, so that a summary finds a free serial in the place of removed units. Serials never
/// change, so caches that are keyed by serial stay valid.
pub(crate) const SERIAL_STEP: u64 = 1 << 32;

/// The place of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MessagePlace {
    /// The unit that holds it.
    pub unit: Serial,
    /// The serial of the message itself.
    pub own: Serial,
}

/// The number of a rewrite of a history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rewrite(pub(crate) u64);

impl Rewrite {
    /// A rewrite that no undo reverses.
    pub(crate) const FINAL: Self = Self(u64::MAX);
}
