//! A provider's report of tokens.

/// Tokens as a provider reported them for one answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens of the request, including cached tokens and tokens of tools that the provider ran.
    pub input: Option<u64>,
    /// Tokens of the answer.
    pub output: Option<u64>,
    /// The part of `input` that was read from the provider's cache.
    pub cached_input: Option<u64>,
    /// The part of `input` that was written to the provider's cache, for any lifetime.
    pub cache_write: Option<u64>,
    /// The part of `cache_write` that is kept for five minutes, where the provider reports lifetimes.
    pub cache_write_5m: Option<u64>,
    /// The part of `cache_write` that is kept for an hour, where the provider reports lifetimes.
    pub cache_write_1h: Option<u64>,
    /// The part of `output` that was spent on reasoning.
    pub reasoning: Option<u64>,
    /// The part of `input` that tools or compactions of the provider took, and that the next request does not hold.
    pub tool_input: Option<u64>,
}

impl Usage {
    /// Tokens of the request, without `tool_input`. `None` when the report cannot be right: servers that count nothing
    /// report zeros, and some exclude cached tokens from the input. The answer is not counted, because its reasoning
    /// may never be sent again.
    pub fn request_tokens(&self) -> Option<u64> {
        let beyond = self.tool_input.unwrap_or(0);
        let asked = self.input?.saturating_sub(beyond);
        // A part of the cached input may belong to `tool_input`.
        let cached = self.cached_input.unwrap_or(0).saturating_sub(beyond);
        Some(asked.max(cached)).filter(|tokens| *tokens > 0)
    }

    /// Adds another report to this one. A number that neither has stays absent.
    pub fn add(&mut self, other: &Self) {
        let sums = [
            (&mut self.input, other.input),
            (&mut self.output, other.output),
            (&mut self.cached_input, other.cached_input),
            (&mut self.cache_write, other.cache_write),
            (&mut self.cache_write_5m, other.cache_write_5m),
            (&mut self.cache_write_1h, other.cache_write_1h),
            (&mut self.reasoning, other.reasoning),
            (&mut self.tool_input, other.tool_input),
        ];
        for (own, other) in sums {
            if let Some(other) = other {
                *own = Some(own.unwrap_or(0).saturating_add(other));
            }
        }
    }

    /// Input and output together. An absent number counts as 0.
    pub fn total(&self) -> u64 {
        self.input.unwrap_or(0).saturating_add(self.output.unwrap_or(0))
    }
}
