//! The messages of a conversation in units and turns. A history grows by `append`, and shrinks by `Draft::commit`,
//! `truncate` and `clear`. This folder also holds the pending queue, and the calls that wait for a decision.

mod append;
mod boundary;
mod change;
mod choice;
mod commit;
mod draft;
mod entry;
#[expect(clippy::module_inception, reason = "the file of the noun that the folder is named after")]
mod history;
mod index;
mod layers;
mod lookup;
mod measurement;
mod open_calls;
mod pairing;
mod pending_queue;
mod prefix;
mod prompt;
mod reduction;
mod revision;
mod rulings;
mod saved_layers;
mod snapshot;
mod sorted;
mod suspension;
mod tally;
mod transcript;
mod truncate;
mod turns;
mod undo;
mod unit;
mod unit_list;
mod unit_pool;
mod weighing;

pub use append::{Appended, SystemPlace};
pub use choice::{Choice, MOST_NAMED, Why};
pub use draft::Draft;
pub use entry::Entry;
pub use history::History;
pub(crate) use history::SERIAL_STEP;
pub(crate) use index::MessagePlace;
pub use layers::Layers;
pub use measurement::{Growth, Measurement};
pub use pending_queue::PendingQueue;
pub use reduction::{Reduction, Shortened, Step};
pub use revision::Revision;
pub use saved_layers::{SavedReduction, SavedUnit};
pub use snapshot::{SavedMeasurement, Structure};
pub(crate) use sorted::in_order;
pub use suspension::Suspension;
pub use transcript::{Said, SaidState};
pub use unit::{Entries, Rewrite, Serial, Standing, Unit, Units};
pub use unit_pool::UnitPool;
