//! Replaces the content of old tool results by a placeholder.

use super::results::{Found, rewrite};
use crate::history::Draft;
use crate::list::Listed;
use crate::message::{Content, Message};

/// The default text in place of a cleared result.
pub const CLEARED: &str = "[result cleared]";

/// The options of clearing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClearResults {
    /// The number of newest results that stay unchanged.
    pub keep: usize,
    /// The text in place of the content.
    pub placeholder: String,
    /// Tools whose results are never cleared.
    pub exclude: Vec<String>,
    /// Tokens of the next request at which to stop; `None` clears all.
    pub until: Option<u64>,
}

impl Default for ClearResults {
    /// Keeps three, as Anthropic's clearing of tool uses does.
    fn default() -> Self {
        Self { keep: 3, placeholder: CLEARED.to_owned(), exclude: Vec::new(), until: None }
    }
}

/// Clears all results but the newest `keep`, oldest first. A result that costs no more than the placeholder stays.
/// Returns how many messages change.
pub fn clear_results(draft: &mut Draft, options: &ClearResults) -> usize {
    let units = draft.units();
    let old = units.iter().map(|unit| unit.results().len()).sum::<usize>().saturating_sub(options.keep);
    let clearable: Vec<Found> = units
        .into_iter()
        .flat_map(|unit| unit.results().iter().map(move |entry| (unit, entry)))
        .take(old)
        .filter(|(_, entry)| !draft.keeps(entry))
        .filter(|(unit, entry)| !is_excluded(unit.head(), &entry.message, &options.exclude))
        .map(|(unit, entry)| Found::new(unit, entry))
        .listed();
    let changed =
        rewrite(draft, &clearable, options.until, |message, _| cleared(message, &options.placeholder));
    draft.record_step("clear-results", changed)
}

fn is_excluded(head: &Message, result: &Message, exclude: &[String]) -> bool {
    let call_id = result.result().map_or("", |result| &result.call_id);
    let called = head.calls().iter().filter(|call| call.id.as_ref() == call_id);
    called.into_iter().any(|call| exclude.iter().any(|name| *name == *call.name))
}

pub(super) fn cleared(message: &Message, placeholder: &str) -> Option<Message> {
    let is_longer = match message.content() {
        Content::Null => false,
        Content::Text(text) => text.len() > placeholder.len(),
        Content::Parts(parts) => {
            let texts: usize = parts.iter().filter_map(|part| part.as_text()).map(str::len).sum();
            texts > placeholder.len() || parts.iter().any(|part| part.as_text().is_none())
        }
    };
    is_longer.then(|| {
        let mut copy = message.clone();
        *copy.content_mut() = Content::text(placeholder);
        copy
    })
}
