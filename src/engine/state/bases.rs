//! The parts that paths of a conversation share, for snapshots that hold them once.

use super::path::{EarlierStates, Path};
use super::paths::Paths;
use crate::format::backscroll::{PathBase, PathView};
use crate::hash::HashMap;
use crate::history::{Serial, Unit, UnitRun};
use crate::list::Listed;
use std::sync::Arc;

impl Paths {
    /// Lists all paths, the active path first, each with what it shares with an earlier one.
    pub(in crate::engine) fn views(&self) -> Vec<PathView<'_>> {
        let paths = self.all();
        let mut search =
            Search { paths: &paths, owners: HashMap::default(), states: EarlierStates::default() };
        let mut views: Vec<PathView<'_>> = Vec::with_capacity(paths.len());
        for (at, path) in paths.iter().enumerate() {
            let view = search.view_of(path);
            if paths.len() > 1 {
                search.enter(at, &view);
            }
            views.push(view);
        }
        views
    }
}

/// The search for what a path shares.
struct Search<'a> {
    paths: &'a [&'a Path],
    /// The last path that holds the unit of this serial as its own. Never iterated.
    owners: HashMap<Serial, usize>,
    states: EarlierStates,
}

impl Search<'_> {
    /// Notes the units of a path that are written, also those that reductions removed.
    fn enter(&mut self, at: usize, view: &PathView<'_>) {
        for unit in &view.units {
            self.owners.insert(unit.serial(), at);
        }
        for (serial, _) in view.reductions.iter().flat_map(|reduction| reduction.units_before()) {
            self.owners.insert(serial, at);
        }
    }

    /// The path, with the earlier path with which it shares most.
    fn view_of<'p>(&mut self, path: &'p Path) -> PathView<'p> {
        let units = path.history().shared_units();
        let owner_of = |unit: &Arc<Unit>| self.owners.get(&unit.serial()).copied();
        let known = units.iter().rposition(|unit| owner_of(unit).is_some());
        let owner = known.and_then(|place| units.get(place)).and_then(owner_of);
        let whole = PathView {
            history: path.history(),
            units: units.iter().listed(),
            reductions: path.layers().as_slice(),
            base: None,
        };
        let Some(owner) = owner else { return whole };
        let best = self.sharing(owner, path).unwrap_or(whole);
        let new = units.len().saturating_sub(known.map_or(0, |place| place + 1));
        // The owner changed earlier units, so another path may share more.
        if best.units.len() > new && owner != 0 {
            return match self.sharing(0, path) {
                Some(active) if active.units.len() < best.units.len() => active,
                _ => best,
            };
        }
        best
    }

    /// The path as one that shares with the path of this number; `None` if they share no units.
    fn sharing<'p>(&mut self, at: usize, path: &'p Path) -> Option<PathView<'p>> {
        let (all, own) = (self.paths.get(at)?.layers().as_slice(), path.layers().as_slice());
        let common = all.iter().zip(own).take_while(|(one, other)| one.is_saved_as(other)).count();
        let undone = all.len() - common;
        let state = Arc::clone(self.states.of(at, self.paths.get(at)?, undone)?.history());
        let mut runs: Vec<UnitRun> = Vec::new();
        let mut units = Vec::new();
        let mut places = state.shared_units().iter().enumerate().peekable();
        for unit in path.history().shared_units() {
            while places.next_if(|(_, other)| other.serial() < unit.serial()).is_some() {}
            let Some((place, _)) = places.next_if(|(_, other)| other.is_saved_as(unit)) else {
                units.push(unit);
                continue;
            };
            if !runs.last_mut().is_some_and(|last| last.extend(place)) {
                runs.push(UnitRun::at(place));
            }
        }
        let reductions = own.get(common..).unwrap_or_default();
        let base = PathBase { path: at, undone, runs };
        let is_shared = !base.runs.is_empty();
        is_shared.then(|| PathView { history: path.history(), units, reductions, base: Some((base, state)) })
    }
}
