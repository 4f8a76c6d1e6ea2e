//! Replacing the content of old tool results by a placeholder.

use crate::history::{Draft, History, Unit};
use crate::message::{Content, Message};

/// What to clear.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClearResults {
    /// How many of the newest results stay as they are.
    pub keep: usize,
    /// What stands in place of the content.
    pub placeholder: String,
    /// Tools whose results are never cleared.
    pub exclude: Vec<String>,
}

/// Clears all but the newest results. One that is no longer than the placeholder is left alone. Returns the
/// messages that change.
pub fn clear_results(draft: &mut Draft, history: &History, options: &ClearResults) -> usize {
    let mut to_keep = options.keep;
    let mut rewritten: Vec<(Unit, usize)> = Vec::new();
    for unit in draft.units(history).into_iter().rev() {
        let results = unit.results().len();
        let kept_here = to_keep.min(results);
        to_keep = to_keep.saturating_sub(results);
        let clearable: Vec<&str> = unit
            .results()
            .iter()
            .take(results.saturating_sub(kept_here))
            .map(|entry| &entry.message)
            .filter(|message| !message.is_pinned() && !is_excluded(unit, message, &options.exclude))
            .map(|message| message.id.as_ref())
            .collect();
        rewritten.extend(unit.map(history.estimator(), |message| {
            clearable.contains(&message.id.as_ref()).then(|| cleared(message, &options.placeholder)).flatten()
        }));
    }
    let changed = rewritten.iter().map(|(_, changed)| changed).sum();
    rewritten.into_iter().for_each(|(unit, _)| draft.rewrite(unit));
    changed
}

fn is_excluded(unit: &Unit, result: &Message, exclude: &[String]) -> bool {
    let call_id = result.result().map_or("", |result| &result.call_id);
    let called = unit.head().calls().iter().filter(|call| call.id.as_ref() == call_id);
    called.into_iter().any(|call| exclude.iter().any(|name| *name == *call.name))
}

fn cleared(message: &Message, placeholder: &str) -> Option<Message> {
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
