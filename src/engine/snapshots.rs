//! Snapshots of a whole conversation.

use super::conversation::{Conversation, Settings};
use super::state::{Path, Paths};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::backscroll::{self, PathView, SavedPath, Snapshot, SnapshotView, WriteBody};
use crate::history::{History, Layers, UnitPool};
use crate::message::MessageId;
use crate::tokens::{Estimator, UNKNOWN};
use std::sync::Arc;

impl Conversation {
    /// Appends the conversation as JSON: its messages, the providers' corrections, pending messages, suspensions, the
    /// requests that still wait for an answer, and `settings`, the host's own JSON object. It does not hold open
    /// transactions, a run in progress and the bytes of requests.
    pub fn write_snapshot(&self, settings: &str, out: &mut Vec<u8>) {
        self.write_snapshot_with(
            settings,
            &mut |entry, out| backscroll::write_message(&entry.message, out),
            out,
        );
    }

    /// Appends a snapshot whose messages `write_body` writes.
    pub(super) fn write_snapshot_with<'w>(
        &self,
        settings: &str,
        write_body: &'w mut WriteBody<'w>,
        out: &mut Vec<u8>,
    ) {
        let paths = self.paths.all();
        let paths: Vec<PathView<'_>> = paths
            .into_iter()
            .map(|path| PathView { history: path.history(), layers: path.layers() })
            .collect();
        let view = SnapshotView {
            paths: &paths,
            queue: &self.queue,
            limits: self.settings.limits,
            spelling: self.spelling,
            requests: &self.saved_requests(),
            names: &self.mapped_names,
            bill: &self.bill,
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
            true => History::of(estimator, path.messages.into_iter().map(Arc::unwrap_or_clone).collect())
                .map(|history| Path::new(history, Layers::default())),
            false => restored_path(estimator, path, is_same, &mut pool),
        };
        let mut active = active.map_err(in_snapshot)?;
        let mut kept = Vec::with_capacity(others.len());
        for (at, path) in others.into_iter().enumerate() {
            let path = restored_path(estimator, path, is_same, &mut pool);
            let path = path.map_err(|error| in_snapshot(error.at(format!("paths[{at}]"))))?;
            // Rewrites and serials of all paths are counted on from here.
            active.history_mut().count_on_from(path.history());
            kept.push(path);
        }
        conversation.paths = Paths::restored(active, kept).map_err(in_snapshot)?;
        conversation.queue = queue;
        conversation.spelling = spelling;
        conversation.restore_requests(requests, is_same);
        conversation.mapped_names = names;
        conversation.bill = bill.unwrap_or_else(|| conversation.bill_of_messages());
        Ok((conversation, settings))
    }
}

fn restored_path(
    estimator: Estimator,
    saved: SavedPath,
    is_corrected: bool,
    pool: &mut UnitPool,
) -> Outcome<Path> {
    let SavedPath { messages, mut structure, suspensions, reductions } = saved;
    if !is_corrected {
        structure.measured.clear();
    }
    let mut history = History::restored(estimator, &messages, &structure, pool)?;
    history.restore_suspensions(suspensions)?;
    let layers = Layers::restored(&history, reductions, pool)?;
    for reduction in layers.as_slice() {
        history.count_rewrites_from(reduction);
    }
    Ok(Path::new(history, layers))
}
