//! Requests of a conversation, and what they take.

use super::conversation::Conversation;
use super::wire_cache::WireCache;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::{Params, TARGETS, read_options};
use crate::history::Revision;
use crate::message::{Body, Content, Message};
use crate::repair::{Repair, RepairCode};
use crate::tokens::{Estimator, Weight};

/// The last request for a target.
#[derive(Clone, Debug, Default)]
pub(super) struct Asked {
    pub(super) model: Option<Box<str>>,
    pub(super) estimate: Option<Estimate>,
}

/// Our estimate of a whole request, and the history that it was written of: a report that answers the request is held
/// against it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Estimate {
    pub(super) revision: Revision,
    pub(super) tokens: u64,
}

/// Tokens that a request holds beside the history.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    params: u64,
    added: u64,
}

/// The params of the last request, and what they weigh. Requests of one run have the same tools.
#[derive(Clone, Debug, Default)]
pub(super) struct WeighedParams {
    text: Box<str>,
    weight: Weight,
}

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
        let params_text = params;
        let params = Params::parse(params_text, self.settings.limits, dialect)?;
        params.check_system(dialect, self.history.system_prompt().is_some())?;
        let mut options = read_options(options)?;
        params.enter(dialect, &mut options);
        options.spelling = options.spelling.or_else(|| params.spelling(target)).or(self.spelling);
        self.check_approvals(&options)?;

        let model = options.capabilities.model.as_deref().map(Box::from);
        let cache = self.caches.get_mut(number).ok_or_else(unknown)?;
        self.repairs = cache.write(&self.history, options, &params)?;
        self.beside = self.weigh_beside(params_text);
        let estimate = self.estimate_of_request();
        if let Some(asked) = self.asked.get_mut(number) {
            *asked = Asked { model, estimate };
        }
        self.caches.get(number).map(WireCache::body).ok_or_else(unknown)
    }

    /// An estimate of the tokens of the last request's params, tools above all.
    pub fn params_tokens(&self) -> u64 {
        self.beside.params
    }

    /// An estimate of the tokens of what the last request holds beyond the history and its params: results of calls that
    /// it closed, and words that stand for what has no form there.
    pub fn added_tokens(&self) -> u64 {
        self.beside.added
    }

    fn weigh_beside(&mut self, params: &str) -> Beside {
        // A host's own estimator speaks of messages; what stands beside them is estimated here.
        let own = self.settings.estimator;
        let estimator = if own == Estimator::Given { Estimator::Script } else { own };
        let mut added = Weight(0);
        for repair in &self.repairs {
            added = added.plus(weigh_added(repair, estimator));
        }
        if *self.weighed_params.text != *params {
            self.weighed_params = WeighedParams { text: params.into(), weight: estimator.weigh_json(params) };
        }
        Beside { params: estimator.tokens(self.weighed_params.weight), added: estimator.tokens(added) }
    }

    /// `None` while messages wait for the host's estimate.
    fn estimate_of_request(&self) -> Option<Estimate> {
        let history = &self.history;
        let own = history.estimator().tokens(history.ledger().total());
        let Beside { params, added } = self.beside;
        let tokens = own.saturating_add(params).saturating_add(added);
        history.unweighed().is_empty().then(|| Estimate { revision: history.revision(), tokens })
    }
}

/// Text that a repair puts around what was there, about.
const FRAMES: [(RepairCode, &str); 3] = [
    (RepairCode::WrittenAsText, "[error] "),
    (RepairCode::ArgumentsWrapped, "{\"arguments\":\"\"}"),
    (RepairCode::ToolCallWrittenAsText, "[call of a tool: ] [result of the tool: ]"),
];

/// The message around moved media, about.
const MOVED: &str = "[image of tool result call_0123456789abcdef] [see the next message]";

/// Returns the weight of what a repair adds to a request.
fn weigh_added(repair: &Repair, estimator: Estimator) -> Weight {
    let moved = (repair.code == RepairCode::MediaMoved).then_some(MOVED);
    if let Some(text) = repair.added.as_deref().or(moved) {
        return estimator.weigh(&Message::new("", 0, Body::User(Content::text(text))));
    }
    let frame = FRAMES.iter().find(|(code, _)| *code == repair.code);
    frame.map_or(Weight(0), |(_, text)| estimator.weigh_text(text))
}
