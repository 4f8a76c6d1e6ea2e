//! Messages of two or three roles, each with a list of blocks: results are the user's.

use crate::format::target::{Fragment, Lane};
use crate::message::{Message, Role};

/// The wire message that a message belongs to.
pub(in crate::format) fn lane(message: &Message) -> Lane {
    match message.role() {
        Role::System => Lane::System,
        Role::User | Role::Tool => Lane::User,
        Role::Assistant => Lane::Assistant,
    }
}

/// Writes messages that stand next to each other, without what joins them to their neighbours.
pub(in crate::format) fn fragment(
    messages: &[&Message],
    write_blocks: fn(&Message, &mut Vec<u8>),
) -> Fragment {
    let mut bytes = Vec::new();
    let mut before: Option<Lane> = None;
    for message in messages {
        let lane = lane(message);
        if before.is_some() {
            bytes.extend_from_slice(joint(before, lane).as_bytes());
        }
        write_blocks(message, &mut bytes);
        before = Some(lane);
    }
    let first = messages.first().map_or(Lane::User, |message| lane(message));
    Fragment { bytes, first, last: before.unwrap_or(first) }
}

/// What stands between two fragments. Neighbours of one role share a message, as the provider joins them itself or
/// wants them joined (AN13, BE2); instructions never do.
pub(in crate::format) fn joint(before: Option<Lane>, after: Lane) -> &'static str {
    match (before, after) {
        (Some(Lane::User), Lane::User) | (Some(Lane::Assistant), Lane::Assistant) => ",",
        (None, Lane::Assistant) => "{\"role\":\"assistant\",\"content\":[",
        (None, Lane::System) => "{\"role\":\"system\",\"content\":[",
        (None, Lane::User | Lane::Results | Lane::Alone) => "{\"role\":\"user\",\"content\":[",
        (Some(_), Lane::Assistant) => "]},{\"role\":\"assistant\",\"content\":[",
        (Some(_), Lane::System) => "]},{\"role\":\"system\",\"content\":[",
        (Some(_), Lane::User | Lane::Results | Lane::Alone) => "]},{\"role\":\"user\",\"content\":[",
    }
}

/// What closes the last fragment.
pub(in crate::format) fn close(_: Lane) -> &'static str {
    "]}"
}
