//! Reading messages of Anthropic Messages.

use super::block::{only_role, read_block, read_system};
use super::rules;
use crate::format::blocks::Grammar;

pub(super) static GRAMMAR: Grammar = Grammar {
    read_block,
    read_system,
    only_role,
    takes_string: true,
    role_rule: Some(&rules::AN2),
    text_rule: Some(&rules::AN8),
    blank_beside_calls: true,
    message_rule: Some(&rules::AN9),
};
