//! A conversation under random operations, and views of its state.

use super::action::{Action, Change, Edit};
use super::words::MARK;
use backscroll::engine::{Conversation, MessageParts, Operation, Settings, TransactionId};
use backscroll::error::Outcome;
use backscroll::history::{Draft, History, Standing, Why};
use backscroll::message::{Message, Role};
use backscroll::reduce::{By, Fit};
use backscroll::tokens::{Estimator, Ledger};
use proptest::prelude::*;
use serde_json::{Value, json};

/// A conversation with its open drafts.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) conversation: Conversation,
    pub(super) drafts: Vec<Draft>,
    pub(super) saved: Vec<(TransactionId, Saved)>,
    pub(super) promotions: Vec<TransactionId>,
    pub(super) marks: usize,
}

/// The view of a history when its state was saved, and the messages since then.
#[derive(Clone, Debug)]
pub(crate) struct Saved {
    pub(crate) look: Look,
    pub(crate) since: Vec<Message>,
}

/// The view of a history.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Look {
    pub(crate) messages: Vec<Message>,
    pub(crate) units: Vec<UnitLook>,
    pub(crate) ledger: Ledger,
    pub(crate) rewrites: u64,
    pub(crate) turns: usize,
    /// The pending messages, as a host sees them.
    pub(crate) waiting: Vec<Value>,
    /// The open checkpoints.
    pub(crate) suspended: Vec<String>,
}

/// The view of a unit: its messages by id, the head first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct UnitLook {
    pub(crate) ids: Vec<String>,
    pub(crate) calls: Vec<String>,
    pub(crate) answered: Vec<String>,
    pub(crate) is_orphan: bool,
    pub(crate) is_protected: bool,
    pub(crate) is_suspended: bool,
}

/// The outcome of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Done {
    /// Messages were appended, possibly none.
    Appended,
    /// The history was rewritten, with a report.
    Rewritten,
    /// The rewrite was rolled back; later messages stay.
    Restored,
    /// Promoted messages are pending again.
    TakenBack,
    /// Calls got their results, and arguments may have been edited.
    Answered,
    /// Nothing visible in the history.
    Nothing,
    /// The history is that of another path, or a reduction was undone.
    PathTaken,
}

/// An estimator that needs no host.
pub(crate) fn estimator() -> impl Strategy<Value = Estimator> {
    prop_oneof![Just(Estimator::SCRIPT), Just(Estimator::BYTES_THIRD), Just(Estimator::CHARS_QUARTER)]
}

impl World {
    pub(crate) fn new(estimator: Estimator) -> Self {
        let settings = Settings { estimator, keeps_transcript: true, ..Settings::default() };
        Self {
            conversation: Conversation::new(settings),
            drafts: Vec::new(),
            saved: Vec::new(),
            promotions: Vec::new(),
            marks: 0,
        }
    }

    /// Returns a world after a sequence of operations. Refused operations are ignored.
    pub(crate) fn after(estimator: Estimator, story: &[Action]) -> Self {
        let mut world = Self::new(estimator);
        for action in story {
            drop(world.act(action));
        }
        world
    }

    pub(crate) fn history(&self) -> &History {
        self.conversation.history()
    }

    pub(crate) fn look(&self) -> Look {
        look(self.history(), self.waiting())
    }

    /// Returns the saved state for this number.
    pub(crate) fn saved(&self, number: usize) -> Option<&Saved> {
        let at = number.checked_rem(self.saved.len())?;
        self.saved.iter().rev().nth(at).map(|(_, saved)| saved)
    }

    /// Returns the neutral messages, as a host sees them.
    pub(crate) fn listed(&self) -> Vec<Value> {
        let mut out = Vec::new();
        self.conversation.write_messages(&mut out);
        serde_json::from_slice(&out).expect("a list of messages")
    }

    /// Takes out the draft with this number, with its place.
    fn take_draft(&mut self, number: usize) -> Option<(usize, Draft)> {
        // The newest draft is number 0, so that a sequence can refer to the draft that it has just begun.
        let back = number.checked_rem(self.drafts.len())?;
        let at = self.drafts.len() - 1 - back;
        Some((at, self.drafts.remove(at)))
    }

    /// Runs the operation. A refusal changes nothing.
    pub(crate) fn act(&mut self, action: &Action) -> Outcome<Done> {
        self.marks += 1;
        let known = self.history().len();
        let done = self.carry_out(action)?;
        if matches!(done, Done::Appended | Done::Answered) {
            let new: Vec<Message> = self.history().messages().into_iter().skip(known).cloned().collect();
            self.saved.iter_mut().for_each(|(_, saved)| saved.since.extend(new.iter().cloned()));
        }
        Ok(done)
    }

    fn carry_out(&mut self, action: &Action) -> Outcome<Done> {
        match action {
            Action::Append(message) => {
                let json = self.marked(message);
                self.conversation.append_json(&json, 7)?;
            }
            Action::AppendAs(at, message) => {
                let mut message = message.clone();
                if let Some(known) =
                    at.checked_rem(self.history().len()).and_then(|at| self.listed().get(at).cloned())
                {
                    message["id"] = known["id"].clone();
                }
                let json = self.marked(&message);
                self.conversation.append_json(&json, 7)?;
            }
            Action::Text(role, text) => {
                let text = text.replace(MARK, &self.mark());
                let parts = MessageParts { content: Some(&text), ..MessageParts::default() };
                self.conversation.append_parts(Role::ALL[*role], &parts, 7)?;
            }
            Action::Read(format, body) => {
                let json = self.marked(body);
                self.conversation.read(format, &json, 7)?;
            }
            Action::Truncate(turns, keep_system) => {
                return Ok(self.rewritten(|conversation| conversation.truncate(*turns, *keep_system)));
            }
            Action::Clear => return Ok(self.rewritten(Conversation::clear)),
            Action::Begin => {
                let draft = self.conversation.begin_draft();
                self.drafts.push(draft);
                return Ok(Done::Nothing);
            }
            Action::Edit(number, edit) => {
                if let Some((at, mut draft)) = self.take_draft(*number) {
                    let edited = self.edit(&mut draft, edit);
                    self.drafts.insert(at, draft);
                    edited?;
                }
                return Ok(Done::Nothing);
            }
            Action::Commit(number) => {
                let Some((_, draft)) = self.take_draft(*number) else { return Ok(Done::Nothing) };
                let applied = self.conversation.commit(draft)?;
                return Ok(if applied { Done::Rewritten } else { Done::Nothing });
            }
            Action::Save => {
                let look = self.look();
                let transaction = self.conversation.begin_transaction();
                self.conversation.save(transaction);
                self.saved.push((transaction, Saved { look, since: Vec::new() }));
                return Ok(Done::Nothing);
            }
            Action::GoBack(number) => {
                let Some(at) = number.checked_rem(self.saved.len()) else { return Ok(Done::Nothing) };
                let (transaction, saved) = self.saved.remove(self.saved.len() - 1 - at);
                let is_rewritten = self.history().rewrites() != saved.look.rewrites;
                let went = self.conversation.roll_back_transaction(transaction, true);
                return Ok(if is_rewritten && went { Done::Restored } else { Done::Nothing });
            }
            Action::Wait(wait) => return self.wait(wait),
            Action::Reload => {
                self.reload();
                return Ok(Done::Nothing);
            }
            Action::Undo => {
                self.end_saved();
                return Ok(if self.conversation.undo() { Done::PathTaken } else { Done::Nothing });
            }
            Action::Path(number, step) => return self.take_path(*number, step),
        }
        Ok(Done::Appended)
    }

    fn rewritten(&mut self, rewrite: impl FnOnce(&mut Conversation) -> usize) -> Done {
        let reductions = self.conversation.last_reduction().1;
        rewrite(&mut self.conversation);
        if self.conversation.last_reduction().1 == reductions { Done::Nothing } else { Done::Rewritten }
    }

    fn edit(&mut self, draft: &mut Draft, edit: &Edit) -> Outcome<usize> {
        let id_at = |at: &usize| {
            let messages = self.listed();
            let at = at.checked_rem(messages.len());
            at.and_then(|at| messages.get(at)?["id"].as_str().map(str::to_owned))
                .unwrap_or("nobody".to_owned())
        };
        let operation = match edit {
            Edit::Plain(operation) => operation.clone(),
            Edit::Fit(percent, jump, keep_turns) => {
                let target = self.history().context_tokens() * percent / 100;
                Operation::Fit(Fit {
                    target,
                    hold: target,
                    jump: target * jump / 100,
                    keep_turns: *keep_turns,
                    by: if percent % 3 == 0 { By::Age } else { By::Need },
                })
            }
            Edit::Remove(places) => Operation::Remove(places.iter().map(id_at).collect()),
            Edit::Policies(kept, results, text) => {
                let ids = |places: &[usize]| places.iter().map(id_at).collect::<Vec<String>>();
                let results = ids(results);
                let texts = text.iter().map(|text| text.replace(MARK, &self.mark()));
                let texts = texts.flat_map(|text| vec![text; results.len()]).collect();
                self.conversation.edit(draft, Operation::Keep(ids(kept), Why::Pinned))?;
                self.conversation.edit(draft, Operation::PutTexts(results, texts))?;
                let target = self.history().context_tokens() / 2;
                Operation::Fit(Fit::to(target))
            }
            Edit::Summarize(through, pin_first, at_end, text) => {
                let text = text.replace(MARK, &self.mark());
                let through = id_at(through);
                let json = json!({
                    "op": "summarize",
                    "through": through,
                    "summary": text,
                    "pinFirst": pin_first,
                    "atEnd": at_end,
                });
                return self.conversation.edit_json(draft, &json.to_string(), 7);
            }
            Edit::Replace(changes) => {
                let list = Value::Array(changed(self.listed(), changes));
                let json = self.marked(&json!({ "op": "replace", "messages": list }));
                return self.conversation.edit_json(draft, &json, 7);
            }
        };
        self.conversation.edit(draft, operation)
    }

    pub(super) fn mark(&self) -> String {
        format!("\u{a7}{}\u{a7}", self.marks)
    }

    /// Returns the JSON with a unique mark.
    pub(super) fn marked(&self, value: &Value) -> String {
        value.to_string().replace(MARK, &self.mark())
    }
}

fn changed(mut list: Vec<Value>, changes: &[Change]) -> Vec<Value> {
    for change in changes {
        let (Change::Leave(at) | Change::Say(at, _) | Change::Put(at, _)) = change;
        let Some(place) = at.checked_rem(list.len()) else { continue };
        match change {
            Change::Leave(_) => drop(list.remove(place)),
            Change::Say(_, text) => list[place]["content"] = Value::from(text.as_str()),
            Change::Put(_, message) => list.insert(place, message.clone()),
        }
    }
    list
}

fn look(history: &History, waiting: Vec<Value>) -> Look {
    let units = history.units().map(|unit| UnitLook {
        ids: unit.messages().map(|message| message.id.to_string()).collect(),
        calls: unit.head().calls().iter().map(|call| call.id.to_string()).collect(),
        answered: unit
            .results()
            .iter()
            .filter_map(|entry| Some(entry.message.result()?.call_id.to_string()))
            .collect(),
        is_orphan: unit.standing() != Standing::Whole,
        is_protected: history.is_protected(unit),
        is_suspended: history.is_suspended(unit),
    });
    Look {
        messages: history.messages().into_iter().cloned().collect(),
        units: units.collect(),
        ledger: *history.ledger(),
        rewrites: history.rewrites(),
        turns: history.turn_count(),
        waiting,
        suspended: history.suspended().map(|suspension| suspension.id.to_string()).collect(),
    }
}

impl Look {
    pub(crate) fn ids(&self) -> Vec<&str> {
        self.messages.iter().map(|message| message.id.as_ref()).collect()
    }

    pub(crate) fn message(&self, id: &str) -> Option<&Message> {
        self.messages.iter().find(|message| message.id.as_ref() == id)
    }
}

impl UnitLook {
    /// Returns the ids of calls without a result, one for each call.
    pub(crate) fn open(&self) -> Vec<&str> {
        let mut answered: Vec<&str> = self.answered.iter().map(String::as_str).collect();
        let mut open = Vec::new();
        for call in &self.calls {
            match answered.iter().position(|id| id == call) {
                Some(at) => drop(answered.swap_remove(at)),
                None => open.push(call.as_str()),
            }
        }
        open
    }
}
