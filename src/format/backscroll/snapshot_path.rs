//! One path of a conversation in its snapshot: the messages of its history, and the reductions applied to it.
//!
//! **What paths share** is written once. `base` of a path is `[path, undone, runs]`: this path has these runs of units of
//! an earlier path, which is the active one for 0, without its `undone` newest reductions. A run is `[first, count]`. The
//! earlier path's other reductions are those of this path too. The lists of this path then hold the rest. A run among the
//! units of a reduction means the same.
//!
//! Messages of all paths are numbered in the order of arrival. The active path has a list of its messages, and a list of
//! their numbers unless these are 0, 1, 2 and so on. Everywhere else, a message is `[number, message]`, or the number
//! alone when the same message was written before.

use super::path_view::{PathBase, PathView, read_run, write_run};
use super::read::read_saved;
use super::snapshot_fields::{
    count, items, member, number, push_count, read_corrections, read_pair, read_place, unlimited,
    write_corrections, write_list,
};
use super::suspension::{read_suspension, write_suspension};
use super::write::write_steps;
use crate::error::Outcome;
use crate::format::json::read::{invalid, list, noun, object, required, string};
use crate::hash::HashMap;
use crate::history::{
    Entry, Reduction, Rewrite, SavedReduction, SavedUnit, Serial, Standing, Step, Structure, Suspension,
    Unit, UnitRun, in_order,
};
use crate::json::{Fields, Kind, ListWriter, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Message, MessageId};
use std::sync::Arc;

/// Writes a message into a snapshot: the message itself, or its key.
pub type WriteBody<'w> = dyn FnMut(&Entry, &mut Vec<u8>) + 'w;

/// A path that was read.
#[derive(Debug, Default)]
pub struct SavedPath {
    /// The part that it shares with an earlier path.
    pub base: Option<PathBase>,
    /// The messages of its history, in order of arrival.
    pub messages: Vec<Arc<Message>>,
    /// The structure that the messages do not show.
    pub structure: Structure,
    /// Calls that wait for a decision.
    pub suspensions: Vec<Suspension>,
    /// The applied reductions, oldest first.
    pub reductions: Vec<SavedReduction>,
}

/// The numbers of all messages of a conversation.
pub(super) struct Numbers<'a, 'w> {
    serials: Vec<Serial>,
    /// The message that was written first under each number.
    written: Vec<Option<&'a Arc<Message>>>,
    write_body: &'w mut WriteBody<'w>,
}

impl<'a, 'w> Numbers<'a, 'w> {
    pub(super) fn of(paths: &[PathView<'a>], write_body: &'w mut WriteBody<'w>) -> Self {
        let mut serials: Vec<Serial> = Vec::new();
        for path in paths {
            for unit in &path.units {
                add_serials(unit, &mut serials);
            }
            for (serial, unit) in path.reductions.iter().flat_map(|reduction| reduction.units_before()) {
                serials.push(serial);
                unit.iter().for_each(|unit| add_serials(unit, &mut serials));
            }
        }
        let mut serials = in_order(serials, |serial| serial.0);
        serials.dedup();
        let written = vec![None; serials.len()];
        Self { serials, written, write_body }
    }

    /// The number of the message at this place, or of the next message after it.
    fn number(&self, serial: Serial) -> usize {
        self.serials.partition_point(|other| *other < serial)
    }

    /// Records that the message is written. Returns true if it was written before.
    fn mark_written(&mut self, entry: &'a Entry) -> bool {
        let number = self.number(entry.serial);
        let Some(written) = self.written.get_mut(number) else { return false };
        let is_known = written.is_some_and(|written| *written == entry.message);
        written.get_or_insert(&entry.message);
        is_known
    }

    fn write(&mut self, entry: &'a Entry, out: &mut Vec<u8>) {
        let number = self.number(entry.serial);
        if self.mark_written(entry) {
            return push_count(number, out);
        }
        let mut pair = ListWriter::begin(out);
        push_count(number, pair.item());
        (self.write_body)(entry, pair.item());
        pair.end();
    }
}

fn add_serials(unit: &Unit, serials: &mut Vec<Serial>) {
    for entry in unit.entries() {
        serials.push(entry.serial);
    }
}

/// Appends the fields of a path. The first one is the active path.
pub(super) fn write_path<'a>(
    path: &PathView<'a>,
    is_first: bool,
    numbers: &mut Numbers<'a, '_>,
    object: &mut ObjectWriter<'_>,
) {
    if let Some((base, _)) = &path.base {
        base.write(object.key("base"));
    }
    let entries: Vec<&Entry> = path.units.iter().flat_map(|unit| unit.entries()).listed();
    let entries = in_order(entries, |entry| entry.serial.0);
    let mut messages = ListWriter::begin(object.key("messages"));
    for entry in &entries {
        if is_first {
            numbers.mark_written(entry);
            (numbers.write_body)(entry, messages.item());
        } else {
            numbers.write(entry, messages.item());
        }
    }
    messages.end();
    if is_first && numbers.serials.len() != entries.len() {
        write_list(object.key("numbers"), &entries, |entry, out| {
            push_count(numbers.number(entry.serial), out)
        });
        object.number("nextNumber", numbers.serials.len());
    }
    let Structure { answers, repeated, prefix_changed, measured, .. } = path.history.structure(&path.units);
    write_list(object.key("answers"), answers, |(result, call), out| {
        out.extend_from_slice(format!("[{result},{call}]").as_bytes());
    });
    write_list(object.key("repeated"), repeated, push_count);
    write_list(object.key("prefixChanged"), prefix_changed, |(place, by), out| match by {
        Rewrite::FINAL => push_count(place, out),
        Rewrite(by) => out.extend_from_slice(format!("[{place},{by}]").as_bytes()),
    });
    write_corrections(&measured, object);
    write_list(object.key("suspensions"), path.history.suspensions(), |suspension, out| {
        write_suspension(suspension, &path.history.open_calls_of(suspension), out);
    });
    if !path.reductions.is_empty() {
        let shared = path.base.as_ref().map(|(_, shared)| shared.shared_units());
        write_list(object.key("reductions"), path.reductions, |reduction, out| {
            write_saved_reduction(reduction, shared.unwrap_or_default(), numbers, out);
        });
    }
}

/// Writes a reduction. Units that are among the `shared` ones are written as runs of these.
fn write_saved_reduction<'a>(
    reduction: &'a Reduction,
    shared: &[Arc<Unit>],
    numbers: &mut Numbers<'a, '_>,
    out: &mut Vec<u8>,
) {
    let (Rewrite(rewrite), end) = reduction.made_at();
    let mut object = ObjectWriter::begin(out);
    object.number("rewrite", rewrite);
    object.number("end", numbers.number(end));
    object.number("tokensBefore", reduction.tokens_before);
    object.number("tokensAfter", reduction.tokens_after);
    if let Some(summary) = &reduction.summary {
        object.text("summary", summary);
    }
    write_steps(reduction, object.key("steps"));
    let mut units = ListWriter::begin(object.key("units"));
    let mut open: Option<UnitRun> = None;
    for (serial, unit) in reduction.units_before() {
        let place = unit.and_then(|unit| unit.place_among(shared));
        if let (Some(run), Some(place)) = (&mut open, place)
            && run.extend(place)
        {
            continue;
        }
        open.iter().for_each(|run| write_run(run, units.item()));
        open = place.map(UnitRun::at);
        if open.is_some() {
            continue;
        }
        let Some(unit) = unit else {
            push_count(numbers.number(serial), units.item());
            continue;
        };
        let mut inner = ObjectWriter::begin(units.item());
        let mut messages = ListWriter::begin(inner.key("messages"));
        // The head first, though a result may have arrived before it.
        unit.entries().for_each(|entry| numbers.write(entry, messages.item()));
        messages.end();
        if unit.standing() == Standing::Duplicate {
            inner.json("repeated", "true");
        }
        if let Some(Rewrite(by)) = unit.prefix_changed {
            inner.number("prefixChanged", if Rewrite(by) == Rewrite::FINAL { 0 } else { by });
        }
        inner.end();
    }
    open.iter().for_each(|run| write_run(run, units.item()));
    units.end();
    object.end();
}

/// The first message that was read under each number.
pub(super) type KnownMessages = HashMap<u64, Arc<Message>>;

/// Reads the fields of a path. The active one is the `first`.
pub(super) fn read_path(
    fields: &Fields<'_>,
    first: Option<Vec<Message>>,
    known: &mut KnownMessages,
) -> Outcome<SavedPath> {
    let mut structure = Structure {
        answers: items(fields, "answers", read_pair)?,
        repeated: items(fields, "repeated", read_place)?,
        prefix_changed: items(fields, "prefixChanged", read_prefix_change)?,
        measured: read_corrections(fields)?,
        ..Structure::default()
    };
    let messages = match first {
        Some(messages) => {
            if fields.get("numbers").is_some() {
                structure.numbers = items(fields, "numbers", read_number)?;
                let next = read_number(member(fields, "nextNumber")?);
                structure.next_number = next.map_err(|error| error.at("nextNumber"))?;
                if structure.numbers.len() != messages.len() {
                    return Err(invalid("expected one number for each message").at("numbers"));
                }
            }
            let messages: Vec<Arc<Message>> = messages.into_iter().map(Arc::new).listed();
            let is_named = fields.get("reductions").is_some() || fields.get("paths").is_some();
            for (at, message) in (0_u64..).zip(&messages).filter(|_| is_named) {
                let number = usize::try_from(at).ok().and_then(|at| structure.numbers.get(at));
                known.insert(number.copied().unwrap_or(at), Arc::clone(message));
            }
            messages
        }
        None => {
            let mut messages = Vec::new();
            for (number, message) in items(fields, "messages", |node| read_numbered(node, known))? {
                structure.numbers.push(number);
                messages.push(message);
            }
            messages
        }
    };
    let is_ordered = structure.numbers.windows(2).all(|pair| matches!(pair, [one, other] if one < other));
    if !is_ordered {
        return Err(invalid("the numbers of the messages must grow").at("numbers"));
    }
    let reductions = match fields.get("reductions") {
        Some(_) => items(fields, "reductions", |node| read_saved_reduction(node, known))?,
        None => Vec::new(),
    };
    Ok(SavedPath {
        base: fields.get("base").map(PathBase::read).transpose()?,
        messages,
        structure,
        suspensions: items(fields, "suspensions", read_suspension)?,
        reductions,
    })
}

fn read_saved_reduction(node: Node<'_>, known: &mut KnownMessages) -> Outcome<SavedReduction> {
    let fields = object(node)?;
    let summary = fields.get("summary").map(string).transpose().map_err(|error| error.at("summary"))?;
    Ok(SavedReduction {
        rewrite: Rewrite(number(&fields, "rewrite")?),
        end: read_number(member(&fields, "end")?).map_err(|error| error.at("end"))?,
        tokens_before: number(&fields, "tokensBefore")?,
        tokens_after: number(&fields, "tokensAfter")?,
        summary: summary.map(MessageId::from),
        steps: items(&fields, "steps", read_step)?,
        units: items(&fields, "units", |node| read_unit(node, known))?,
    })
}

fn read_step(node: Node<'_>) -> Outcome<Step> {
    let fields = object(node)?;
    let name = member(&fields, "name")?;
    Ok(Step {
        name: name
            .text()
            .map(|name| name.into_owned().into())
            .ok_or_else(|| invalid("expected a text").at("name"))?,
        messages: count(&fields, "messages")?,
        tokens_after: number(&fields, "tokensAfter")?,
    })
}

fn read_unit(node: Node<'_>, known: &mut KnownMessages) -> Outcome<SavedUnit> {
    match node.kind() {
        Kind::Number => return read_number(node).map(SavedUnit::Inserted),
        Kind::List => return read_run(node).map(SavedUnit::Shared),
        Kind::Object | Kind::Null | Kind::Bool | Kind::Text => {}
    }
    let fields = object(node)?;
    let prefix_changed = match fields.get("prefixChanged") {
        Some(_) => Some(rewrite(number(&fields, "prefixChanged")?)),
        None => None,
    };
    Ok(SavedUnit::Unit {
        messages: items(&fields, "messages", |node| read_numbered(node, known))?,
        is_repeated: fields.get("repeated").is_some(),
        prefix_changed,
    })
}

/// Reads a message: its number, or its number and the message.
fn read_numbered(node: Node<'_>, known: &mut KnownMessages) -> Outcome<(u64, Arc<Message>)> {
    if node.kind() == Kind::Number {
        let number = read_number(node)?;
        let message = known.get(&number).cloned();
        return message
            .map(|message| (number, message))
            .ok_or_else(|| invalid(format!("no message of the number {number} stands before this place")));
    }
    let pair = list(node)?;
    let [number, message] = pair.as_slice() else {
        return Err(invalid("expected a number, or a list of a number and a message"));
    };
    let number = read_number(*number).map_err(|error| error.at("[0]"))?;
    let message = object(*message)
        .and_then(|fields| required(&fields, "id"))
        .and_then(|_| read_saved(*message, unlimited(), &mut || MessageId::from("")));
    let message = Arc::new(message.map_err(|error| error.at("[1]"))?);
    known.get_or_insert_with(number, || Arc::clone(&message));
    Ok((number, message))
}

/// Reads the place of a message, or the place and the number of the rewrite.
fn read_prefix_change(node: Node<'_>) -> Outcome<(usize, Rewrite)> {
    if node.kind() == Kind::Number {
        return Ok((read_place(node)?, Rewrite::FINAL));
    }
    match list(node)?.as_slice() {
        [place, by] => Ok((read_place(*place)?, rewrite(read_number(*by)?))),
        _ => Err(invalid("expected a place, or a place and the number of a rewrite")),
    }
}

fn rewrite(number: u64) -> Rewrite {
    if number == 0 { Rewrite::FINAL } else { Rewrite(number) }
}

/// The most messages that a snapshot may number.
const MOST_MESSAGES: u64 = 1 << 31;

fn read_number(node: Node<'_>) -> Outcome<u64> {
    let number = node.count().filter(|number| *number < MOST_MESSAGES);
    number.ok_or_else(|| invalid(format!("expected the number of a message, found {}", noun(node))))
}
