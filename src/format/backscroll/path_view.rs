//! A path that is written into a snapshot, with what it shares with an earlier path.

use super::snapshot_fields::{push_count, read_pair, read_place, write_list};
use crate::error::{ConversationError, Outcome};
use crate::format::json::read::{invalid, list};
use crate::history::{History, Reduction, Unit, UnitRun};
use crate::json::{ListWriter, Node};
use std::sync::Arc;

/// A path that is to be written.
#[derive(Clone, Debug)]
pub struct PathView<'a> {
    /// Its history.
    pub history: &'a History,
    /// The units of its history that it does not share, in order.
    pub units: Vec<&'a Arc<Unit>>,
    /// Its reductions that it does not share, oldest first.
    pub reductions: &'a [Arc<Reduction>],
    /// The part that it shares with an earlier path.
    pub base: Option<(PathBase, Arc<History>)>,
}

/// The part that a path shares with an earlier path of its snapshot: units, and all reductions of that path but the
/// newest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathBase {
    /// The earlier path; 0 is the active path.
    pub path: usize,
    /// The number of its newest reductions that this path does not have.
    pub undone: usize,
    /// The units that both have when these reductions are undone.
    pub runs: Vec<UnitRun>,
}

impl PathBase {
    pub(super) fn write(&self, out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        push_count(self.path, list.item());
        push_count(self.undone, list.item());
        write_list(list.item(), &self.runs, write_run);
        list.end();
    }

    pub(super) fn read(node: Node<'_>) -> Outcome<Self> {
        let read = || match list(node)?.as_slice() {
            [path, undone, runs] => Ok(Self {
                path: read_place(*path)?,
                undone: read_place(*undone)?,
                runs: list(*runs)?.into_iter().map(read_run).collect::<Outcome<_>>()?,
            }),
            _ => Err(invalid("expected a path, a number of reductions, and runs of units")),
        };
        read().map_err(|error: ConversationError| error.at("base"))
    }
}

pub(super) fn write_run(run: &UnitRun, out: &mut Vec<u8>) {
    write_list(out, [run.first, run.count], push_count);
}

pub(super) fn read_run(node: Node<'_>) -> Outcome<UnitRun> {
    let (first, count) = read_pair(node)?;
    Ok(UnitRun { first, count })
}
