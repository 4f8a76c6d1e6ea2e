//! Limits on the size and the depth of JSON.

use crate::error::{Code, ConversationError, Outcome};
use backscroll_kernels::string_rest;

/// Limits on messages and bodies from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// UTF-8 bytes of one message.
    pub bytes: usize,
    /// Levels of nested arrays and objects.
    pub depth: usize,
}

impl Limits {
    /// 32 MiB, the largest request that Anthropic takes (AN23).
    pub const DEFAULT_BYTES: usize = 32 * 1024 * 1024;
    /// No tool schema that we have seen is deeper. serde_json's own parser has the same limit.
    pub const DEFAULT_DEPTH: usize = 128;

    /// Returns the limit of depth alone, for bodies and lists of many messages: the size of one message does not bound a history.
    #[must_use]
    pub fn of_depth(self) -> Self {
        Self { bytes: usize::MAX, ..self }
    }

    /// The limits for messages that the host read from a body within these limits. They are wrapped in a list with
    /// their places, which adds levels.
    #[must_use]
    pub fn of_reading(self) -> Self {
        Self { bytes: usize::MAX, depth: self.depth.saturating_add(16) }
    }

    /// Refuses `bytes` over the limit.
    ///
    /// # Errors
    ///
    /// `too-large`.
    pub fn check_bytes(&self, bytes: usize) -> Outcome<()> {
        if bytes <= self.bytes {
            return Ok(());
        }
        Err(ConversationError::new(
            Code::TooLarge,
            format!(
                "{bytes} bytes are over the limit of {} bytes; shorten it, or raise `limits.messageBytes`",
                self.bytes
            ),
        ))
    }

    /// Refuses `text` in which arrays and objects nest deeper than the limit. It need not be valid JSON.
    ///
    /// # Errors
    ///
    /// `too-deep`.
    pub fn check_depth(&self, text: &str) -> Outcome<()> {
        if within_depth(text, self.depth) {
            return Ok(());
        }
        Err(ConversationError::new(
            Code::TooDeep,
            format!(
                "the JSON is nested deeper than {} levels; flatten it, or raise `limits.depth`",
                self.depth
            ),
        ))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: Self::DEFAULT_BYTES, depth: Self::DEFAULT_DEPTH }
    }
}

/// Reports whether brackets outside strings never nest deeper than `limit`.
fn within_depth(text: &str, limit: usize) -> bool {
    let mut depth = 0_usize;
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'"' => rest = rest.get(string_rest(rest)..).unwrap_or_default(),
            b'[' | b'{' => {
                depth = depth.saturating_add(1);
                if depth > limit {
                    return false;
                }
            }
            b']' | b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::Node;

    #[test]
    fn depth_is_counted_outside_strings() {
        assert!(within_depth(r#"{"a":"[[[[[["}"#, 1));
        assert!(within_depth(r#""\"[[""#, 0));
        assert!(within_depth("[[1],[2]]", 2));
        assert!(!within_depth("[[1],[2]]", 1));
    }

    #[test]
    fn twenty_thousand_levels_are_refused_without_recursion() {
        let deep = format!("{}{}", "[".repeat(20_000), "]".repeat(20_000));
        let error = Node::read(&deep, Limits::default()).expect_err("too deep");
        assert_eq!(error.code(), Code::TooDeep);
        let limits = Limits { depth: 20_000, ..Limits::default() };
        assert!(Node::read(&deep, limits).is_ok());
    }
}
