//! A whole conversation as JSON.
//!
//! Version 0 is a plain list of messages, as `messages` returns it. Programs kept such lists before there were
//! snapshots. Version 1 is an object; see [`write_snapshot`] for its fields. Each version of this reader reads all
//! versions before it.

use super::pending::read_pending;
use super::read::read_list;
use super::suspension::{read_suspension, write_suspension};
use super::write::write_message;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::read::{at_item, invalid, list, noun, object, required};
use crate::history::{Correction, History, PendingQueue, Structure, Suspension};
use crate::json::{Fields, Kind, Limits, ListWriter, Node, ObjectWriter};
use crate::message::{Message, MessageId, Pending};
use crate::sanitize::Spelling;
use crate::tokens::Estimator;
use std::collections::HashSet;

/// The version that is written.
pub const SNAPSHOT_VERSION: u64 = 1;

/// The highest id of a pending entry: half of the numbers that JavaScript counts exactly, so that there is room for more.
const MOST_PENDING: u64 = 1 << 52;

/// A snapshot that was read, before a conversation is made of it.
#[derive(Debug)]
pub struct Snapshot {
    /// The messages in order of arrival.
    pub messages: Vec<Message>,
    /// The structure that the messages do not show; `None` when the snapshot has none.
    pub structure: Option<Structure>,
    /// The estimator, when it is known.
    pub estimator: Option<Estimator>,
    /// The limits of one message.
    pub limits: Limits,
    /// The pending queue.
    pub queue: PendingQueue,
    /// Calls that wait for a decision.
    pub suspensions: Vec<Suspension>,
    /// The spelling of requests to targets with two spellings, when neither params nor options show it.
    pub spelling: Option<Spelling>,
    /// The settings of the host, as JSON text of an object.
    pub settings: String,
}

/// Reads a snapshot of any version. Messages of version 0 without a time get `created_at`.
///
/// # Errors
///
/// `snapshot-version` when it is of a later version; `invalid-snapshot`, with the path of the fault.
pub fn read_snapshot(text: &str, created_at: i64, mint: &mut dyn FnMut() -> MessageId) -> Outcome<Snapshot> {
    let node = Node::parse(text).ok_or_else(|| unreadable("it is not valid JSON, or was cut off"))?;
    let read = match node.kind() {
        Kind::List => read_version_0(node, created_at, mint),
        Kind::Object => read_object(node, mint),
        Kind::Null | Kind::Bool | Kind::Number | Kind::Text => {
            Err(unreadable(format!("expected an object, found {}", noun(node))))
        }
    };
    read.map_err(|error| {
        if error.code() == Code::SnapshotVersion { error } else { error.as_code(Code::InvalidSnapshot) }
    })
}

fn read_object(node: Node<'_>, mint: &mut dyn FnMut() -> MessageId) -> Outcome<Snapshot> {
    let fields = object(node)?;
    check_version(&fields)?;
    read_version_1(node, &fields, mint)
}

/// Appends a snapshot of the newest version.
pub fn write_snapshot(
    history: &History,
    queue: &PendingQueue,
    limits: Limits,
    spelling: Option<Spelling>,
    settings: &str,
    out: &mut Vec<u8>,
) {
    let mut object = ObjectWriter::begin(out);
    object.number("version", SNAPSHOT_VERSION);
    object.json("settings", settings);
    object.text("estimator", history.estimator().as_str());
    let mut inner = ObjectWriter::begin(object.key("limits"));
    inner.number("messageBytes", limits.bytes);
    inner.number("depth", limits.depth);
    inner.end();
    if let Some(spelling) = spelling {
        object.text("spelling", spelling.as_str());
    }
    write_list(object.key("messages"), history.messages(), write_message);
    let Structure { answers, repeated, prefix_changed, correction } = history.structure();
    write_list(object.key("answers"), answers, |(result, call), out| {
        out.extend_from_slice(format!("[{result},{call}]").as_bytes());
    });
    for (name, places) in [("repeated", repeated), ("prefixChanged", prefix_changed)] {
        write_list(object.key(name), places, |place, out| {
            out.extend_from_slice(place.to_string().as_bytes())
        });
    }
    if let Some(Correction { tokens, weight, messages }) = correction {
        let mut inner = ObjectWriter::begin(object.key("correction"));
        inner.number("tokens", tokens);
        inner.number("weight", weight);
        inner.number("messages", messages);
        inner.end();
    }
    let mut inner = ObjectWriter::begin(object.key("pending"));
    inner.number("lastId", queue.last_id());
    write_list(inner.key("waiting"), queue.iter(), write_waiting);
    inner.end();
    write_list(object.key("suspensions"), history.suspensions(), |suspension, out| {
        write_suspension(suspension, &history.open_calls_of(suspension), out);
    });
    object.end();
}

fn write_waiting(pending: &Pending, out: &mut Vec<u8>) {
    let mut object = ObjectWriter::begin(out);
    object.number("id", pending.id);
    object.text("source", pending.source.as_str());
    if let Some(name) = &pending.name {
        object.text("name", name);
    }
    object.text("content", &pending.content);
    object.end();
}

fn write_list<T>(
    out: &mut Vec<u8>,
    items: impl IntoIterator<Item = T>,
    mut write: impl FnMut(T, &mut Vec<u8>),
) {
    let mut list = ListWriter::begin(out);
    items.into_iter().for_each(|item| write(item, list.item()));
    list.end();
}

fn check_version(fields: &Fields<'_>) -> Outcome<()> {
    let version = fields.get("version").ok_or_else(|| unreadable("it has no `version`"))?;
    match version.json().parse::<u64>() {
        Ok(SNAPSHOT_VERSION) => Ok(()),
        Ok(later) if later > SNAPSHOT_VERSION => Err(ConversationError::new(
            Code::SnapshotVersion,
            format!(
                "the snapshot is of version {later}, and this package reads versions up to {SNAPSHOT_VERSION}; update the package"
            ),
        )),
        _ => Err(unreadable(format!("there is no version {}", version.json())).at("version")),
    }
}

fn read_version_0(list: Node<'_>, created_at: i64, mint: &mut dyn FnMut() -> MessageId) -> Outcome<Snapshot> {
    check_depth(list, Limits::default())?;
    // A list that was read before, and grew since, holds both: messages with minted ids, and messages without an id.
    // New ids must differ from the minted ones.
    let nodes = list.list().unwrap_or_default();
    let taken: HashSet<String> =
        nodes.into_iter().filter_map(|node| Some(node.fields()?.text("id")?.into())).collect();
    let mut mint_free = || loop {
        let id = mint();
        if !taken.contains(id.as_ref()) {
            return id;
        }
    };
    Ok(Snapshot {
        messages: read_list(list, unlimited(), created_at, &mut mint_free)?,
        structure: None,
        estimator: None,
        limits: Limits::default(),
        queue: PendingQueue::default(),
        suspensions: Vec::new(),
        spelling: None,
        settings: "{}".to_owned(),
    })
}

fn read_version_1(
    node: Node<'_>,
    fields: &Fields<'_>,
    mint: &mut dyn FnMut() -> MessageId,
) -> Outcome<Snapshot> {
    let settings = member(fields, "settings")?;
    object(settings).map_err(|error| error.at("settings"))?;
    let name = member(fields, "estimator")?.text().unwrap_or_default();
    let estimator = Estimator::parse(&name).map_err(|error| error.at("estimator"))?;
    let limits = fields_of(fields, "limits")?;
    let limits = Limits {
        bytes: limit(&limits, "messageBytes").map_err(|error| error.at("limits"))?,
        depth: limit(&limits, "depth").map_err(|error| error.at("limits"))?,
    };
    check_depth(node, limits)?;
    let messages = member(fields, "messages")?;
    items(fields, "messages", |node| required(&object(node)?, "id"))?;
    let structure = Structure {
        answers: items(fields, "answers", read_pair)?,
        repeated: items(fields, "repeated", read_place)?,
        prefix_changed: items(fields, "prefixChanged", read_place)?,
        correction: read_correction(fields)?,
    };
    Ok(Snapshot {
        messages: read_list(messages, unlimited(), 0, mint).map_err(|error| error.at("messages"))?,
        structure: Some(structure),
        estimator: Some(estimator),
        limits,
        queue: read_queue(fields)?,
        suspensions: items(fields, "suspensions", read_suspension)?,
        spelling: fields.get("spelling").map(read_spelling).transpose()?,
        settings: settings.json().to_owned(),
    })
}

/// Older snapshots lack this field. Their requests are spelled as the provider does.
fn read_spelling(node: Node<'_>) -> Outcome<Spelling> {
    let spelling = node.text().and_then(|name| Spelling::parse(&name));
    spelling.ok_or_else(|| invalid("expected camelCase or snake_case").at("spelling"))
}

/// Older snapshots lack this field. Their field `report` is not read: it may measure a request that another program
/// wrote of another history.
fn read_correction(fields: &Fields<'_>) -> Outcome<Option<Correction>> {
    if fields.get("correction").is_none() {
        return Ok(None);
    }
    let inner = fields_of(fields, "correction")?;
    let read = || {
        Ok(Correction {
            tokens: number(&inner, "tokens")?,
            weight: number(&inner, "weight")?,
            messages: count(&inner, "messages")?,
        })
    };
    read().map(Some).map_err(|error: ConversationError| error.at("correction"))
}

fn read_queue(fields: &Fields<'_>) -> Outcome<PendingQueue> {
    let inner = fields_of(fields, "pending")?;
    let read = || {
        let none = PendingQueue::default();
        let read_waiting = |node| {
            pending_id(&object(node)?, "id")?;
            read_pending(node, &none)
        };
        let last_id = pending_id(&inner, "lastId")?;
        let waiting = items(&inner, "waiting", read_waiting)?;
        let is_ordered =
            waiting.windows(2).all(|pair| matches!(pair, [first, second] if first.id < second.id));
        if !is_ordered {
            return Err(invalid("the ids must increase").at("waiting"));
        }
        Ok(PendingQueue::restored(waiting, last_id))
    };
    read().map_err(|error: ConversationError| error.at("pending"))
}

fn read_pair(node: Node<'_>) -> Outcome<(usize, usize)> {
    let places = list(node)?;
    for place in &places {
        read_place(*place)?;
    }
    match places.as_slice() {
        [result, call] => Ok((read_place(*result)?, read_place(*call)?)),
        _ => Err(invalid("expected two indexes")),
    }
}

fn read_place(node: Node<'_>) -> Outcome<usize> {
    let place = node.integer().and_then(|place| usize::try_from(place).ok());
    place.ok_or_else(|| invalid(format!("expected the index of a message, found {}", noun(node))))
}

fn items<'a, T>(
    fields: &Fields<'a>,
    name: &str,
    mut read: impl FnMut(Node<'a>) -> Outcome<T>,
) -> Outcome<Vec<T>> {
    let mut items = Vec::new();
    for (at, node) in list(member(fields, name)?).map_err(|error| error.at(name))?.into_iter().enumerate() {
        items.push(read(node).map_err(|error| at_item(error, name, at))?);
    }
    Ok(items)
}

fn fields_of<'a>(fields: &Fields<'a>, name: &str) -> Outcome<Fields<'a>> {
    object(member(fields, name)?).map_err(|error| error.at(name))
}

fn member<'a>(fields: &Fields<'a>, name: &str) -> Outcome<Node<'a>> {
    fields.get(name).ok_or_else(|| invalid("it is missing").at(name))
}

fn number(fields: &Fields<'_>, name: &str) -> Outcome<u64> {
    let number = member(fields, name)?.json().parse::<u64>().ok();
    number.ok_or_else(|| invalid("expected a whole number, 0 or more").at(name))
}

fn count(fields: &Fields<'_>, name: &str) -> Outcome<usize> {
    Ok(usize::try_from(number(fields, name)?).unwrap_or(usize::MAX))
}

/// An id of a pending entry, small enough for hosts to count exactly.
fn pending_id(fields: &Fields<'_>, name: &str) -> Outcome<u64> {
    match number(fields, name)? {
        id if id <= MOST_PENDING => Ok(id),
        _ => Err(invalid(format!("expected a whole number, {MOST_PENDING} at most")).at(name)),
    }
}

fn limit(fields: &Fields<'_>, name: &str) -> Outcome<usize> {
    match count(fields, name)? {
        0 => Err(invalid("expected a whole number, 1 or more").at(name)),
        limit => Ok(limit),
    }
}

/// No limits: each message was within them when it was added to the conversation.
fn unlimited() -> Limits {
    Limits { bytes: usize::MAX, depth: usize::MAX }
}

/// Refuses JSON that nests deeper than a message may, plus the levels of the snapshot around it.
fn check_depth(node: Node<'_>, limits: Limits) -> Outcome<()> {
    let around = 8;
    Limits { depth: limits.depth.saturating_add(around), ..limits }.check_depth(node.json())
}

fn unreadable(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidSnapshot, format!("this is not a snapshot: {}", text.into()))
}
