//! Keeps the newest turns or messages, and removes messages by id.

use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Draft, Serial};
use crate::list::{Listed, PushAll};

/// Keeps the newest `turns` turns and protected units. Returns how many messages it removes.
pub fn keep_recent_turns(draft: &mut Draft, turns: usize) -> usize {
    let starts = draft.turns();
    let Some(cut) = starts.len().checked_sub(turns).filter(|gone| *gone > 0) else { return 0 };
    let cut = starts.get(cut).copied();
    let units = draft.units().into_iter().map(|unit| unit.serial());
    let gone: Vec<Serial> = units.filter(|serial| cut.is_none_or(|cut| *serial < cut)).listed();
    let removed = remove_all(draft, &gone).saturating_sub(draft.keep_anchor_question());
    draft.record_step("keep-recent-turns", removed)
}

/// Keeps at most the newest `count` messages, and protected units. The cut moves forward to the start of a turn or, in
/// the current turn, to the next unit. The newest unit stays whole unless `count` is 0. Returns how many messages it
/// removes.
pub fn keep_recent_messages(draft: &mut Draft, count: usize) -> usize {
    let mut room = count;
    let mut is_newest = count > 0;
    let mut gone = Vec::new();
    for unit in draft.units().into_iter().rev() {
        match room.checked_sub(unit.len()) {
            Some(rest) if gone.is_empty() => room = rest,
            _ if is_newest => room = 0,
            _ => gone.push(unit.serial()),
        }
        is_newest = false;
    }
    // An answer without its question is removed, too. The current question always stays, so its answers may stay.
    let cut = gone.first().copied();
    let request = draft.history().current_request().unwrap_or_default();
    let answers = draft.units().into_iter().filter(|unit| cut.is_some_and(|cut| unit.serial() > cut));
    gone.push_all(
        answers.take_while(|unit| !unit.starts_turn() && unit.serial() < request).map(|unit| unit.serial()),
    );
    let removed = remove_all(draft, &gone).saturating_sub(draft.keep_anchor_question());
    draft.record_step("keep-recent-messages", removed)
}

/// Removes the units that hold these messages, except protected units. Returns how many messages it removes, including
/// the other messages of these units.
///
/// # Errors
///
/// `invalid-argument` when an id is not in the history; the draft is then unchanged.
pub fn remove<'a>(draft: &mut Draft, ids: impl IntoIterator<Item = &'a str>) -> Outcome<usize> {
    let mut serials = Vec::new();
    for id in ids {
        let serial = draft.serial_of(id).ok_or_else(|| {
            ConversationError::new(
                Code::InvalidArgument,
                format!("no message of the history has the id `{id}`"),
            )
        })?;
        if !serials.contains(&serial) {
            serials.push(serial);
        }
    }
    let removed = remove_all(draft, &serials);
    Ok(draft.record_step("remove", removed))
}

fn remove_all(draft: &mut Draft, serials: &[Serial]) -> usize {
    serials.iter().map(|serial| draft.remove(*serial)).sum()
}
