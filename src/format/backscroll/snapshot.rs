//! A whole conversation as JSON.
//!
//! Version 0 is a plain list of messages, as in `messages`: programs kept such lists before there were snapshots.
//! Version 1 is an object: the messages, and what they do not show. Version 2 adds the applied reductions and the other
//! paths; [`write_snapshot`] documents its fields. Version 3 names the model of the sizes. Version 4 writes once what
//! paths share. A new version must read all earlier ones.
//!
//! A snapshot holds what the messages do not show: which result answers which call if ids repeat, what a rewrite made
//! invalid, the correction of the size, and the requests whose answers may still come. A new version needs
//! `SNAPSHOT_VERSION` and a reader here (in `snapshot_path.rs` for what belongs to a path), a
//! `tests/fixtures/snapshots/v<n>.json` that is never changed, and its expected result in `snapshot.test.mjs`.

use super::bill::{read_bill, write_bill};
use super::path_view::PathView;
use super::pending::read_pending;
use super::read::{check_call_ids, read_each, read_list, read_saved};
use super::snapshot_fields::{fields_of, items, limit, member, number, unlimited, write_list};
use super::snapshot_path::{KnownMessages, Numbers, SavedPath, WriteBody, read_path, write_path};
use super::snapshot_requests::{SavedRequest, read_names, read_requests, write_names, write_requests};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::MappedName;
use crate::format::json::read::{invalid, noun, object, required};
use crate::format::sizes::{self, estimator_name};
use crate::hash::HashSet;
use crate::history::PendingQueue;
use crate::json::{Fields, Kind, Limits, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Bill, Message, MessageId, Pending};
use crate::sanitize::Spelling;
use crate::tokens::Estimator;
use std::sync::Arc;

/// The version that is written.
pub const SNAPSHOT_VERSION: u64 = 4;

/// The highest id of a pending entry: half of the numbers that JavaScript counts exactly, so that there is room for more.
const MOST_PENDING: u64 = 1 << 52;

/// A snapshot that was read, before a conversation is made of it.
#[derive(Debug)]
pub struct Snapshot {
    /// The active path.
    pub path: SavedPath,
    /// True if only the messages of the path are known.
    pub is_list: bool,
    /// The other paths; the most recently used path is last.
    pub others: Vec<SavedPath>,
    /// The estimator, when it is known.
    pub estimator: Option<Estimator>,
    /// The limits of one message.
    pub limits: Limits,
    /// The pending queue.
    pub queue: PendingQueue,
    /// The spelling of requests, for targets with two spellings, when nothing else shows it.
    pub spelling: Option<Spelling>,
    /// The requests whose answer may come.
    pub requests: Vec<SavedRequest>,
    /// The names of tools that requests mapped.
    pub names: Vec<MappedName>,
    /// The sums of the providers' reports; `None` in a snapshot of an earlier version, which had no bill.
    pub bill: Option<Bill>,
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
    read_object_fields(node, &fields, mint)
}

/// A conversation that is to be written.
#[derive(Clone, Copy, Debug)]
pub struct SnapshotView<'a> {
    /// Its paths, the active one first.
    pub paths: &'a [PathView<'a>],
    /// The pending queue.
    pub queue: &'a PendingQueue,
    /// The limits of one message.
    pub limits: Limits,
    /// The spelling of requests.
    pub spelling: Option<Spelling>,
    /// The requests whose answer may come.
    pub requests: &'a [SavedRequest],
    /// The names of tools that requests mapped.
    pub names: &'a [MappedName],
    /// The sums of the providers' reports.
    pub bill: Option<&'a Bill>,
    /// The settings of the host, as JSON text of an object.
    pub settings: &'a str,
}

/// Appends a snapshot of the newest version.
pub fn write_snapshot<'w>(view: SnapshotView<'_>, write_body: &'w mut WriteBody<'w>, out: &mut Vec<u8>) {
    let Some((active, others)) = view.paths.split_first() else { return };
    let mut object = ObjectWriter::begin(out);
    object.number("version", SNAPSHOT_VERSION);
    object.json("settings", view.settings);
    object.text("estimator", &estimator_name(active.history.estimator()));
    let mut inner = ObjectWriter::begin(object.key("limits"));
    inner.number("messageBytes", view.limits.bytes);
    inner.number("depth", view.limits.depth);
    inner.end();
    if let Some(spelling) = view.spelling {
        object.text("spelling", spelling.as_str());
    }
    let mut numbers = Numbers::of(view.paths, write_body);
    write_path(active, true, &mut numbers, &mut object);
    if !others.is_empty() {
        write_list(object.key("paths"), others, |path, out| {
            let mut inner = ObjectWriter::begin(out);
            write_path(path, false, &mut numbers, &mut inner);
            inner.end();
        });
    }
    let mut inner = ObjectWriter::begin(object.key("pending"));
    inner.number("lastId", view.queue.last_id());
    write_list(inner.key("waiting"), view.queue.iter(), write_waiting);
    inner.end();
    write_requests(view.requests, &mut object);
    write_names(view.names, &mut object);
    // Without this field, a reader adds up the reports of the messages.
    if let Some(bill) = view.bill {
        write_bill(bill, object.key("bill"));
    }
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

fn check_version(fields: &Fields<'_>) -> Outcome<()> {
    let version = fields.get("version").ok_or_else(|| unreadable("it has no `version`"))?;
    match version.json().parse::<u64>() {
        Ok(1..=SNAPSHOT_VERSION) => Ok(()),
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
    let messages = read_list(list, unlimited(), created_at, &mut mint_free)?;
    check_call_ids(list)?;
    Ok(Snapshot {
        path: SavedPath { messages: messages.into_iter().map(Arc::new).listed(), ..SavedPath::default() },
        is_list: true,
        others: Vec::new(),
        estimator: None,
        limits: Limits::default(),
        queue: PendingQueue::default(),
        spelling: None,
        requests: Vec::new(),
        names: Vec::new(),
        bill: None,
        settings: "{}".to_owned(),
    })
}

fn read_object_fields(
    node: Node<'_>,
    fields: &Fields<'_>,
    mint: &mut dyn FnMut() -> MessageId,
) -> Outcome<Snapshot> {
    let settings = member(fields, "settings")?;
    object(settings).map_err(|error| error.at("settings"))?;
    let name = member(fields, "estimator")?.text().unwrap_or_default();
    let estimator = sizes::estimator(&name).map_err(|error| error.at("estimator"))?;
    let limits = fields_of(fields, "limits")?;
    let limits = Limits {
        bytes: limit(&limits, "messageBytes").map_err(|error| error.at("limits"))?,
        depth: limit(&limits, "depth").map_err(|error| error.at("limits"))?,
    };
    check_depth(node, limits)?;
    let messages = read_messages(fields, mint)?;
    let mut known = KnownMessages::default();
    let path = read_path(fields, Some(messages), &mut known)?;
    let others = match fields.get("paths") {
        Some(_) => items(fields, "paths", |node| read_path(&object(node)?, None, &mut known))?,
        None => Vec::new(),
    };
    Ok(Snapshot {
        path,
        is_list: false,
        others,
        estimator: Some(estimator),
        limits,
        queue: read_queue(fields)?,
        spelling: fields.get("spelling").map(read_spelling).transpose()?,
        requests: read_requests(fields)?,
        names: read_names(fields)?,
        bill: read_bill(fields)?,
        settings: settings.json().to_owned(),
    })
}

/// Reads messages, which have their ids.
fn read_messages(fields: &Fields<'_>, mint: &mut dyn FnMut() -> MessageId) -> Outcome<Vec<Message>> {
    let mut lacks_id = false;
    let mint = &mut || {
        lacks_id = true;
        mint()
    };
    let messages = read_each(member(fields, "messages")?, |node| read_saved(node, unlimited(), mint));
    if lacks_id {
        items(fields, "messages", |node| required(&object(node)?, "id"))?;
    }
    messages.map_err(|error| error.at("messages"))
}

/// Older snapshots lack this field. Their requests are spelled as the provider does.
fn read_spelling(node: Node<'_>) -> Outcome<Spelling> {
    let spelling = node.text().and_then(|name| Spelling::parse(&name));
    spelling.ok_or_else(|| invalid("expected camelCase or snake_case").at("spelling"))
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

/// An id of a pending entry, small enough for hosts to count exactly.
fn pending_id(fields: &Fields<'_>, name: &str) -> Outcome<u64> {
    match number(fields, name)? {
        id if id <= MOST_PENDING => Ok(id),
        _ => Err(invalid(format!("expected a whole number, {MOST_PENDING} at most")).at(name)),
    }
}

/// Refuses values that nest deeper than a message and the snapshot around it may.
fn check_depth(node: Node<'_>, limits: Limits) -> Outcome<()> {
    let around = 8;
    Limits { depth: limits.depth.saturating_add(around), ..limits }.check_depth(node.json())
}

fn unreadable(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidSnapshot, format!("this is not a snapshot: {}", text.into()))
}
