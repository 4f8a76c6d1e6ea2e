//! Requests that continue a response which the provider keeps: they hold only the messages after it.
//!
//! The whole request is also written, into the usual cache, which then has the size, the digest and the bytes for the
//! next whole request. The part is written from a history that begins with the unit of the response, so open calls and
//! reasoning are judged as usual. The head of that unit is then left out.

use super::conversation::Conversation;
use super::wire_cache::WireCache;
use crate::error::Outcome;
use crate::format::{Params, Target};
use crate::history::Serial;
use crate::json::{Fields, Node};
use crate::message::{Message, Response};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Continuation, Continues, Dialect, RequestOptions};

/// The part of the history that a request sends.
#[derive(Debug)]
pub(super) enum Sent {
    /// The whole history.
    Whole,
    /// The whole history, although a response was to be continued.
    WholeAfterChange(Repair),
    /// The messages after the head of the unit at this place.
    After(usize),
}

impl Conversation {
    /// Decides which part of the history a request sends, and sets its fields that continue a response.
    ///
    /// A response is continued only if nothing before it was changed since: the provider reads its own copy.
    pub(super) fn sent_part(
        &self,
        dialect: &Dialect,
        params: &mut Params<'_>,
        options: &mut RequestOptions,
    ) -> Sent {
        let wanted = options.continues.take();
        let Some(continuation) = dialect.request.continuation else { return Sent::Whole };
        let given = params.given();
        let (response, conversation) = (continuation.response(given), continuation.conversation(given));
        let is_wanted = |message: &Message| {
            let own = message.response().filter(|own| own.format == dialect.format && own.is_kept);
            own.is_some_and(|own| match (&response, &conversation) {
                (Some(id), _) => *own.id == **id,
                (None, Some(id)) => own.conversation.as_deref() == Some(id.as_ref()),
                (None, None) => true,
            })
        };
        let is_named = response.is_some() || conversation.is_some();
        let wanted = wanted.filter(|_| is_named || given.get(continuation.field).is_none_or(Node::is_null));
        let is_asked = is_named || (wanted == Some(Continues::Newest) && !options.is_unstored);
        if !is_asked && wanted.is_none() {
            return Sent::Whole;
        }
        let found = self.paths.history().newest_unchanged(is_wanted).filter(|_| is_asked);
        // A conversation that the provider keeps holds everything up to its newest response.
        let is_newest_only = if is_named { response.is_none() } else { continuation.only_once };
        let is_searched = is_asked && (is_newest_only || found.is_none());
        let newest = if is_searched { self.newest_known(&is_wanted) } else { None };
        if is_named && found.is_none() && newest.is_none() {
            // The provider may keep other messages than the history.
            return Sent::Whole;
        }
        let found = found.and_then(|place| Some((place, self.paths.history().units().nth(place)?)));
        let found = found.filter(|(_, unit)| !is_newest_only || Some(unit.serial()) == newest);
        let begin = continuation.begin.map(String::from);
        match found {
            Some((place, unit)) => {
                if let Some(own) = unit.head().response().filter(|_| !is_named) {
                    params.replace(continuation.field, Some((continuation.write)(&own.id)));
                }
                Sent::After(place)
            }
            None if newest.is_some() => {
                params.replace(continuation.field, begin);
                if let Some(name) = continuation.conversation {
                    params.replace(name, None);
                }
                options.has_stored_calls = false;
                Sent::WholeAfterChange(whole_sent())
            }
            None => {
                if begin.is_some() {
                    params.replace(continuation.field, begin);
                }
                Sent::Whole
            }
        }
    }

    /// The place of the newest message that is wanted, on any path. A reduction may have removed it.
    fn newest_known(&self, is_wanted: &dyn Fn(&Message) -> bool) -> Option<Serial> {
        let mut newest = None;
        for path in self.paths.all() {
            for said in path.transcript() {
                if is_wanted(&said.entry.message) {
                    newest = newest.max(Some(said.entry.serial));
                }
            }
        }
        newest
    }

    /// Writes a request that holds only the messages after the head of the unit at `place`.
    pub(super) fn write_after(
        &mut self,
        target: &'static dyn Target,
        place: usize,
        mut options: RequestOptions,
        params: &Params<'_>,
    ) -> Outcome<()> {
        let kept = self.paths.history().units().nth(place).map_or(Serial::default(), |unit| unit.serial());
        let history = self.paths.history().since(place);
        // The continued message comes first.
        options.capabilities.assistant_first = Some(true);
        let mut cache = WireCache::continuing(target, kept);
        self.repairs = cache.write(&history, options, params)?;
        self.bodies.keep_continuing(cache);
        Ok(())
    }
}

/// Reports whether a request with these fields asks the provider to keep the conversation. Most providers need not be
/// asked.
pub(super) fn asks_to_keep(continuation: &Continuation, params: &Params<'_>) -> bool {
    let field = params.field(continuation.field).filter(|json| **json != *"null");
    continuation.begin.is_some() && field.is_some()
}

/// The provider's response in this form. `is_asked` is true if its request asked the provider to keep it.
pub(super) fn response_of(dialect: &Dialect, fields: &Fields<'_>, is_asked: bool) -> Option<Response> {
    let id = fields.text("id").or_else(|| fields.text("responseId")).filter(|id| !id.is_empty())?;
    let continuation = dialect.request.continuation;
    let is_kept = continuation.is_some_and(|continuation| {
        (is_asked || continuation.begin.is_none()) && (continuation.is_complete)(fields)
    });
    let conversation = continuation.and_then(|continuation| continuation.conversation(fields));
    Some(Response {
        id: id.as_ref().into(),
        format: dialect.format,
        conversation: conversation.map(|id| id.as_ref().into()),
        is_kept,
    })
}

fn whole_sent() -> Repair {
    let detail = "the whole history was sent: the conversation that the provider keeps is not the beginning of the history any more";
    Repair::new(RepairCode::HistorySentWhole, None, detail)
}
