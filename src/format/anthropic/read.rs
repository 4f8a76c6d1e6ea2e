//! Reading messages of Anthropic Messages.

use super::block::{only_role, read_block, read_system};
use crate::format::blocks::Grammar;

pub(super) static GRAMMAR: Grammar = Grammar {
    read_block,
    read_system,
    only_role,
    takes_string: true,
    role_rule: "AN2",
    text_rule: "AN8",
    blank_beside_calls: true,
    message_rule: "AN9",
};
