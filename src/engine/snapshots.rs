//! Snapshots of a whole conversation.

use super::conversation::{Conversation, Settings};
use super::state::{EarlierStates, Path, Paths};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll::{self, PathBase, PathView, SavedPath, Snapshot, SnapshotView, WriteBody};
use crate::history::{History, Layers, Unit, UnitPool};
use crate::list::Listed;
use crate::message::MessageId;
use crate::tokens::{Estimator, UNKNOWN};
use std::sync::Arc;

/// The most units that the other paths of a snapshot may have together.
const MOST_UNITS: usize = 1 << 26;

impl Conversation {
    /// Appends the conversation as JSON: its messages, the providers' corrections, pending messages, suspensions, the
    /// requests that still wait for an answer, and `settings`, the host's own JSON object. It does not hold open
    /// transactions, a run in progress and the bytes of requests.
    pub fn write_snapshot(&self, settings: &str, out: &mut Vec<u8>) {
        self.write_snapshot_with(
            settings,
            &self.paths.views(),
            &mut |entry, out| backscroll::write_message(&entry.message, out),
            out,
        );
    }

    /// Appends a snapshot whose messages `write_body` writes.
    pub(super) fn write_snapshot_with<'w>(
        &self,
        settings: &str,
        paths: &[PathView<'_>],
        write_body: &'w mut WriteBody<'w>,
        out: &mut Vec<u8>,
    ) {
        // A fork has messages whose reports are on the bill of the original.
        let has_reports = || !self.bill_of_messages().rows.is_empty();
        let view = SnapshotView {
            paths,
            queue: &self.queue,
            limits: self.settings.limits,
            spelling: self.spelling,
            requests: &self.saved_requests(),
            names: &self.mapped_names,
            bill: (!self.bill.rows.is_empty() || has_reports()).then_some(&self.bill),
            settings,
        };
        backscroll::write_snapshot(view, write_body, out);
    }

    /// The conversation of a snapshot, with the settings that the host kept in it. An `estimator` replaces the
    /// snapshot's. Messages without a time get `created_at`.
    ///
    /// # Errors
    ///
    /// `snapshot-version`, `invalid-snapshot`; `invalid-argument` when the snapshot was estimated by the host, and no
    /// `estimator` is given.
    pub fn restored(text: &str, estimator: Option<Estimator>, created_at: i64) -> Outcome<(Self, String)> {
        let mut minted = 0_u64;
        let snapshot = backscroll::read_snapshot(text, created_at, &mut || {
            minted = minted.saturating_add(1);
            MessageId::from(format!("restored-{}", minted.saturating_sub(1)))
        })?;
        let Snapshot {
            path,
            is_list,
            others,
            estimator: own,
            limits,
            queue,
            spelling,
            requests,
            names,
            bill,
            settings,
        } = snapshot;
        // The text is estimated as the host says, for the model of the snapshot.
        let estimator = match (estimator, own) {
            (Some(estimator), Some(own)) => Some(estimator.of_model(own.model())),
            (estimator, own) => estimator.or(own.filter(|own| !own.is_given())),
        };
        let is_missing = estimator.is_none() && own.is_some();
        if is_missing {
            return Err(ConversationError::new(
                Code::InvalidArgument,
                "the conversation of the snapshot had an estimator function, which a snapshot cannot hold; pass it as `estimator`",
            ));
        }
        let estimator = estimator.unwrap_or_default();
        let in_snapshot = |error: ConversationError| error.as_code(Code::InvalidSnapshot);
        // A correction applies only to the estimates of its own estimator.
        let is_same = own == Some(estimator);
        let settings_of =
            Settings { estimator: estimator.of_model(&UNKNOWN), limits, keeps_transcript: true };
        let mut conversation = Self::new(settings_of);
        let mut pool = UnitPool::default();
        let active = match is_list {
            true => History::of(estimator, path.messages.into_iter().map(Arc::unwrap_or_clone).listed())
                .map(|history| Path::new(history, Layers::default())),
            false => restored_path(estimator, path, None, is_same, &mut pool),
        };
        let mut paths = vec![active.map_err(in_snapshot)?];
        let mut states = EarlierStates::default();
        let mut units = 0_usize;
        for (at, path) in others.into_iter().enumerate() {
            let shared = path.base.as_ref().map(|base| shared_part(base, &paths, &mut states)).transpose();
            let path = shared.and_then(|shared| restored_path(estimator, path, shared, is_same, &mut pool));
            let path = path.map_err(|error| in_snapshot(error.at(format!("paths[{at}]"))))?;
            // A path of a few bytes may share many units.
            units = units.saturating_add(path.history().shared_units().len());
            if units > MOST_UNITS {
                let text = format!("the paths share more than {MOST_UNITS} units");
                return Err(ConversationError::new(Code::InvalidSnapshot, text).at(format!("paths[{at}]")));
            }
            paths.push(path);
        }
        conversation.paths = Paths::restored(paths).map_err(in_snapshot)?;
        conversation.queue = queue;
        conversation.spelling = spelling;
        conversation.restore_requests(requests, is_same);
        conversation.mapped_names = names;
        conversation.bill = bill.unwrap_or_else(|| conversation.bill_of_messages());
        Ok((conversation, settings))
    }
}

/// The path that was saved. It may share units of an earlier path.
fn restored_path(
    estimator: Estimator,
    saved: SavedPath,
    shared: Option<SharedPart>,
    is_corrected: bool,
    pool: &mut UnitPool,
) -> Outcome<Path> {
    let SavedPath { messages, mut structure, suspensions, reductions, .. } = saved;
    if !is_corrected {
        structure.measured.clear();
    }
    let SharedPart { state, units } = shared.unwrap_or_else(|| SharedPart {
        state: Path::new(History::new(estimator), Layers::default()),
        units: Vec::new(),
    });
    let mut history = History::restored(estimator, units, &messages, &structure, pool)?;
    history.restore_suspensions(suspensions)?;
    let layers =
        Layers::restored(&history, state.layers(), state.history().shared_units(), reductions, pool)?;
    for reduction in layers.as_slice() {
        history.count_rewrites_from(reduction);
    }
    Ok(Path::new(history, layers))
}

/// The part that a path shares with an earlier path.
struct SharedPart {
    /// The earlier path, without the reductions that this path does not have.
    state: Path,
    /// The shared units.
    units: Vec<Arc<Unit>>,
}

fn shared_part(base: &PathBase, earlier: &[Path], states: &mut EarlierStates) -> Outcome<SharedPart> {
    let unfit = |text: &str| ConversationError::new(Code::InvalidSnapshot, text.to_owned()).at("base");
    let path = earlier.get(base.path).ok_or_else(|| unfit("there is no such earlier path"))?;
    let state = states.of(base.path, path, base.undone);
    let state = state.ok_or_else(|| unfit("the earlier path has fewer reductions"))?;
    let mut units = Vec::new();
    let mut end = 0;
    for run in &base.runs {
        let shared = run.of(state.history().shared_units()).filter(|_| run.first >= end);
        let shared = shared
            .ok_or_else(|| unfit("the runs must grow, and the earlier path must have so many units"))?;
        units.extend_from_slice(shared);
        end = run.first + run.count;
    }
    Ok(SharedPart { state: state.clone(), units })
}
