//! The requests for a target.

use super::last_sent::LastSent;
use crate::history::{Revision, Serial};
use crate::message::PrefixDigest;

/// The requests for a target. The provider's next answer is matched to the request that the host named as sent; if it
/// named none, to the last written request.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Requests {
    pub(in crate::engine) written: Asked,
    /// The request that the host sends, until its answer comes.
    pub(in crate::engine) sent: Option<Asked>,
    /// The newest request to compact, until its answer comes. The conversation may continue meanwhile.
    pub(in crate::engine) compacting: Option<Compacting>,
    /// The digest of the newest request without its messages, if its model checks everything before reasoning.
    pub(in crate::engine) outer: Option<PrefixDigest>,
    /// The last request given to the host for sending. The provider's cache may hold its beginning.
    pub(in crate::engine) last_sent: Option<LastSent>,
    /// The tools that requests declare.
    pub(in crate::engine) declared: Option<Declared>,
}

impl Requests {
    /// Returns the request that the next answer belongs to.
    pub(in crate::engine) fn asked(&self) -> &Asked {
        self.sent.as_ref().unwrap_or(&self.written)
    }

    /// Ends the sent request, because its answer came.
    pub(in crate::engine) fn end(&mut self) -> &mut Asked {
        if let Some(sent) = self.sent.take() {
            self.written = sent;
        }
        &mut self.written
    }
}

/// A request.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Asked {
    pub(in crate::engine) model: Option<Box<str>>,
    /// The vendor that the caller named.
    pub(in crate::engine) vendor: Option<Box<str>>,
    pub(in crate::engine) estimate: Option<Estimate>,
    /// True if it had its own system prompt.
    pub(in crate::engine) has_other_prompt: bool,
    /// The state of the history that it was written from, until its answer comes.
    pub(in crate::engine) revision: Option<Revision>,
    /// Its digest, if its model checks everything before reasoning.
    pub(in crate::engine) prefix: Option<PrefixDigest>,
    /// True if it asked the provider to keep the conversation.
    pub(in crate::engine) is_kept: bool,
}

/// Our estimate of a whole request, and the state of the history that it was written from. The report of the answer
/// is compared with it.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Estimate {
    pub(in crate::engine) revision: Revision,
    pub(in crate::engine) tokens: u64,
    /// The digest of its other fields that have a size. `None` if only the provider knows the size of a part.
    pub(in crate::engine) beside: Option<PrefixDigest>,
}

/// A request to compact the conversation, until its answer comes.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) struct Compacting {
    /// The end of the messages that it held.
    pub(in crate::engine) end: Serial,
    /// Their digest, if the model checks everything before reasoning.
    pub(in crate::engine) prefix: Option<PrefixDigest>,
}

/// The tools that requests for a target declare.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct Declared {
    /// The list, as JSON.
    pub(in crate::engine) tools: Box<str>,
    /// The first unit whose messages may change the list.
    pub(in crate::engine) since: Serial,
}
