//! Results that stand before their call.

use super::story::History;
use super::unit::{Serial, Standing, Unit};
use std::collections::HashSet;

impl History {
    /// Gives each result that was read before its call to that call, when no earlier call had its id. Only for a
    /// list that was read whole: in a running conversation, an id that comes again is a new call.
    pub fn adopt_orphans(&mut self) {
        let mut announced: HashSet<Box<str>> = HashSet::new();
        let mut early: Vec<(Serial, Serial)> = Vec::new();
        for unit in &self.units {
            announced.extend(unit.head().calls().iter().map(|call| call.id.clone()));
            let Some(result) = unit.head().result().filter(|_| unit.standing() == Standing::Orphan) else {
                continue;
            };
            if announced.contains(&result.call_id) {
                continue;
            }
            let taken = early.iter().map(|(_, call)| *call).collect::<Vec<_>>();
            let call = self.index.waiting_after(&result.call_id, unit.serial());
            early.extend(call.filter(|call| !taken.contains(call)).map(|call| (unit.serial(), call)));
        }
        for (result, call) in early {
            self.adopt(result, call);
        }
    }

    fn adopt(&mut self, result: Serial, call: Serial) {
        let Some(unit) = self.place(result).and_then(|place| self.units.remove(place)) else { return };
        self.index.forget(&unit);
        let Some(place) = self.place(call) else { return self.put_back(unit) };
        let Some(target) = self.units.get_mut(place) else { return };
        for entry in unit.into_entries() {
            let call_id = entry.message.result().map(|result| result.call_id.clone()).unwrap_or_default();
            self.index.enter_result(&entry.message.id, &call_id, call);
            target.answer(entry);
        }
    }

    fn put_back(&mut self, unit: Unit) {
        self.index.enter(&unit);
        let place = self.units.partition_point(|other| other.serial() < unit.serial());
        self.units.insert(place, unit);
    }
}
