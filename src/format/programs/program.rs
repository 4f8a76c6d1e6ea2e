//! A format of programs that the host reads and writes, over neutral messages.
//!
//! The core reads `{"path", "messages"}`: the path of the list in the body, and `{"message", "wire", "piece"}` for each
//! message. The core writes a list of `{"message", "call", "isMinted"}`.
//!
//! The host describes the format as data, because host code never runs during a call of the core. The core names
//! messages, pairs results, and writes parts that the format cannot hold as text.

use crate::error::Outcome;
use crate::format::backscroll::{ID_FROM_MESSAGE, read_parsed, write_unread, write_unread_call};
use crate::format::bedrock;
use crate::format::contract::interchange::{Interchange, WrittenMessage};
use crate::format::contract::reading::{Mint, Reading};
use crate::format::contract::target::Place;
use crate::format::json::read::{invalid, list, object};
use crate::format::mistral;
use crate::hash::HashSet;
use crate::json::{Fields, Limits, ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Body, Format, Message, MessageId, TextBlock, TextKind};
use crate::rules::Catalogue;
use crate::sanitize::{
    CallRules, ContentRules, Dialect, FieldRules, Hooks, MediaRules, ReasoningRules, RequestFields,
    ResultRules, SystemRules, TurnRules, UniqueIds, WriteTextBlock, kind_of,
};

/// A format of programs, as the host describes it.
#[derive(Clone, Debug)]
pub struct Program {
    format: Format,
    /// The unmodelled parts that the format has a place for: `bedrock` for all parts of Converse, or `bedrock/video`
    /// for one kind.
    holds: Vec<String>,
    has_document_blocks: bool,
    carries_audio: bool,
    needs_call_ids: bool,
    is_request: bool,
}

/// The demands of requests that the host writes: each call has a unique id, and one result directly after it. The
/// host's writer keeps all other demands.
static PAIRED: Dialect = paired(CallRules::DEFAULT);

/// As `PAIRED`, with ids of calls as Mistral requires them.
static PAIRED_AS_MISTRAL: Dialect = paired(mistral::CALLS);

static NO_RULES: Catalogue = Catalogue { format: Format::Backscroll, rules: &[] };

const fn paired(calls: CallRules) -> Dialect {
    Dialect {
        format: Format::Backscroll,
        catalogue: &NO_RULES,
        form_rule: None,
        of_request: |_| None,
        request: RequestFields::DEFAULT,
        turns: TurnRules::DEFAULT,
        system: SystemRules::DEFAULT,
        calls: CallRules { unique_ids: UniqueIds::InRequest, ..calls },
        results: ResultRules::DEFAULT,
        content: ContentRules::filled(crate::format::text_blocks::read_text_block),
        media: MediaRules::of(|_, _| true, |_| true),
        fields: FieldRules::only(|_| &[], |_, _| true),
        reasoning: ReasoningRules::judged_by(|_, _, _, _| None),
        hooks: Hooks::NONE,
    }
}

impl Program {
    /// Reads the description `{"holds", "hasDocumentBlocks", "carriesAudio", "needsCallIds", "isRequest"}`. An
    /// absent field is false.
    ///
    /// # Errors
    ///
    /// `invalid-message` when it is no object.
    pub fn describe(format: Format, description: &str) -> Outcome<Self> {
        let fields =
            Node::parse(description).and_then(Node::fields).ok_or_else(|| invalid("no description"))?;
        let is = |name: &str| fields.get(name).and_then(Node::truth) == Some(true);
        let holds = fields.get("holds").and_then(Node::list).unwrap_or_default();
        Ok(Self {
            format,
            holds: holds.into_iter().filter_map(|name| Some(name.text()?.into_owned())).listed(),
            has_document_blocks: is("hasDocumentBlocks"),
            carries_audio: is("carriesAudio"),
            needs_call_ids: is("needsCallIds"),
            is_request: is("isRequest"),
        })
    }
}

/// Writes a document as Converse has it. Formats of programs have no search results.
fn write_document(block: &TextBlock) -> Option<String> {
    bedrock::write_text_block(block).filter(|_| block.kind == TextKind::Document)
}

impl Interchange for Program {
    fn format(&self) -> Format {
        self.format
    }

    fn carries_audio(&self) -> bool {
        self.carries_audio
    }

    fn holds(&self, of: Format, json: &str) -> bool {
        self.holds.iter().any(|held| match held.split_once('/') {
            None => held == of.as_str(),
            Some((format, kind)) => format == of.as_str() && kind == kind_of(json),
        })
    }

    fn text_block(&self) -> Option<WriteTextBlock> {
        self.has_document_blocks.then_some(write_document)
    }

    fn needs_call_ids(&self) -> bool {
        self.needs_call_ids
    }

    fn pairing(&self) -> Option<&'static Dialect> {
        let dialect = if self.format == Format::MistralConversations { &PAIRED_AS_MISTRAL } else { &PAIRED };
        self.is_request.then_some(dialect)
    }

    fn read(&self, body: Node<'_>, limits: Limits, created_at: i64, mint: Mint<'_>) -> Outcome<Reading> {
        read(body, limits, created_at, mint)
    }

    fn ids(&self, body: Node<'_>) -> HashSet<String> {
        let entries = body.fields().and_then(|fields| fields.get("messages")?.list()).unwrap_or_default();
        let id = |entry: Node<'_>| Some(entry.fields()?.get("message")?.fields()?.text("id")?.into_owned());
        entries.into_iter().filter_map(id).collect()
    }

    fn write(&self, messages: &[WrittenMessage<'_>], out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        for written in messages {
            let mut object = ObjectWriter::begin(list.item());
            write_unread(written.message, object.key("message"));
            if let Some(call) = written.call {
                write_unread_call(call, object.key("call"));
            }
            if written.is_minted {
                object.json("isMinted", "true");
            }
            object.end();
        }
        list.end();
    }
}

/// Reads neutral messages that the host made of a body.
///
/// # Errors
///
/// `too-deep`, with the place in the body; `invalid-message` and `invalid-role` when the host made something else.
pub fn read(
    reading: Node<'_>,
    limits: Limits,
    created_at: i64,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<Reading> {
    let fields = object(reading)?;
    let path = fields.text("path").unwrap_or_default();
    let entries = list(fields.get("messages").ok_or_else(|| invalid("expected messages"))?)?;
    let mut messages: Vec<Message> = Vec::with_capacity(entries.len());
    for entry in entries {
        let entry = object(entry)?;
        let place = place_of(&entry);
        let node = entry.get("message").ok_or_else(|| invalid("expected a message"))?;
        let message = read_parsed(node, created_at, &mut || mint(place)).and_then(|mut message| {
            name_calls(&mut message, node);
            name_answer(&mut message, node, &messages);
            message.check_arguments(limits)?;
            Ok(message)
        });
        messages.push(message.map_err(|error| match place {
            Place::System => error.at("system"),
            Place::Message { wire, .. } => error.at(format!("{path}[{wire}]")),
        })?);
    }
    Ok(Reading { messages, ..Reading::default() })
}

/// Makes the ids of calls of the id of their message, where the reader asks for it.
fn name_calls(message: &mut Message, node: Node<'_>) {
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
    let end: String = message.id.chars().map(plain).collect();
    let calls = node.fields().and_then(|fields| fields.get("toolCalls")?.list()).unwrap_or_default();
    for (call, node) in message.calls_mut().iter_mut().zip(calls) {
        if let Some(start) = node.fields().unwrap_or_default().text(ID_FROM_MESSAGE) {
            call.id = format!("{start}{end}").into();
        }
    }
}

/// Gives a result the id of its call, if that id is made from the id of the call's message. Without the call's place,
/// it is the last call.
fn name_answer(message: &mut Message, node: Node<'_>, before: &[Message]) {
    let Body::Tool(result) = &mut message.body else { return };
    let fields = node.fields().unwrap_or_default();
    let place = |name: &str| usize::try_from(fields.get(name)?.count()?).ok();
    let calls = place("answersMessage").and_then(|place| before.get(place)).map_or(&[][..], Message::calls);
    let call = place("answersCall").map_or(calls.last(), |place| calls.get(place));
    call.into_iter().for_each(|call| result.call_id = call.id.clone());
}

fn place_of(entry: &Fields<'_>) -> Place {
    let number =
        |name: &str| entry.get(name).and_then(Node::count).and_then(|number| usize::try_from(number).ok());
    number("wire").map_or(Place::System, |wire| Place::Message { wire, piece: number("piece").unwrap_or(0) })
}
