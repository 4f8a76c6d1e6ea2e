//! The methods: the arguments and the answer of each.

use super::answer::{NONE, count, size, truth};
use super::core::Core;
use super::ids::{UNDRAWN, checkpoint_id};
use super::inputs::Inputs;
use super::method::Method;
use super::request::{limits, request, write_numbers};
use crate::engine::{Advanced, Conversation, PathEnd, Replay, Settings, TransactionId};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::{sizes, unrepaired_anthropic, unrepaired_openai};
use crate::json::{ListWriter, push_string};

impl Core {
    /// Runs a method. Returns a number; the outbox holds what else it answers.
    pub(super) fn run(&mut self, method: Method, mut given: Inputs<'_>) -> Outcome<f64> {
        let Self { conversation: own, drafts, replay, outbox, .. } = self;
        match method {
            Method::Open => self.open(given)?,
            Method::SetLimits => own.set_limits(limits(&mut given)),
            Method::IdPrefix => {
                let prefix = self.id_prefix.as_deref().unwrap_or(UNDRAWN);
                outbox.open().extend_from_slice(prefix.as_bytes());
            }

            Method::SystemPrompt => {
                if let Some(prompt) = own.system_prompt() {
                    push_string(outbox.open(), &prompt);
                }
            }
            Method::SetSystemPrompt => {
                self.name_prompt();
                self.conversation.set_system_prompt(given.maybe_text()?, given.time())?;
            }
            Method::AppendParts => return Ok(self.append_parts(given)?.map_or(NONE, count)),
            Method::AppendJson => return self.append_json(given.text()?).map(truth),
            Method::Read => {
                self.name_ids()?;
                self.conversation.read(given.text()?, given.text()?, given.time())?;
            }
            Method::ReadProgram => self.read_program(given)?,
            Method::AddResponse => {
                self.name_ids()?;
                let id = self.conversation.add_response(given.text()?, given.text()?, given.time())?;
                self.conversation.write_message(&id, self.outbox.open());
            }
            Method::AddProgramResponse => self.add_program_response(given)?,
            Method::Pin => own.pin(given.text()?, given.flag())?,
            Method::Truncate => return Ok(size(own.truncate(given.maybe_count(), given.flag()))),
            Method::Clear => return Ok(size(own.clear())),

            Method::Messages => own.write_messages(outbox.open()),
            Method::Message => own.write_message(given.text()?, outbox.open()),
            Method::Ids => own.write_ids(outbox.open()),
            Method::LastAssistant => own.write_last_assistant(outbox.open()),
            Method::CurrentRequest => {
                if let Some(id) = own.current_request() {
                    push_string(outbox.open(), id);
                }
            }
            Method::MessageCount => return Ok(size(own.history().len())),
            Method::TokensSpent => return Ok(count(own.history().ledger().spent())),
            Method::ContextTokens => return Ok(count(own.history().context_tokens())),
            Method::Breakdown => own.write_breakdown(outbox.open()),
            Method::PlainOpenai => own.write_unrepaired(unrepaired_openai, outbox.open()),
            Method::PlainAnthropic => own.write_unrepaired(unrepaired_anthropic, outbox.open()),

            Method::Request => {
                outbox.show(own.request_view(given.count(), given.text()?, given.text()?)?);
            }
            Method::RequestWithPrompt => {
                let (target, params, options) = (given.count(), given.text()?, given.text()?);
                outbox.show(own.request_with_prompt(target, params, options, given.maybe_text()?)?);
            }
            Method::RequestSize => write_request_size(own, outbox.open()),
            Method::MarkSent => own.mark_sent(given.count()),
            Method::SharedTokens => return Ok(count(own.shared_tokens(given.count()))),
            Method::Bill => own.write_bill(outbox.open()),
            Method::Repairs => {
                let mut list = ListWriter::begin(outbox.open());
                own.repairs().iter().for_each(|repair| repair.write(list.item()));
                list.end();
            }

            Method::IsBusy => return Ok(truth(own.is_busy())),
            Method::SetRunning => return Ok(truth(own.set_running(given.flag()))),
            Method::ChangeCount => return Ok(count(own.change_count())),
            Method::RewriteCount => return Ok(count(own.rewrite_count())),
            Method::AppendedCount => return Ok(count(own.appended_count())),
            Method::ReductionCount => return Ok(count(own.last_reduction().1)),
            Method::Reduction => own.write_reduction(outbox.open()),

            Method::Unweighed => own.write_unweighed(outbox.open()),
            Method::Weigh => own.weigh(given.text()?)?,
            Method::UnweighedBeside => own.write_unweighed_beside(outbox.open()),
            Method::WeighBeside => own.weigh_texts(given.text()?)?,
            Method::UnweighedDraft => own.write_unweighed_of(drafts.get(given.count())?, outbox.open())?,
            Method::WeighDraft => own.weigh_in(drafts.get(given.count())?, given.text()?)?,

            Method::BeginDraft => return Ok(size(drafts.add(own.begin_draft()))),
            Method::CopyDraft => {
                let copy = drafts.get(given.count())?.clone();
                return Ok(size(drafts.add(copy)));
            }
            Method::DropDraft => drop(drafts.take(given.count())?),
            Method::EditDraft => return self.edit(given).map(size),
            Method::QueryDraft => own.query(drafts.get(given.count())?, given.text()?, outbox.open())?,
            Method::DraftTokens => {
                let draft = drafts.get(given.count())?;
                own.refresh(draft)?;
                return Ok(count(draft.tokens()));
            }
            Method::CommitDraft => return own.commit(drafts.take(given.count())?).map(truth),

            Method::BeginTransaction => return self.begin_transaction(given.time()).map(f64::from),
            Method::SaveHistory => own.save(transaction(&mut given)),
            Method::CommitTransaction => own.commit_transaction(transaction(&mut given)),
            Method::RollBackTransaction => {
                own.roll_back_transaction(transaction(&mut given), given.flag());
            }

            Method::KeepTranscript => own.keep_transcript(given.flag()),
            Method::Transcript => own.write_transcript(given.tokens(), outbox.open()),
            Method::Reductions => own.write_reductions(outbox.open()),
            Method::Archive => own.archive(outbox.open()),
            Method::Undo => return Ok(truth(own.undo())),
            Method::Rewind => {
                let (id, is_before) = (given.text()?, given.flag());
                let end = if is_before { PathEnd::Before } else { PathEnd::Through };
                return own.rewind(id, end).map(size);
            }
            Method::EditMessage => {
                self.name_ids()?;
                let id = self.conversation.edit_message(given.text()?, given.text()?, given.time())?;
                self.conversation.write_message(&id, self.outbox.open());
            }
            Method::Select => own.select(given.text()?)?,
            Method::BecomeFork => own.become_fork(),

            Method::Enqueue => {
                self.name_ids()?;
                self.conversation.enqueue(given.text()?, given.time(), self.outbox.open())?;
            }
            Method::Pending => own.write_pending(outbox.open()),
            Method::Withdraw => return Ok(truth(own.withdraw(given.tokens()))),
            Method::Promote => {
                self.name_ids()?;
                self.conversation.promote(given.time(), self.outbox.open())?;
            }

            Method::Asking => own.write_asking(outbox.open()),
            Method::OpenCalls => own.write_open_calls(given.text()?, outbox.open()),
            Method::UntilNextAnswer => own.write_until_next_answer(given.text()?, outbox.open()),
            Method::CheckpointId => outbox.open().extend_from_slice(checkpoint_id()?.as_bytes()),
            Method::Suspend => own.suspend(given.text()?)?,
            Method::Suspended => own.write_suspended(outbox.open()),
            Method::LastRequest => own.write_last_request(outbox.open()),
            Method::Answer => {
                self.name_ids()?;
                let ids = self.conversation.answer(given.text()?, given.time())?;
                self.conversation.write_messages_of(&ids, self.outbox.open());
            }

            Method::Snapshot => own.write_snapshot(given.text()?, outbox.open()),
            Method::Journal => own.write_journal(given.text()?, given.flag(), outbox.open()),
            Method::ContinueJournal => {
                let next = key(&mut given);
                let mut keys = Vec::new();
                while given.has_more() {
                    keys.push(key(&mut given));
                }
                return Ok(truth(own.continue_journal(&keys, next)));
            }
            Method::Restore => self.restore(given)?,

            Method::OpenReplay => self.open_replay(given)?,
            Method::BesideTokens => return Ok(count(opened(replay)?.beside())),
            // A memory, and the number of items that it covers.
            Method::ResumeReplay => own.resume_replay(opened(replay)?, given.text()?, given.count())?,
            // Appends messages up to the next point where a request may be too long, or to a boundary.
            Method::Advance => {
                let room = given.maybe_count().map(|room| u64::try_from(room).unwrap_or(u64::MAX));
                return own.advance(opened(replay)?, room).map(|advanced| match advanced {
                    Advanced::End => 0.0,
                    Advanced::Request => 1.0,
                    Advanced::Boundary => 2.0,
                });
            }
            Method::SentTokens => return Ok(count(own.sent_tokens(opened(replay)?))),
            Method::Fitted => own.write_fitted(opened(replay)?, outbox.open())?,
            // The places of items to read again although no message of theirs is left.
            Method::FitMemory => own.write_memory(opened(replay)?, given.text()?, outbox.open()),

            Method::Sanitize
            | Method::AsItIs
            | Method::Validate
            | Method::Breakpoints
            | Method::Convert
            | Method::CheckProgramBody
            | Method::SanitizeToolCalls
            | Method::BodyTexts
            | Method::WindowOf
            | Method::BreakdownOf
            | Method::WeighTexts
            | Method::Texts
            | Method::EstimatorOf
            | Method::EstimateText
            | Method::EstimateMessages => return request(method, given, outbox),
        }
        Ok(NONE)
    }

    /// Opens the replay of a body: its format, itself and its options; a description of the format if the host read it;
    /// and the places of its messages if it is an excerpt.
    fn open_replay(&mut self, mut given: Inputs<'_>) -> Outcome<()> {
        let estimator = self.conversation.settings().estimator;
        let [format, body, options] = [given.text()?, given.text()?, given.text()?];
        let [program, wires] = [given.text()?, given.text()?];
        let replay = Replay::open(format, program, body, wires, options, estimator)?;
        self.conversation.begin_replay(&replay);
        self.replay = Some(replay);
        Ok(())
    }

    /// Becomes an empty conversation with an estimator and limits.
    fn open(&mut self, mut given: Inputs<'_>) -> Outcome<()> {
        let estimator = sizes::estimator(given.text()?)?;
        let limits = limits(&mut given);
        self.conversation = Conversation::new(Settings { estimator, limits, keeps_transcript: false });
        Ok(())
    }
}

fn opened(replay: &mut Option<Replay>) -> Outcome<&mut Replay> {
    replay.as_mut().ok_or_else(|| ConversationError::new(Code::InvalidArgument, "nothing is replayed"))
}

/// Reads the number of a transaction.
fn transaction(given: &mut Inputs<'_>) -> TransactionId {
    TransactionId(key(given))
}

fn key(given: &mut Inputs<'_>) -> u32 {
    u32::try_from(given.count()).unwrap_or(u32::MAX)
}

/// Writes the sizes of the last request in tokens: the history, the params, its own prompt beyond the history's prompt,
/// and the additions by repairs; then the answer's limit and the model's window. 0 for an unknown size.
fn write_request_size(own: &Conversation, out: &mut Vec<u8>) {
    let prompt = own.prompt_tokens().to_string();
    let [history, params] =
        [own.history().context_tokens(), own.params_tokens()].map(|tokens| tokens.to_string());
    let others =
        [own.added_tokens(), own.answer_tokens(), own.window_tokens()].map(|tokens| tokens.to_string());
    write_numbers([history, params, prompt].into_iter().chain(others), out);
}
