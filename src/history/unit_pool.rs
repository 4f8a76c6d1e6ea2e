//! Units that the paths of a restored conversation share.

use super::serial::{Rewrite, Serial};
use super::unit::{Standing, Unit};
use crate::error::Outcome;
use crate::hash::HashMap;
use crate::list::Listed;
use crate::message::Message;
use std::sync::Arc;

/// A message of a snapshot with its place. Equal messages of a snapshot share one pointer.
pub(super) type SavedEntry = (Serial, Arc<Message>);

/// A unit with its messages in the snapshot.
type PooledUnit = (Vec<Arc<Message>>, Arc<Unit>);

/// The units of the restored paths, so that another path costs only the messages that are its own. Never iterated.
#[derive(Debug, Default)]
pub struct UnitPool {
    units: HashMap<Serial, Vec<PooledUnit>>,
}

impl UnitPool {
    /// Returns the unit of these messages, the head first. Creates it if no path has it.
    pub(super) fn unit(
        &mut self,
        entries: &[SavedEntry],
        standing: Standing,
        prefix_changed: Option<Rewrite>,
        make: impl FnOnce() -> Outcome<Unit>,
    ) -> Outcome<Arc<Unit>> {
        let serial = entries.first().map(|(serial, _)| *serial).unwrap_or_default();
        let versions = self.units.or_default(serial);
        for (messages, unit) in versions.iter() {
            let is_same = |(own, (_, other)): (&Arc<Message>, &SavedEntry)| Arc::ptr_eq(own, other);
            if messages.len() == entries.len()
                && messages.iter().zip(entries).all(is_same)
                && unit.standing() == standing
                && unit.prefix_changed == prefix_changed
            {
                return Ok(Arc::clone(unit));
            }
        }
        let mut unit = make()?;
        unit.stand(standing);
        unit.prefix_changed = prefix_changed;
        let unit = Arc::new(unit);
        let messages = entries.iter().map(|(_, message)| Arc::clone(message)).listed();
        versions.push((messages, Arc::clone(&unit)));
        Ok(unit)
    }
}
