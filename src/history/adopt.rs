//! Results that stand before their call.

use super::index::Place;
use super::story::History;
use super::unit::{Serial, Standing, Unit};
use std::collections::HashSet;

impl History {
    /// Where the next message will stand.
    pub fn end(&self) -> Serial {
        Serial(self.next_serial)
    }

    /// Gives each result that was read before its call to that call, when no earlier call had its id. Only for a
    /// list that was read whole, from `start` on: in a running conversation, an id that comes again is a new call.
    pub fn adopt_orphans(&mut self, start: Serial) {
        self.adopt_early(start, false);
    }

    /// The same for a list whose provider only counts the calls and the results of an id, wherever they stand: an earlier
    /// call may have had it, and its own result.
    pub fn adopt_counted(&mut self) {
        self.adopt_early(Serial::default(), true);
    }

    fn adopt_early(&mut self, start: Serial, is_counted: bool) {
        let calls = self.units.iter().flat_map(|unit| unit.head().calls());
        let called: HashSet<&str> = calls.map(|call| call.id.as_ref()).collect();
        let mut announced: HashSet<&str> = HashSet::new();
        let mut seconds: Vec<Serial> = Vec::new();
        let mut early: Vec<(Serial, Serial, &str)> = Vec::new();
        for unit in &self.units {
            announced.extend(unit.head().calls().iter().map(|call| call.id.as_ref()));
            let is_read = unit.is_apart() && unit.serial() >= start;
            let Some(result) = unit.head().result().filter(|_| is_read) else { continue };
            let id = result.call_id.as_ref();
            if announced.contains(id) && !is_counted {
                continue;
            }
            let taken = early.iter().filter(|(.., other)| *other == id).count();
            match self.index.waiting_after(id, unit.serial()).nth(taken) {
                Some(call) => early.push((unit.serial(), call, id)),
                None if called.contains(id) => seconds.push(unit.serial()),
                None => {}
            }
        }
        let early: Vec<(Serial, Serial)> =
            early.into_iter().map(|(result, call, _)| (result, call)).collect();
        for second in seconds {
            if let Some(unit) = self.place(second).and_then(|place| self.units.get_mut(place)) {
                unit.stand(Standing::Second);
            }
        }
        for (result, call) in early {
            self.adopt(result, call);
        }
    }

    /// Takes note that this message was changed in reading: what is bound to it is void after it (AN18), and in it
    /// too when it `came_over` from a message of another role.
    pub fn mark_changed(&mut self, message_id: &str, came_over: bool) {
        let Some(serial) = self.index.unit_of(message_id) else { return };
        self.edition = self.edition.saturating_add(1);
        let is_after = |unit: &&mut Unit| unit.serial() > serial || (came_over && unit.serial() == serial);
        self.units.iter_mut().filter(is_after).for_each(|unit| unit.prefix_changed = true);
    }

    fn adopt(&mut self, result: Serial, call: Serial) {
        self.edition = self.edition.saturating_add(1);
        let Some(unit) = self.place(result).and_then(|place| self.units.remove(place)) else { return };
        self.index.forget(&unit);
        let Some(place) = self.place(call) else { return self.put_back(unit) };
        let Some(target) = self.units.get_mut(place) else { return };
        for entry in unit.into_entries() {
            let call_id = entry.message.result().map(|result| result.call_id.clone()).unwrap_or_default();
            self.index.enter_result(&entry.message.id, &call_id, Place { unit: call, own: entry.serial });
            target.answer(entry);
        }
    }

    fn put_back(&mut self, unit: Unit) {
        self.index.enter(&unit);
        let place = self.units.partition_point(|other| other.serial() < unit.serial());
        self.units.insert(place, unit);
    }
}
