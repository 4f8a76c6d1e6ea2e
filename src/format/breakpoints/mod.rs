//! Puts cache breakpoints into a request that is written.
//!
//! They come last, into a copy of the bytes: messages, digests and the bytes that the next request takes over hold none
//! of them. A breakpoint only inserts text.
//!
//! So a breakpoint can move with each request, and a request without the option pays nothing for it. `BreakpointForm`
//! (`request.breakpoints` of a `Dialect`) says which breakpoints a model and a vendor take, by their rows.

mod given;
mod places;
mod request_body;

use super::contract::target::Target;
use super::params::request::Params;
use crate::error::Outcome;
use crate::json::{Limits, ListWriter, Node, ObjectWriter};
use crate::sanitize::{BreakpointForm, Dialect, Lifetimes, RequestOptions};
use given::Given;
use places::{BreakpointPlace, BreakpointPlaces, Stretch};
use request_body::RequestBody;

/// The most breakpoints of a request, including the caller's.
const MOST: usize = 4;

/// Text to insert before the byte of this index.
struct Insertion {
    at: usize,
    text: String,
}

/// Appends a written body with breakpoints, where the request asks for them and the model takes them. Returns false, and
/// appends nothing, when none is put in.
///
/// The first message begins at the byte `messages`. `reduced` is the stretch of bytes that reductions have changed since the
/// last request; `None` if there was no reduction.
pub fn insert_breakpoints(
    dialect: &Dialect,
    options: &RequestOptions,
    body: &[u8],
    messages: usize,
    reduced: Option<Stretch>,
    out: &mut Vec<u8>,
) -> bool {
    let Ok(text) = std::str::from_utf8(body) else { return false };
    // The list of messages comes last, so neither it nor its end has to be searched.
    let split = text.split_at_checked(messages.saturating_sub(1));
    let Some((head, list)) = split.and_then(|(head, rest)| Some((head, rest.strip_suffix('}')?))) else {
        return false;
    };
    let fields = Node::written(head).fields().unwrap_or_default();
    let messages = Node::written(list).list().unwrap_or_default();
    let body = RequestBody { text, fields, messages };
    let insertions = insertions(dialect, options, &body, reduced);
    splice(text, 0, &insertions, out);
    !insertions.is_empty()
}

/// Appends, as a JSON list of `{"field", "index", "value"}`, the values of a body that get breakpoints: messages with their
/// index, and other fields.
///
/// # Errors
///
/// `invalid-message`, `too-deep`.
pub fn write_breakpoint_edits(
    target: &dyn Target,
    text: &str,
    mut options: RequestOptions,
    out: &mut Vec<u8>,
) -> Outcome<()> {
    let dialect = target.dialect();
    let fields = Node::read(text, Limits::default().of_depth())?.fields().unwrap_or_default();
    Params::of_body(fields.clone()).complete_options(dialect, &mut options);
    let messages = fields.get(dialect.request.messages).and_then(Node::list).unwrap_or_default();
    let body = RequestBody { text, fields, messages };
    let insertions = insertions(dialect, &options, &body, None);
    let mut list = ListWriter::begin(out);
    let mut write = |name: &str, index: Option<usize>, node: Node<'_>| {
        let (from, end) = (body.offset(node), body.end(node));
        let first = insertions.partition_point(|insertion| insertion.at < from);
        let last = insertions.partition_point(|insertion| insertion.at <= end);
        let inner = insertions.get(first..last).unwrap_or_default();
        if inner.is_empty() {
            return;
        }
        let mut edit = ObjectWriter::begin(list.item());
        edit.text("field", name);
        if let Some(index) = index {
            edit.number("index", index);
        }
        splice(node.json(), from, inner, edit.key("value"));
        edit.end();
    };
    for (name, node) in body.fields.iter() {
        match node.list().filter(|_| name == dialect.request.messages) {
            Some(messages) => {
                for (index, node) in messages.into_iter().enumerate() {
                    write(name, Some(index), node);
                }
            }
            None => write(name, None, node),
        }
    }
    list.end();
    Ok(())
}

/// The insertions, in the order of the body.
fn insertions(
    dialect: &Dialect,
    options: &RequestOptions,
    body: &RequestBody<'_>,
    reduced: Option<Stretch>,
) -> Vec<Insertion> {
    let form = dialect.request.breakpoints.and_then(|find| find(options));
    let (Some(lifetimes), Some(form)) = (options.breakpoints, form) else { return Vec::new() };
    let is_excluded = |(field, other, _): &(&str, &str, _)| {
        *field == form.field && body.fields.get(other).is_some_and(|node| !node.is_null())
    };
    if dialect.request.excluded.iter().any(is_excluded) {
        return Vec::new();
    }
    let given = Given::of(body, dialect, form);
    let mut places = BreakpointPlaces::of(body, dialect, form, reduced);
    if given.is_end_marked {
        places.end = None;
    }
    let mut chosen: Vec<BreakpointPlace> = Vec::new();
    for place in places.by_rank().into_iter().flatten() {
        let is_known = place.is_marked || chosen.iter().any(|other| other.at == place.at);
        if is_known || given.count().saturating_add(chosen.len()) >= MOST {
            continue;
        }
        let after = chosen.iter().filter(|other| other.at < place.at).count();
        chosen.insert(after, place);
    }
    let mut insertions = Vec::new();
    for place in &chosen {
        let value = if is_long(place, lifetimes, &given) { form.long } else { form.short };
        place.write(form, value, &mut insertions);
    }
    insertions
}

/// A breakpoint with the longer lifetime comes before all with the shorter one.
fn is_long(place: &BreakpointPlace, lifetimes: Lifetimes, given: &Given) -> bool {
    let is_wanted = if place.is_in_messages() { lifetimes.is_long } else { lifetimes.is_long_in_system };
    (is_wanted || given.has_long_after(place.order())) && !given.has_short_before(place.order())
}

impl BreakpointPlace {
    /// Adds the texts that make this place a breakpoint of the value.
    fn write(&self, form: &BreakpointForm, value: &str, insertions: &mut Vec<Insertion>) {
        let field = form.field;
        let own = format!("\"{field}\":{value}");
        let Some(string) = self.string_from else {
            let text = if form.is_block { format!(",{{{own}}}") } else { format!(",{own}") };
            let end = if form.is_block { self.at } else { self.at.saturating_sub(1) };
            return insertions.push(Insertion { at: end, text });
        };
        let kind = form.text;
        insertions.push(Insertion { at: string, text: format!("[{{\"type\":\"{kind}\",\"text\":") });
        insertions.push(Insertion { at: self.at, text: format!(",{own}}}]") });
    }
}

/// Appends a text that begins at the byte `from`, with the insertions.
fn splice(text: &str, from: usize, insertions: &[Insertion], out: &mut Vec<u8>) {
    if insertions.is_empty() {
        return;
    }
    let more: usize = insertions.iter().map(|insertion| insertion.text.len()).sum();
    out.reserve(text.len().saturating_add(more));
    let mut rest = text;
    let mut at = from;
    for insertion in insertions {
        let (before, after) = rest.split_at_checked(insertion.at.saturating_sub(at)).unwrap_or((rest, ""));
        out.extend_from_slice(before.as_bytes());
        out.extend_from_slice(insertion.text.as_bytes());
        (rest, at) = (after, insertion.at);
    }
    out.extend_from_slice(rest.as_bytes());
}
