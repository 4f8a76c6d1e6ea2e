//! Documents of text, search results and other words in parts that the target does not define: as its own block where it
//! has one, else as text.

use super::dialect::Dialect;
use super::fields::kind_of;
use super::request_options::Mode;
use super::sanitized_unit::Work;
use crate::json::Node;
use crate::message::{Content, Format, Message, Part, PartKind, ReadTextBlock, Role, TextBlock, TextKind};
use crate::repair::RepairCode;

/// Writes words as a block of the user's turn or of a result; `None` when there is no such block.
pub type WriteTextBlock = fn(&TextBlock) -> Option<String>;

/// Sends the words of parts that only another format models. In a body that is repaired there are none.
pub(super) fn write_text_blocks(work: &mut Work<'_>) {
    if work.options.mode == Mode::Keep {
        return;
    }
    let dialect = work.dialect;
    for line in 0..work.messages.len() {
        let Some(message) = work.messages.get(line) else { continue };
        let is_foreign = |format: Format, _: &str| format != dialect.format;
        if !message
            .content()
            .parts()
            .iter()
            .any(|part| part.as_other().is_some_and(|(of, json)| is_foreign(of, json)))
        {
            continue;
        }
        let write = writer(dialect, message);
        let mut copy = Message::clone(message);
        let form = Form { format: dialect.format, read: dialect.content.read_text_block, write };
        let done = tell_text_blocks(&mut copy, form, is_foreign);
        if done.is_empty() && copy == **message {
            continue;
        }
        done.into_iter()
            .for_each(|detail| work.report_message(line, RepairCode::WrittenAsText, None, detail));
        work.edit(line, |message| *message = copy);
    }
}

/// The writer of blocks for this message: only the user and tools give documents, and an error of a tool may be text only.
pub(super) fn writer(dialect: &Dialect, message: &Message) -> Option<WriteTextBlock> {
    let failed = message.result().is_some_and(|result| result.failed());
    let takes = matches!(message.role(), Role::User | Role::Tool)
        && !(failed && dialect.results.error_text_rule.is_some());
    dialect.content.write_text_block.filter(|_| takes)
}

/// The reader and writer of words of parts that another format models.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// The format that they are written in.
    pub(crate) format: Format,
    pub(crate) read: ReadTextBlock,
    pub(crate) write: Option<WriteTextBlock>,
}

/// Puts words in place of the unmodelled parts that `is_foreign` picks, where they hold some. Returns what became text,
/// in words.
pub(crate) fn tell_text_blocks(
    message: &mut Message,
    form: Form,
    is_foreign: impl Fn(Format, &str) -> bool,
) -> Vec<String> {
    let mut told = Vec::new();
    message.replace_parts(|part| {
        let (of, json) = part.as_other().filter(|(of, json)| is_foreign(*of, json))?;
        let mut block = part.words(form.read)?;
        part.extras.iter().for_each(|(name, json)| block.extras.push(name, json));
        block.extras.claim(of);
        Some(match as_block(&block, form) {
            Some(part) => vec![part],
            None => {
                told.push(match block.kind {
                    TextKind::Plain => {
                        format!("a part of type `{}` has no form there, and is sent as text", kind_of(json))
                    }
                    TextKind::Document | TextKind::SearchResult => told_as_text(&block),
                });
                block.into_parts()
            }
        })
    });
    told
}

/// The words as a block of this form; `None` when it has none for them. Fields that the block does not say are kept.
pub(super) fn as_block(block: &TextBlock, form: Form) -> Option<Part> {
    let json = form.write.and_then(|write| write(block))?;
    let said = Node::parse(&json).and_then(Node::fields).unwrap_or_default();
    let mut extras = block.extras.clone();
    extras.retain(|name| said.get(name).is_none());
    Some(Part { kind: PartKind::other(form.format, &json), extras })
}

/// The detail of a report on words that are sent as text.
pub(super) fn told_as_text(block: &TextBlock) -> String {
    let noun = block.noun();
    match block.title.as_deref() {
        Some(title) => format!("the {noun} `{title}` has no form there, and is sent as text"),
        None => format!("the {noun} has no form there, and is sent as text"),
    }
}

/// Puts parts in place of the one at this place.
pub(super) fn put_parts(message: &mut Message, place: usize, parts: Vec<Part>) {
    let mut at = 0_usize;
    let mut parts = Some(parts);
    if matches!(message.content(), Content::Parts(_)) {
        message.replace_parts(|_| {
            let is_it = at == place;
            at = at.saturating_add(1);
            if is_it { parts.take() } else { None }
        });
    }
}
