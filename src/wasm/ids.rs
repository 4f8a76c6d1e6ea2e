//! Random ids. Nothing random is drawn before the first message, so that a conversation can be made at module scope.

use super::core::Core;
use crate::error::{Code, ConversationError, Outcome};
use crate::list::Listed;

/// The prefix of the system prompt's id when no prefix could be drawn.
pub(super) const UNDRAWN: &str = "msg-";

impl Core {
    /// Draws the prefix of minted ids, unless it was drawn before.
    pub(super) fn name_ids(&mut self) -> Outcome<()> {
        if self.id_prefix.is_some() {
            return Ok(());
        }
        let bytes: [u8; 8] = random("message ids", "; give each message an `id`")?;
        let digits: String =
            bytes.iter().filter_map(|byte| char::from_digit(u32::from(byte % 32), 32)).collect();
        let prefix = format!("msg-{digits}-");
        self.conversation.name_ids(&prefix);
        self.id_prefix = Some(prefix);
        Ok(())
    }

    /// Names ids for the system prompt, which may be set before random bytes are available.
    pub(super) fn name_prompt(&mut self) {
        if self.name_ids().is_err() {
            self.conversation.name_ids(UNDRAWN);
        }
    }
}

/// Returns the id of a checkpoint: a random UUID, version 4.
pub(super) fn checkpoint_id() -> Outcome<String> {
    let random = u128::from_be_bytes(random("the id of a checkpoint", "")?);
    // RFC 9562: four bits for the version, two for the variant.
    let version = random & !(0xf << 76) | (0x4 << 76);
    let digits = format!("{:032x}", version & !(0x3 << 62) | (0x2 << 62));
    let parts = [(0, 8), (8, 12), (12, 16), (16, 20), (20, 32)];
    let parts: Vec<&str> = parts.into_iter().filter_map(|(from, to)| digits.get(from..to)).listed();
    Ok(parts.join("-"))
}

fn random<const BYTES: usize>(purpose: &str, advice: &str) -> Outcome<[u8; BYTES]> {
    let mut bytes = [0_u8; BYTES];
    getrandom::fill(&mut bytes).map_err(|error| {
        let text = format!("random bytes for {purpose} are not available here ({error}){advice}");
        ConversationError::new(Code::InvalidArgument, text)
    })?;
    Ok(bytes)
}
