//! Documents of text, search results and other words in parts that the target does not define. They are sent as the
//! target's own block if it has one, else as text.

use super::dialect::{Dialect, Work, WriteTextBlock};
use super::fields::kind_of;
use super::request_options::Mode;
use crate::json::Node;
use crate::message::{Format, Message, Part, PartKind, ReadTextBlock, Role, TextBlock, TextKind};
use crate::repair::RepairCode;

/// Sends the words of other formats' unmodelled parts. A repaired body has no such parts.
pub(super) fn write_text_blocks(work: &mut Work<'_>) {
    if work.options.mode == Mode::Strict {
        for at in 0..work.messages.len() {
            write_message_blocks(work, at);
        }
    }
}

fn write_message_blocks(work: &mut Work<'_>, at: usize) {
    let dialect = work.dialect;
    let is_foreign = |format: Format, _: &str| format != dialect.format;
    let Some(message) = work.messages.get(at) else { return };
    let mut others = message.content().parts().iter().filter_map(Part::as_other);
    if !others.any(|(format, json)| is_foreign(format, json)) {
        return;
    }
    let write = writer(dialect, message);
    let codec = TextBlockCodec { format: dialect.format, read: dialect.content.read_text_block, write };
    let mut copy = Message::clone(message);
    let details = replace_text_blocks(&mut copy, codec, &is_foreign);
    if details.is_empty() && copy == **message {
        return;
    }
    for detail in details {
        work.report_message(at, RepairCode::WrittenAsText, None, detail);
    }
    work.edit(at, |message| *message = copy);
}

/// The writer of blocks for this message: only the user and tools give documents, and an error of a tool may be text only.
pub(super) fn writer(dialect: &Dialect, message: &Message) -> Option<WriteTextBlock> {
    let failed = message.result().is_some_and(|result| result.failed());
    let takes = matches!(message.role(), Role::User | Role::Tool)
        && !(failed && dialect.results.error_text_rule.is_some());
    dialect.content.write_text_block.filter(|_| takes)
}

/// The reader and the writer of words in unmodelled parts of other formats.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextBlockCodec {
    /// The format that blocks are written in.
    pub(crate) format: Format,
    pub(crate) read: ReadTextBlock,
    pub(crate) write: Option<WriteTextBlock>,
}

/// Replaces the unmodelled parts that `is_foreign` picks by the words that they hold. A part without words stays.
/// Returns a report's text for each part that became text.
pub(crate) fn replace_text_blocks(
    message: &mut Message,
    codec: TextBlockCodec,
    is_foreign: &dyn Fn(Format, &str) -> bool,
) -> Vec<String> {
    let mut details = Vec::new();
    message.replace_parts(|part| {
        let (of, json) = part.as_other().filter(|(of, json)| is_foreign(*of, json))?;
        let mut block = part.words(codec.read)?;
        for (name, json) in part.extras.iter() {
            block.extras.push(name, json);
        }
        block.extras.claim(of);
        if let Some(mut part) = as_block(&block, codec) {
            // The block of the target holds the texts only. Their fields are dropped later, with a report.
            for inner in &block.content {
                inner.extras.iter().for_each(|(name, json)| part.extras.push(name, json));
            }
            part.extras.claim(of);
            return Some(vec![part]);
        }
        details.push(match block.kind {
            TextKind::Plain => {
                format!(
                    "the target has no form for a part of type `{}`, so it is sent as text",
                    kind_of(json)
                )
            }
            TextKind::Document | TextKind::SearchResult => as_text_detail(&block),
        });
        Some(block.into_parts())
    });
    details
}

/// The words as a block of the target; `None` if the target has no such block. The block's other fields are kept.
pub(super) fn as_block(block: &TextBlock, codec: TextBlockCodec) -> Option<Part> {
    let json = codec.write.and_then(|write| write(block))?;
    let written = Node::parse(&json).and_then(Node::fields).unwrap_or_default();
    let mut extras = block.extras.clone();
    extras.retain(|name| written.get(name).is_none());
    Some(Part { kind: PartKind::other(codec.format, &json), extras })
}

/// The report's text for words that are sent as text.
pub(super) fn as_text_detail(block: &TextBlock) -> String {
    let noun = block.noun();
    match block.title.as_deref() {
        Some(title) => format!("the target has no form for the {noun} `{title}`, so it is sent as text"),
        None => format!("the target has no form for the {noun}, so it is sent as text"),
    }
}
