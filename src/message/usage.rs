//! A provider's report of tokens.

/// Tokens as a provider reported them for one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the request, cached ones and those of tools that the provider ran included.
    pub input: Option<u64>,
    /// Tokens of the answer.
    pub output: Option<u64>,
    /// The part of `input` that was read from the provider's cache.
    pub cached_input: Option<u64>,
    /// The part of `output` that was spent on reasoning.
    pub reasoning: Option<u64>,
    /// The part of `input` that tools of the provider put in, which the next request does not hold.
    pub tool_input: Option<u64>,
}

impl Usage {
    /// Tokens of the request, where the provider measured it: servers that measure nothing report zeros, and some leave
    /// cached tokens out of the input. What tools of the provider put in is gone afterwards. The answer is not counted:
    /// reasoning in it may never be sent again.
    pub fn request_tokens(&self) -> Option<u64> {
        let asked = self.input?.saturating_sub(self.tool_input.unwrap_or(0));
        Some(asked.max(self.cached_input.unwrap_or(0))).filter(|tokens| *tokens > 0)
    }

    /// Input and output together; what was not reported counts as nothing.
    pub fn total(&self) -> u64 {
        self.input.unwrap_or(0).saturating_add(self.output.unwrap_or(0))
    }
}
