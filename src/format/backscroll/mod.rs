//! This library's own neutral messages as JSON, as the JavaScript API gives and takes them.

mod bill;
mod exchange;
mod extras;
mod part;
mod path_view;
mod pending;
mod read;
mod snapshot;
mod snapshot_fields;
mod snapshot_path;
mod snapshot_requests;
mod suspension;
mod transcript;
mod write;

pub use bill::write_bill;
pub use exchange::Backscroll;
pub use path_view::{PathBase, PathView};
pub use pending::{read_pending, write_pending};
pub(super) use read::{ID_FROM_MESSAGE, read_parsed};
pub use read::{body_of, read_list, read_message};
pub use snapshot::{SNAPSHOT_VERSION, Snapshot, SnapshotView, read_snapshot, write_snapshot};
pub use snapshot_path::{SavedPath, WriteBody};
pub use snapshot_requests::{SavedRequest, SavedTools, Since};
pub use suspension::{read_suspension, write_suspension};
pub use transcript::{write_layer, write_said};
pub use write::{write_call, write_message, write_reduction};
pub(super) use write::{write_unread, write_unread_call};
