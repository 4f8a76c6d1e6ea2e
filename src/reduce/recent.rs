//! Keeping what is recent, and removing what is named.

use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Draft, History, Serial};

/// Keeps the newest `turns` turns, and what is protected. Returns the messages that go.
pub fn keep_recent_turns(draft: &mut Draft, history: &History, turns: usize) -> usize {
    let starts = draft.turns(history);
    let Some(cut) = starts.len().checked_sub(turns).filter(|gone| *gone > 0) else { return 0 };
    let cut = starts.get(cut).copied();
    let units = draft.units(history).into_iter().map(|unit| unit.serial());
    let gone: Vec<Serial> = units.filter(|serial| cut.is_none_or(|cut| *serial < cut)).collect();
    remove_all(draft, history, &gone)
}

/// Keeps at most the newest `count` messages, and what is protected; the cut moves forward to the next unit.
/// The newest unit stays whole unless `count` is 0. Returns the messages that go.
pub fn keep_recent_messages(draft: &mut Draft, history: &History, count: usize) -> usize {
    let mut room = count;
    let mut is_newest = count > 0;
    let mut gone = Vec::new();
    for unit in draft.units(history).into_iter().rev() {
        match room.checked_sub(unit.len()) {
            Some(rest) if gone.is_empty() => room = rest,
            _ if is_newest => room = 0,
            _ => gone.push(unit.serial()),
        }
        is_newest = false;
    }
    remove_all(draft, history, &gone)
}

/// Removes the units that hold these messages, protected ones excepted. Returns the messages that go, partners
/// of named ones included.
///
/// # Errors
///
/// `invalid-argument` when an id is not in the history; nothing is removed then.
pub fn remove<'a>(
    draft: &mut Draft,
    history: &History,
    ids: impl IntoIterator<Item = &'a str>,
) -> Outcome<usize> {
    let mut serials = Vec::new();
    for id in ids {
        let unit = history.unit_of(id).ok_or_else(|| {
            ConversationError::new(
                Code::InvalidArgument,
                format!("no message of the history has the id `{id}`"),
            )
        })?;
        if !serials.contains(&unit.serial()) {
            serials.push(unit.serial());
        }
    }
    Ok(remove_all(draft, history, &serials))
}

fn remove_all(draft: &mut Draft, history: &History, serials: &[Serial]) -> usize {
    serials.iter().map(|serial| draft.remove(history, *serial)).sum()
}
