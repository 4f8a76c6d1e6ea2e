//! What can go wrong, as codes that a program can act on.

use std::fmt;

/// The kind of a [`ConversationError`], stable from version to version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Code {
    /// An argument or option has a value that makes no sense.
    InvalidArgument,
    /// A role that is none of system, user, assistant, tool.
    InvalidRole,
    /// A system message was added to a conversation that has messages already.
    SystemNotFirst,
    /// A message or a body is not of the form that its format defines.
    InvalidMessage,
    /// A body is visibly in another format than the one that it was given as.
    WrongFormat,
    /// Another message of the history has this id.
    DuplicateId,
    /// JSON nested deeper than the limit.
    TooDeep,
    /// A message or body larger than the limit.
    TooLarge,
    /// A format or target that this version does not know.
    UnknownFormat,
    /// A request would carry no message.
    NothingToSend,
    /// What may not be given up is larger than the limit.
    CannotFit,
    /// The history was rewritten since the plan was begun.
    StalePlan,
    /// Calls wait for a person's decision, and the request does not say what is to become of them.
    AwaitingApproval,
    /// No call waits for a decision.
    NothingPending,
    /// A checkpoint does not belong to this conversation.
    InvalidCheckpoint,
    /// The calls of a checkpoint have their results.
    CheckpointAlreadyResumed,
    /// A message that is to wait is not of the form that its source defines.
    InvalidPending,
    /// A snapshot holds something that no conversation has.
    InvalidSnapshot,
    /// A snapshot was made by a later version.
    SnapshotVersion,
}

impl Code {
    /// Every code, in the order in which the README lists them.
    pub const ALL: [Self; 19] = [
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
        Self::CannotFit,
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
            Self::CannotFit => "cannot-fit",
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

/// Why a call was refused. The history is unchanged in every case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConversationError(Box<Fields>);

/// Boxed, because an error crosses every function on its way, and nearly all of them return without one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Fields {
    code: Code,
    message: String,
    /// Where it was, as a path into what was given (`messages[3].content`), when there is such a place.
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
        Self(Box::new(Fields { code, message, path: None, numbers: Vec::new(), names: Vec::new() }))
    }

    /// The same error, placed at `step` of whatever was being read; steps of callers are put in front.
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

    /// This error with the step `from` at the front of its path named `to`: what was read was a part of what was
    /// given.
    #[must_use]
    pub fn within(mut self, from: &str, to: &str) -> Self {
        let rest = self.path().and_then(|path| path.strip_prefix(from));
        if let Some(rest) = rest {
            self.0.path = Some([to, rest].concat());
        }
        self
    }

    /// The same error under another code, as whoever reads something larger names it.
    #[must_use]
    pub fn as_code(mut self, code: Code) -> Self {
        self.0.code = code;
        self
    }

    /// The same error with the numbers that a program acts on, by name.
    #[must_use]
    pub fn with_numbers(mut self, numbers: &[(&'static str, u64)]) -> Self {
        self.0.numbers = numbers.to_vec();
        self
    }

    /// The numbers that a program acts on, by name.
    pub fn numbers(&self) -> &[(&'static str, u64)] {
        &self.0.numbers
    }

    /// This error with a name that a program acts on.
    #[must_use]
    pub fn with_name(mut self, key: &'static str, name: &'static str) -> Self {
        self.0.names.push((key, name));
        self
    }

    /// The names that a program acts on, by key.
    pub fn names(&self) -> &[(&'static str, &'static str)] {
        &self.0.names
    }

    /// The kind of error.
    pub fn code(&self) -> Code {
        self.0.code
    }

    /// What was wrong, without the place.
    pub fn reason(&self) -> &str {
        &self.0.message
    }

    /// Where it was, as a path into what was given.
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

/// The result of everything that can be refused.
pub type Outcome<T> = Result<T, ConversationError>;
