//! What a provider reported.

/// Tokens as a provider reported them for one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the request, cached ones included.
    pub input: Option<u64>,
    /// Tokens of the answer.
    pub output: Option<u64>,
    /// The part of `input` that was read from the provider's cache.
    pub cached_input: Option<u64>,
    /// The part of `output` that was spent on reasoning.
    pub reasoning: Option<u64>,
}

impl Usage {
    /// What the request and its answer came to, where the provider measured it. Servers that measure nothing report
    /// zeros, and some leave cached tokens out of the input.
    pub fn measured(&self) -> Option<u64> {
        let input = self.input?.max(self.cached_input.unwrap_or(0));
        (input > 0).then(|| input.saturating_add(self.output.unwrap_or(0)))
    }

    /// Input and output together; what was not reported counts as nothing.
    pub fn total(&self) -> u64 {
        self.input.unwrap_or(0).saturating_add(self.output.unwrap_or(0))
    }
}
