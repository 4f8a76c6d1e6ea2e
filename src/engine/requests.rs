//! Requests of a conversation, and what they take.

use super::conversation::Conversation;
use super::wire_cache::WireCache;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::{Params, TARGETS, read_options};
use crate::message::{Body, Content, Message};
use crate::repair::{Repair, RepairCode};
use crate::tokens::{Estimator, Weight};

impl Conversation {
    /// Writes a request body for the target of this number; see [`TARGETS`]. What was done is in
    /// [`Conversation::repairs`].
    ///
    /// # Errors
    ///
    /// `awaiting-approval`, `invalid-argument`, `nothing-to-send`, `too-deep`, `too-large`, `unknown-format`.
    pub fn request(&mut self, number: usize, params: &str, options: &str, out: &mut Vec<u8>) -> Outcome<()> {
        out.extend_from_slice(self.request_view(number, params, options)?);
        Ok(())
    }

    /// The same body where it is kept: what stays the same from request to request is not even copied.
    ///
    /// # Errors
    ///
    /// As [`Conversation::request`].
    pub fn request_view(&mut self, number: usize, params: &str, options: &str) -> Outcome<&[u8]> {
        let unknown = || ConversationError::new(Code::UnknownFormat, "there is no target of this number");
        let target = TARGETS.get(number).copied().ok_or_else(unknown)?;
        let dialect = target.dialect();
        let params = Params::parse(params, self.settings.limits, dialect)?;
        params.check_system(dialect, self.history.system_prompt().is_some())?;
        let mut terms = read_options(options)?;
        params.enter(dialect, &mut terms);
        terms.spelling = terms.spelling.or_else(|| params.spelling(target)).or(self.spelling);
        self.check_approvals(&terms)?;

        let model = terms.capabilities.model.as_deref().map(Box::from);
        let interrupted_text = terms.interrupted_text.clone();
        let cache = self.caches.get_mut(number).ok_or_else(unknown)?;
        self.repairs = cache.write(&self.history, terms, &params)?;
        self.added = self.weigh_added(&interrupted_text);
        if let Some(asked) = self.asked.get_mut(number) {
            *asked = model;
        }
        self.caches.get(number).map(WireCache::body).ok_or_else(unknown)
    }

    /// An estimate of the tokens of what the last request holds beyond the history: results of calls that it closed, and
    /// words that stand for what has no form there.
    pub fn added_tokens(&self) -> u64 {
        let estimator = self.estimator_of_ours();
        estimator.tokens(self.added)
    }

    fn weigh_added(&self, interrupted_text: &str) -> Weight {
        let is_covered =
            |repair: &&Repair| repair.message_id.as_ref().is_some_and(|id| self.history.is_reported(id));
        let estimator = self.estimator_of_ours();
        let added = self.repairs.iter().filter(|repair| !is_covered(repair));
        let weights = added.map(|repair| match added_by(repair.code, interrupted_text) {
            Added::Nothing => Weight(0),
            Added::Words(text) => estimator.weigh_text(text),
            Added::Message(text) => estimator.weigh(&Message::new("", 0, Body::User(Content::text(text)))),
        });
        weights.fold(Weight(0), Weight::plus)
    }

    /// A host's own estimator speaks of messages; what stands beside them is estimated here.
    fn estimator_of_ours(&self) -> Estimator {
        let own = self.settings.estimator;
        if own == Estimator::Given { Estimator::Script } else { own }
    }

    /// An estimate of the tokens of a request's params, tools above all; 0 when the provider's last report
    /// includes them.
    pub fn params_tokens(&self, params: &str) -> u64 {
        if self.history.ledger().is_reported() {
            return 0;
        }
        let estimator = self.estimator_of_ours();
        estimator.tokens(estimator.weigh_json(params))
    }
}

/// What a repair adds to a request.
enum Added<'a> {
    Nothing,
    Words(&'a str),
    Message(&'a str),
}

/// What repairs of this code add, about.
fn added_by(code: RepairCode, interrupted_text: &str) -> Added<'_> {
    match code {
        RepairCode::MissingResultAdded => Added::Message(interrupted_text),
        RepairCode::AssistantTurnAdded => Added::Message("OK."),
        RepairCode::UserTurnAdded => Added::Message("(The conversation continues.)"),
        RepairCode::MediaMoved => {
            Added::Message("[image of tool result call_0123456789abcdef] [see the next message]")
        }
        RepairCode::ToldAsText => Added::Words("[error] "),
        RepairCode::ArgumentsWrapped => Added::Words("{\"arguments\":\"\"}"),
        RepairCode::ToolTurnFlattened => Added::Words("[call of a tool: ] [result of the tool: ]"),
        RepairCode::ResultMoved
        | RepairCode::OrphanResultDropped
        | RepairCode::DuplicateResultDropped
        | RepairCode::CallDropped
        | RepairCode::CallIdMapped
        | RepairCode::CallIdRenamed
        | RepairCode::ToolNameMapped
        | RepairCode::NameMapped
        | RepairCode::ArgumentsFilled
        | RepairCode::ArgumentsEncoded
        | RepairCode::ContentFilled
        | RepairCode::EmptyTextDropped
        | RepairCode::EmptyMessageDropped
        | RepairCode::TextTrimmed
        | RepairCode::PartDropped
        | RepairCode::MediaReplaced
        | RepairCode::MediaSourceCorrected
        | RepairCode::ReasoningDropped
        | RepairCode::ThinkingDisabled
        | RepairCode::SystemFolded
        | RepairCode::CacheMarkerDropped
        | RepairCode::FieldDropped
        | RepairCode::RoleCorrected
        | RepairCode::LoneSurrogateReplaced
        | RepairCode::MessageKept
        | RepairCode::StepSkipped
        | RepairCode::FieldRespelled => Added::Nothing,
    }
}
