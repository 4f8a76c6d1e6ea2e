//! Demands on results of tool calls.

use crate::rules::Rule;

/// Demands on results, and on their places.
#[derive(Clone, Copy, Debug)]
pub struct ResultRules {
    /// The rule that every call has its result right after it.
    pub missing_rule: Option<&'static Rule>,
    /// The rule that a result answers an earlier call.
    pub orphan_rule: Option<&'static Rule>,
    /// The rule that nothing comes between a call and its results.
    pub moved_rule: Option<&'static Rule>,
    /// The rule that a call has one result.
    pub duplicate_rule: Option<&'static Rule>,
    /// The rule that nothing follows results in their message.
    pub end_rule: Option<&'static Rule>,
    /// The end rule for an unknown model: repaired bodies follow it, and valid bodies do not change.
    pub unknown_end_rule: Option<&'static Rule>,
    /// True if a result has the name of its call.
    pub has_names: bool,
    /// True if results have a flag for a tool that failed.
    pub has_error_flag: bool,
    /// The rule that the error of a tool must be text.
    pub error_text_rule: Option<&'static Rule>,
    /// The rule that an error of a tool is not empty.
    pub empty_error_rule: Option<&'static Rule>,
    /// The types of unmodelled parts that only results hold.
    pub parts: &'static [&'static str],
}

impl ResultRules {
    /// Results of text and media, right after their calls.
    pub const DEFAULT: Self = Self {
        missing_rule: None,
        orphan_rule: None,
        moved_rule: None,
        duplicate_rule: None,
        end_rule: None,
        unknown_end_rule: None,
        has_names: false,
        has_error_flag: false,
        error_text_rule: None,
        empty_error_rule: None,
        parts: &[],
    };
}
