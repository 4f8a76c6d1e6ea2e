//! Demands on instructions.

use crate::rules::Rule;
use crate::sanitize::{RequestOptions, SummaryRole};

/// Demands on instructions: the system prompt, and instructions in the middle.
#[derive(Clone, Copy, Debug)]
pub struct SystemRules {
    /// The places of instructions.
    pub form: SystemForm,
    /// The rule on instructions in the middle.
    pub rule: Option<&'static Rule>,
    /// True if, by default, instructions may be in the middle of a request that is written.
    pub may_stand_in_middle: bool,
    /// The role of summaries and of notes about left-out messages. Both are ours, so their role suits every model
    /// that the options allow.
    pub summary_role: fn(&RequestOptions) -> SummaryRole,
    /// The types of unmodelled parts that only instructions hold.
    pub parts: &'static [&'static str],
    /// The types of unmodelled parts that the system prompt beside the messages may hold.
    pub prompt_parts: &'static [&'static str],
}

/// The places where instructions may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemForm {
    /// In the list of messages, anywhere.
    Message,
    /// Beside the list of messages. In the list only after a user's turn, and either last or before the assistant's
    /// turn.
    TopLevel,
    /// The system prompt beside the list, other instructions anywhere in it.
    PromptBeside,
    /// Beside the list only.
    Beside,
    /// In the list of messages, at the start or after words of the user.
    AfterUser,
    /// One message, the first of the list.
    First,
}

impl SystemRules {
    /// Messages anywhere in the list.
    pub const DEFAULT: Self = Self {
        form: SystemForm::Message,
        rule: None,
        may_stand_in_middle: true,
        summary_role: |_| SummaryRole::System,
        parts: &[],
        prompt_parts: &[],
    };
}
