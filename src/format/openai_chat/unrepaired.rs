//! A history in the form of Chat Completions, without repairs and reports.

use super::OPENAI_CHAT;
use crate::history::History;
use crate::json::ListWriter;

/// Every message in the form of Chat Completions, as a JSON list.
pub fn unrepaired_openai(history: &History, out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    history.messages().into_iter().for_each(|message| OPENAI_CHAT.write_message(message, list.item()));
    list.end();
}
