//! The bill of a conversation: the sums of what providers reported.
//!
//! The bill is a separate sum, because the sums of the ledger shrink with the history. It holds tokens and no money,
//! because prices change, and hosts have their own. Rows differ by the size of the request (`BANDS`), because some
//! prices do.

use super::message::Message;
use super::usage::Usage;

/// The tokens of all answers, by model. Nothing that leaves the history is taken out.
///
/// ```
/// use backscroll::engine::{Conversation, Settings};
///
/// let mut conversation = Conversation::new(Settings::default());
/// let answer = r#"{"role":"assistant","content":"Noon.","model":"m","tokens":{"input":10,"output":2}}"#;
/// conversation.append_json(answer, 0)?;
/// conversation.clear();
/// let row = &conversation.bill().rows[0];
/// assert_eq!((row.model.as_deref(), row.answers, row.tokens.input), (Some("m"), 1, Some(10)));
/// # Ok::<(), backscroll::error::ConversationError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bill {
    /// One row for each model, vendor and band, in order of their first answers.
    pub rows: Vec<BillRow>,
}

/// The tokens of the answers of one model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BillRow {
    /// The model that answered, if the answer or its request named one.
    pub model: Option<Box<str>>,
    /// The vendor that the request named.
    pub vendor: Option<Box<str>>,
    /// The band of the requests: each took more tokens than this, and no more than the next of [`BANDS`].
    pub above: u64,
    /// The number of answers with a report.
    pub answers: u64,
    /// The sums of the reports.
    pub tokens: Usage,
}

/// Sizes of requests, in tokens, above which some provider has another price for the whole request.
pub const BANDS: [u64; 4] = [100_000, 200_000, 272_000, 512_000];

impl BillRow {
    /// The row of one answer; `None` for a message without a report. `model` counts where the answer names none.
    pub fn of(message: &Message, model: Option<&str>) -> Option<Self> {
        let tokens = *message.usage()?;
        let notes = message.notes.as_ref()?;
        let size = tokens.request_tokens().unwrap_or(0);
        Some(Self {
            model: notes.model.clone().or_else(|| model.map(Box::from)),
            vendor: notes.vendor.clone(),
            above: BANDS.into_iter().rfind(|band| size > *band).unwrap_or(0),
            answers: 1,
            tokens,
        })
    }
}

impl Bill {
    /// Adds the tokens of a row to its model's.
    pub fn add(&mut self, row: BillRow) {
        let is_same =
            |own: &BillRow| own.model == row.model && own.vendor == row.vendor && own.above == row.above;
        for own in &mut self.rows {
            if is_same(own) {
                own.answers = own.answers.saturating_add(row.answers);
                own.tokens.add(&row.tokens);
                return;
            }
        }
        self.rows.push(row);
    }

    /// Adds a message, if it is an answer with a report.
    pub fn add_message(&mut self, message: &Message) {
        if let Some(row) = BillRow::of(message, None) {
            self.add(row);
        }
    }
}
