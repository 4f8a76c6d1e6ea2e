//! Pairs results that come before their call.

use super::history::History;
use super::serial::Serial;
use crate::hash::{HashMap, HashSet};

impl History {
    /// Pairs each result that was read before its call with that call, unless an earlier call had the same id. Only for
    /// a list that was read as a whole, from `start` on: in a running conversation, a repeated id belongs to a new
    /// call.
    pub fn pair_early_results(&mut self, start: Serial) {
        self.pair_early(start, false);
    }

    /// Pairs early results for a provider that only counts the calls and results of an id, in any order. An earlier
    /// call with its own result may then have the same id.
    pub fn pair_counted_results(&mut self) {
        self.pair_early(Serial::default(), true);
    }

    fn pair_early(&mut self, start: Serial, is_counted: bool) {
        let mut announced: HashSet<&str> = HashSet::default();
        let mut duplicates: Vec<Serial> = Vec::new();
        let mut early: Vec<(Serial, Serial)> = Vec::new();
        let mut taken: HashMap<&str, usize> = HashMap::default();
        for unit in self.units() {
            announced.extend(unit.head().calls().iter().map(|call| call.id.as_ref()));
            let is_read = unit.is_unpaired() && unit.serial() >= start;
            let Some(result) = unit.head().result().filter(|_| is_read) else { continue };
            let id = result.call_id.as_ref();
            if announced.contains(id) && !is_counted {
                continue;
            }
            let taken = taken.or_default(id);
            match self.index().open_after(id, unit.serial()).nth(*taken) {
                Some(call) => {
                    *taken = taken.saturating_add(1);
                    early.push((unit.serial(), call));
                }
                None if self.has_call(id) => duplicates.push(unit.serial()),
                None => {}
            }
        }
        for serial in duplicates {
            self.mark_duplicate(serial);
        }
        for (result, call) in early {
            self.join(result, call);
        }
    }
}
