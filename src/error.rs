//! Errors, with codes that a program can act on.
//!
//! A new code is a variant here, a row in `docs/errors.md`, and a member of `ErrorCode`
//! (`pkg-template/src/input/errors.ts`, which also has the codes of the TypeScript layer). `tests/codes.rs` compares
//! them.

use std::fmt;

/// The kind of a [`ConversationError`], stable from version to version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// An argument or option has a value that is not allowed.
    InvalidArgument,
    /// A role is not one of system, user, assistant and tool.
    InvalidRole,
    /// A system message was added to a conversation that has messages already.
    SystemNotFirst,
    /// A message or a body is not of the form that its format defines.
    InvalidMessage,
    /// A body has a sign of another format than the caller named.
    WrongFormat,
    /// Another message of the history has this id.
    DuplicateId,
    /// JSON nests deeper than the limit.
    TooDeep,
    /// A message or body is larger than the limit.
    TooLarge,
    /// This version does not know the format or target.
    UnknownFormat,
    /// A request would hold no message.
    NothingToSend,
    /// The history was rewritten after the draft was begun.
    StalePlan,
    /// Calls wait for a person's decision, and the options do not choose a treatment of open calls.
    AwaitingApproval,
    /// No call waits for a decision.
    NothingPending,
    /// A checkpoint does not belong to this conversation.
    InvalidCheckpoint,
    /// The calls of a checkpoint have their results already.
    CheckpointAlreadyResumed,
    /// A pending message lacks something that its source requires.
    InvalidPending,
    /// A snapshot is damaged: no conversation has this state.
    InvalidSnapshot,
    /// A snapshot was made by a later version.
    SnapshotVersion,
}

impl Code {
    /// Every code, in the order in which `docs/errors.md` lists them.
    pub const ALL: [Self; 18] = [
        Self::InvalidArgument,
        Self::InvalidRole,
        Self::SystemNotFirst,
        Self::InvalidMessage,
        Self::WrongFormat,
        Self::DuplicateId,
        Self::TooDeep,
        Self::TooLarge,
        Self::UnknownFormat,
        Self::NothingToSend,
        Self::StalePlan,
        Self::AwaitingApproval,
        Self::NothingPending,
        Self::InvalidCheckpoint,
        Self::CheckpointAlreadyResumed,
        Self::InvalidPending,
        Self::InvalidSnapshot,
        Self::SnapshotVersion,
    ];

    /// The code as programs see it: kebab-case, never renamed.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::InvalidArgument => "invalid-argument",
            Self::InvalidRole => "invalid-role",
            Self::SystemNotFirst => "system-not-first",
            Self::InvalidMessage => "invalid-message",
            Self::WrongFormat => "wrong-format",
            Self::DuplicateId => "duplicate-id",
            Self::TooDeep => "too-deep",
            Self::TooLarge => "too-large",
            Self::UnknownFormat => "unknown-format",
            Self::NothingToSend => "nothing-to-send",
            Self::StalePlan => "stale-plan",
            Self::AwaitingApproval => "awaiting-approval",
            Self::NothingPending => "nothing-pending",
            Self::InvalidCheckpoint => "invalid-checkpoint",
            Self::CheckpointAlreadyResumed => "checkpoint-already-resumed",
            Self::InvalidPending => "invalid-pending",
            Self::InvalidSnapshot => "invalid-snapshot",
            Self::SnapshotVersion => "snapshot-version",
        }
    }
}

/// The error of an operation that was refused. The history is then unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationError(Box<ErrorFields>);

/// The fields of an error. They are boxed to keep results small, because nearly all functions return without an error.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ErrorFields {
    code: Code,
    message: String,
    /// The path of the fault in the input (`messages[3].content`), if the input has paths.
    path: Option<String>,
    numbers: Vec<(&'static str, u64)>,
    names: Vec<(&'static str, &'static str)>,
}

impl ConversationError {
    /// An error of this kind; `message` says what was wrong and what to do.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self::of(code, message.into())
    }

    #[inline(never)]
    fn of(code: Code, message: String) -> Self {
        Self(Box::new(ErrorFields { code, message, path: None, numbers: Vec::new(), names: Vec::new() }))
    }

    /// Returns the error with `step` before its path. Each reader adds the step that it is responsible for.
    #[must_use]
    pub fn at(self, step: impl AsRef<str>) -> Self {
        self.placed(step.as_ref())
    }

    #[inline(never)]
    fn placed(mut self, step: &str) -> Self {
        let inner = self.0.path.take().unwrap_or_default();
        let joint = if inner.is_empty() || inner.starts_with('[') { "" } else { "." };
        self.0.path = Some([step, joint, &inner].concat());
        self
    }

    /// Returns the error with the start of its path, `from`, replaced by `to`. For readers that build a body of a part
    /// of the input, and read that.
    #[must_use]
    pub fn replace_path_start(mut self, from: &str, to: &str) -> Self {
        let rest = self.path().and_then(|path| path.strip_prefix(from));
        if let Some(rest) = rest {
            self.0.path = Some([to, rest].concat());
        }
        self
    }

    /// Returns the error with another code.
    #[must_use]
    pub fn as_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }

    /// Returns the error with named numbers for programs.
    #[must_use]
    pub fn with_numbers(mut self, numbers: &[(&'static str, u64)]) -> Self {
        self.0.numbers = numbers.to_vec();
        self
    }

    /// The named numbers for programs.
    pub fn numbers(&self) -> &[(&'static str, u64)] {
        &self.0.numbers
    }

    /// Returns the error with a named identifier for programs, such as a format.
    #[must_use]
    pub fn with_name(mut self, key: &'static str, name: &'static str) -> Self {
        self.0.names.push((key, name));
        self
    }

    /// The named identifiers for programs.
    pub fn names(&self) -> &[(&'static str, &'static str)] {
        &self.0.names
    }

    /// The kind of error.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// The text of the error, without the path.
    pub fn reason(&self) -> &str {
        &self.0.message
    }

    /// The path of the fault in the input.
    pub fn path(&self) -> Option<&str> {
        self.0.path.as_deref()
    }
}

impl fmt::Display for ConversationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.path() {
            Some(path) => write!(f, "{path}: {}", self.reason()),
            None => f.write_str(self.reason()),
        }
    }
}

impl std::error::Error for ConversationError {}

/// The result of an operation that can be refused.
pub type Outcome<T> = Result<T, ConversationError>;
