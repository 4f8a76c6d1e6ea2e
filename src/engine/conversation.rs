//! A conversation.

use super::bodies::Bodies;
use super::state::{Beside, Changes, Ids, Journal, Paths, Requests, Transactions, UnsentTools, WeighedTexts};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::sizes::model_size;
use crate::format::{MappedName, Params, Reading, TARGETS, backscroll, read_any, read_program, target};
use crate::history::{Appended, History, PendingQueue, Reduction, SystemPlace};
use crate::json::{Limits, ListWriter, Node, push_string};
use crate::list::Listed;
use crate::message::{Bill, BillRow, Format, Message, MessageId, Role};
use crate::repair::Repair;
use crate::sanitize::{RequestOptions, Spelling};
use crate::tokens::Estimator;
use std::sync::Arc;

/// The settings of a conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// The estimator of text.
    pub estimator: Estimator,
    /// The limits on input.
    pub limits: Limits,
    /// True if the transcript keeps the messages that reductions remove.
    pub keeps_transcript: bool,
}

/// A conversation: a history, the requests that were written from it, and the open transactions.
///
/// ```
/// use backscroll::engine::{Conversation, Settings};
///
/// let mut conversation = Conversation::new(Settings::default());
/// conversation.name_ids("demo-");
/// conversation.append_json(r#"{"role":"user","content":"What is the weather?"}"#, 0)?;
/// let call = r#"{"role":"assistant","toolCalls":[{"id":"call_1","name":"weather","arguments":"{}"}]}"#;
/// conversation.append_json(call, 0)?;
///
/// let mut body = Vec::new();
/// conversation.request(1, r#"{"model":"claude-sonnet-5-5","max_tokens":512}"#, "", &mut body)?;
/// // The call has no result yet; the request closes it, and says so.
/// assert_eq!(conversation.repairs().len(), 1);
/// assert_eq!(conversation.repairs()[0].code.as_str(), "missing-result-added");
/// # Ok::<(), backscroll::error::ConversationError>(())
/// ```
#[derive(Debug)]
pub struct Conversation {
    pub(super) settings: Settings,
    pub(super) paths: Paths,
    pub(super) transactions: Transactions,
    pub(super) queue: PendingQueue,
    pub(super) is_running: bool,
    pub(super) bodies: Bodies,
    pub(super) ids: Ids,
    pub(super) repairs: Vec<Repair>,
    /// The spelling of the body that was read last, if its format has two spellings. Requests are written in it.
    pub(super) spelling: Option<Spelling>,
    /// For each target, by its number, its requests.
    pub(super) requests: Vec<Requests>,
    /// The names of tools that requests mapped.
    pub(super) mapped_names: Vec<MappedName>,
    /// The sums of the providers' reports.
    pub(super) bill: Bill,
    /// The tools of the last request, until it is sent.
    pub(super) unsent_tools: Option<UnsentTools>,
    /// Tokens of the last request beyond the history.
    pub(super) beside: Beside,
    pub(super) weighed_texts: WeighedTexts,
    /// The messages that were saved.
    pub(super) journal: Journal,
    /// The counters of changes that no other number counts.
    pub(super) changes: Changes,
}

impl Default for Conversation {
    /// An empty conversation with the default settings.
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl Conversation {
    /// A conversation without messages.
    pub fn new(settings: Settings) -> Self {
        Self {
            settings,
            paths: Paths::new(settings.estimator),
            transactions: Transactions::default(),
            queue: PendingQueue::default(),
            is_running: false,
            bodies: Bodies::default(),
            ids: Ids::default(),
            repairs: Vec::new(),
            spelling: None,
            requests: vec![Requests::default(); TARGETS.len()],
            mapped_names: Vec::new(),
            bill: Bill::default(),
            unsent_tools: None,
            beside: Beside::default(),
            weighed_texts: WeighedTexts::default(),
            journal: Journal::default(),
            changes: Changes::default(),
        }
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The history.
    pub fn history(&self) -> &History {
        self.paths.history()
    }

    /// The repairs of the last append, read or request.
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// The report of the last rewrite, and the number of rewrites.
    pub fn last_reduction(&self) -> (Option<&Reduction>, u64) {
        (self.paths.last_reduction(), self.changes.rewrites())
    }

    /// Appends a message given as JSON. Returns its id, and [`Appended::Known`] if the history already held the same
    /// message.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `system-not-first`, `duplicate-id`, `too-deep`, `too-large`.
    /// `invalid-message` also for the result of a computer that is not a picture, and for the result of an approval
    /// that is not a decision.
    pub fn append_json(&mut self, text: &str, created_at: i64) -> Outcome<(MessageId, Appended)> {
        let node = Node::read(text, self.settings.limits)?;
        let mut minted = self.minted();
        let limits = self.settings.limits;
        let message = backscroll::read_message(node, limits, created_at, &mut || self.mint(&mut minted))?;
        message.check_media()?;
        let id = message.id.clone();
        self.append(message, minted).map(|appended| (id, appended))
    }

    /// Appends a message of the host. If its id was minted, `minted` is the next number after the id's.
    pub(super) fn append(&mut self, message: Message, minted: u64) -> Outcome<Appended> {
        check_form(self.paths.history(), &message)?;
        if message.role() == Role::User && self.paths.history().message(&message.id).is_none() {
            self.take_back_unanswered_tools();
        }
        let paid = BillRow::of(&message, None);
        let appended = self.enter(message)?;
        if appended == Appended::New {
            self.add_to_bill(paid);
        }
        self.set_minted(minted);
        self.repairs.clear();
        Ok(appended)
    }

    /// Appends all messages of a body of this format. [`Conversation::repairs`] then holds the repairs that reading
    /// made.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `duplicate-id`, `too-deep`, `too-large`, `unknown-format`.
    pub fn read(&mut self, format: &str, text: &str, created_at: i64) -> Outcome<()> {
        let format = Format::parse(format)?;
        let node = self.parse_whole(text)?;
        let mut minted = self.minted();
        let mint = &mut |_| self.mint(&mut minted);
        let reading = read_any(format, node, self.settings.limits, created_at, mint)?;
        self.append_all(reading, minted)?;
        if let (Ok(target), Some(fields)) = (target(format), node.fields()) {
            let mut options = RequestOptions::default();
            Params::of_body(fields).complete_options(target.dialect(), &mut options);
            if options.model().is_some() {
                self.weigh_for(self.paths.history().estimator().of_model(model_size(format, &options)));
            }
        }
        Ok(())
    }

    /// Appends messages that the host read from a body of a format of programs: JSON as [`read_program`] reads it. Returns their ids.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `duplicate-id`, `too-deep`.
    pub fn read_program(&mut self, reading: &str, created_at: i64) -> Outcome<Vec<MessageId>> {
        let limits = self.settings.limits;
        let node = Node::read(reading, limits.of_reading())?;
        let mut minted = self.minted();
        let reading = read_program(node, limits, created_at, &mut |_| self.mint(&mut minted))?;
        let ids = reading.messages.iter().map(|message| message.id.clone()).listed();
        self.append_all(reading, minted)?;
        Ok(ids)
    }

    fn append_all(&mut self, reading: Reading, minted: u64) -> Outcome<()> {
        let Reading { messages, repairs, spelling, .. } = reading;
        let mut history = History::clone(self.paths.history());
        let mut bill = self.bill.clone();
        let start = history.end();
        for message in messages {
            if !self.paths.is_hidden(&message)? {
                if history.message(&message.id).is_none() {
                    bill.add_message(&message);
                }
                history.append(message, SystemPlace::Anywhere)?;
            }
        }
        history.pair_early_results(start);
        self.paths.set_history(Arc::new(history));
        self.bill = bill;
        self.begin_at_boundary();
        self.set_minted(minted);
        self.repairs = repairs;
        self.spelling = spelling.or(self.spelling);
        Ok(())
    }

    /// Appends all messages as a JSON list, in order of arrival.
    pub fn write_messages(&self, out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        self.paths
            .history()
            .messages()
            .into_iter()
            .for_each(|message| backscroll::write_message(message, list.item()));
        list.end();
    }

    /// Appends the ids of all messages as a JSON list, in order of arrival.
    pub fn write_ids(&self, out: &mut Vec<u8>) {
        let mut list = ListWriter::begin(out);
        self.paths.history().messages().into_iter().for_each(|message| push_string(list.item(), &message.id));
        list.end();
    }

    /// Appends one message of the history or of the transcript as JSON; nothing if no message has this id.
    pub fn write_message(&self, id: &str, out: &mut Vec<u8>) {
        if let Some(message) = self.paths.message(id) {
            backscroll::write_message(message, out);
        }
    }

    /// Appends the newest message of the assistant as JSON, if there is one.
    pub fn write_last_assistant(&self, out: &mut Vec<u8>) {
        let units = self.paths.history().units().rev();
        if let Some(unit) = units.into_iter().find(|unit| unit.head().role() == Role::Assistant) {
            backscroll::write_message(unit.head(), out);
        }
    }

    /// The id of the newest user message with content.
    pub fn current_request(&self) -> Option<&MessageId> {
        let request = self.paths.history().current_request()?;
        self.paths.history().unit(request).map(|unit| &unit.head().id)
    }

    /// Appends the messages as `write` writes them: in the form of a provider, unrepaired.
    pub fn write_unrepaired(&self, write: fn(&History, &mut Vec<u8>), out: &mut Vec<u8>) {
        write(self.paths.history(), out);
    }

    /// Appends the report of the last rewrite as JSON, if there was one.
    pub fn write_reduction(&self, out: &mut Vec<u8>) {
        if let Some(reduction) = self.paths.last_reduction() {
            let summary = reduction.summary.as_ref().and_then(|id| self.paths.history().message(id));
            backscroll::write_reduction(reduction, summary, out);
        }
    }

    /// Keeps the report of a rewrite, and forgets the written bytes of changed units. Returns how many messages were
    /// removed.
    pub(super) fn note(&mut self, reduction: Option<Reduction>) -> usize {
        let Some(reduction) = reduction else { return 0 };
        self.bodies.forget(&reduction, self.paths.history());
        self.shorten_shared(&reduction);
        let removed = reduction.removed.iter().map(|unit| unit.len()).sum();
        let is_kept = self.settings.keeps_transcript || self.transactions.have_saved();
        self.paths.note(reduction, is_kept);
        self.changes.add_rewrites(1);
        removed
    }

    /// Appends a message of the host.
    pub(super) fn enter(&mut self, message: Message) -> Outcome<Appended> {
        if self.paths.is_hidden(&message)? {
            return Ok(Appended::Known);
        }
        let appended = self.history_mut().append(message, SystemPlace::First)?;
        self.begin_at_new_boundary();
        Ok(appended)
    }

    /// Returns the history, mutably.
    pub(super) fn history_mut(&mut self) -> &mut History {
        self.paths.history_mut()
    }

    /// Parses JSON that is not a single message: only the limit of depth applies.
    pub(super) fn parse_whole<'a>(&self, text: &'a str) -> Outcome<Node<'a>> {
        Node::read(text, self.settings.limits.of_depth())
    }
}

/// Refuses a result of a tool that OpenAI defines, when its form could never be sent.
fn check_form(history: &History, message: &Message) -> Outcome<()> {
    // A message that the history holds already is not added again.
    let Some(result) = message.result().filter(|_| history.message(&message.id).is_none()) else {
        return Ok(());
    };
    let Some(call) = history.open_call(&result.call_id) else { return Ok(()) };
    let Some(tool) = call.kind.builtin() else { return Ok(()) };
    let Some(wanted) = tool.wants_of(result) else { return Ok(()) };
    let said = format!("the result of call `{}` of {} must be {wanted}", call.id, tool.as_str());
    Err(ConversationError::new(Code::InvalidMessage, said).at("content"))
}
