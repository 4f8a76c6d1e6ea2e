//! The tools of a conversation as part of its history: the first declared list stays, and messages change it.
//!
//! A request is planned on a copy of the history. Only a request that is sent changes the conversation (I8).
//!
//! The conversation keeps one list for each target: the tools of its first request. The model knows this list and the
//! changes in the messages. If a reduction or an undo removes such a message, the next request adds it again. Our
//! messages are recognised by their ids, and a request that declares its own tools leaves them out.

use super::conversation::Conversation;
use super::state::{Declared, UnsentTools};
use super::tool_set::{ToolSet, label, tool_name};
use crate::error::Outcome;
use crate::format::TARGETS;
use crate::format::backscroll::SavedTools;
use crate::history::{History, SystemPlace, Unit};
use crate::json::{Fields, Kind, Node, ObjectWriter};
use crate::list::{Listed, PushAll};
use crate::message::{Body, Content, Message, MessageId, Part, PartKind, Role, TELLS_TOOLS};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, RequestOptions, ToolChange, ToolChanges, ToolMessages, Withdrawal};
use std::sync::Arc;

/// The tools of a request that is being written.
#[derive(Debug)]
pub(super) struct Declaring {
    /// The params with the declared tools.
    params: String,
    declared: Declared,
    /// Messages about tools whose definitions a reduction removed.
    unresolved: Vec<MessageId>,
    reports: Vec<Repair>,
    /// The history with a message about the change; `None` if nothing changed.
    history: Option<Arc<History>>,
    /// The next number of minted ids.
    minted: u64,
    /// The text of the message, for the host's estimator.
    added: Option<(MessageId, String)>,
}

impl Conversation {
    /// Writes a request by `write`, with the first declared tools, and a message with the differences between the
    /// params' tools and the tools that the model knows.
    ///
    /// # Errors
    ///
    /// The errors of `write` and of [`Conversation::declare_tools`].
    pub(super) fn declaring<T>(
        &mut self,
        number: usize,
        params: &str,
        options: RequestOptions,
        write: impl FnOnce(&mut Self, &str, RequestOptions) -> Outcome<T>,
    ) -> Outcome<T> {
        self.forget_unsent_tools();
        let Some(declaring) = self.declare_tools(number, params, &options)? else {
            return write(self, params, options);
        };
        let own = Arc::clone(self.paths.history());
        let revision = own.revision();
        if let Some(history) = &declaring.history {
            self.paths.set_history(Arc::clone(history));
            if let Some((id, text)) = declaring.added.as_ref().filter(|_| own.estimator().is_given()) {
                let weight = self.weighed_texts.given(text);
                self.history_mut().weigh(id, weight);
            }
        }
        let Declaring { params, declared, unresolved, reports, history, minted, added: text } = declaring;
        let tool_messages = Some(ToolMessages { since: declared.since, unresolved });
        let written = write(self, &params, RequestOptions { tool_messages, ..options });
        let history = history.is_some().then(|| Arc::clone(self.paths.history()));
        let tokens = self.paths.history().context_tokens();
        self.go_back_to(own);
        let added = tokens.saturating_sub(self.paths.history().context_tokens());
        self.unsent_tools = Some(UnsentTools { number, declared, history, minted, revision });
        let written = written?;
        self.repairs.push_all(reports);
        self.beside.add(added);
        if let Some((_, text)) = text.filter(|_| self.settings.estimator.is_given()) {
            self.weighed_texts.given(&text);
        }
        Ok(written)
    }

    /// Commits the tools of the last request for this target. Called when the host gets it for sending.
    pub(super) fn keep_sent_tools(&mut self, number: usize) {
        let is_its = |unsent: &UnsentTools| {
            unsent.number == number && unsent.revision == self.paths.history().revision()
        };
        let Some(unsent) = self.unsent_tools.take_if(|unsent| is_its(unsent)) else { return };
        if let Some(requests) = self.requests.get_mut(number) {
            requests.declared = Some(unsent.declared);
        }
        if let Some(history) = unsent.history {
            self.paths.set_history(history);
            self.set_minted(unsent.minted);
        }
    }

    /// Removes messages about tools that the model has not answered, before a user message follows them. The next
    /// request writes the changes again.
    pub(super) fn take_back_unanswered_tools(&mut self) {
        let unanswered = self.paths.history().unanswered_tools();
        if !unanswered.is_empty() {
            let places = self.history_mut().withdraw(&unanswered);
            self.bodies.forget_units(&places);
        }
    }

    /// The declared tools for a snapshot.
    pub(super) fn saved_tools(&self, declared: &Declared) -> SavedTools {
        let mut units = self.paths.history().units().filter(|unit| unit.serial() >= declared.since);
        let first = units.find(|unit| unit.head().tells_tools()).map(|unit| unit.head().id.as_ref().into());
        SavedTools { list: declared.tools.clone(), first }
    }

    /// Forgets the bytes of a request that was not sent. Its message is not in the history.
    fn forget_unsent_tools(&mut self) {
        let unsent = self.unsent_tools.take().filter(|unsent| unsent.history.is_some());
        if let Some(unsent) = unsent {
            self.bodies.clear(unsent.number);
        }
    }

    /// Plans the tools of a request. `None` if the given list is sent: the option is not set, the target or the model
    /// accepts no changes in messages, or a tool holds credentials, which no conversation keeps.
    ///
    /// # Errors
    ///
    /// `invalid-argument`, `too-deep`, and `invalid-message` for params that are no JSON.
    fn declare_tools(
        &self,
        number: usize,
        params: &str,
        options: &RequestOptions,
    ) -> Outcome<Option<Declaring>> {
        let Some(target) = TARGETS.get(number).filter(|_| options.appends_tool_changes) else {
            return Ok(None);
        };
        let dialect = target.dialect();
        let (Some(rules), [list]) = (dialect.request.tool_changes, dialect.request.tools) else {
            return Ok(None);
        };
        let text = if params.is_empty() { "{}" } else { params };
        let fields = Node::read(text, self.settings.limits.of_depth())?.fields();
        let Some(fields) = fields.filter(|fields| is_taken(rules, fields, dialect, options)) else {
            return Ok(None);
        };
        let given = fields.get(list).filter(|node| node.kind() == Kind::List).map_or("[]", Node::json);
        let wanted = ToolSet::of(given);
        if wanted.has_credentials() {
            return Ok(None);
        }
        let before = self.requests.get(number).and_then(|requests| requests.declared.clone());
        // If nothing is declared yet, messages of an earlier conversation do not count.
        let first = || Declared { tools: given.into(), since: self.paths.history().end() };
        let declared = before.clone().unwrap_or_else(first);
        let mut declaring = Declaring {
            params: String::new(),
            declared,
            unresolved: Vec::new(),
            reports: Vec::new(),
            history: None,
            minted: self.minted(),
            added: None,
        };
        let is_told = self.tell(&wanted, dialect, rules, &mut declaring)?;
        if !is_told {
            declaring =
                Declaring { declared: first(), history: None, added: None, reports: Vec::new(), ..declaring };
            let detail = "the tools have changed in a way that no message can tell; they are declared again";
            declaring.reports.push(Repair::new(RepairCode::ToolsChanged, None, detail));
        }
        let known = known_tools(
            declaring.history.as_ref().unwrap_or(self.paths.history()),
            &declaring.declared,
            dialect,
            rules,
        );
        let left = known.tools.left_out_of(&wanted);
        let choice = match rules.withdrawal {
            Withdrawal::ByChoice(choose) if !left.is_empty() => choose(&wanted.nodes(), fields.get(CHOICE)),
            Withdrawal::ByChoice(_) | Withdrawal::ByMessage | Withdrawal::Never => None,
        };
        if choice.is_some() {
            let detail = format!("declared, but not allowed by `{CHOICE}`: {}", left.join(", "));
            declaring.reports.push(Repair::new(RepairCode::ToolsChanged, None, detail));
        }
        declaring.unresolved = known.unresolved;
        declaring.params =
            with_tools(&fields, [list, CHOICE], [Some(&declaring.declared.tools), choice.as_deref()]);
        Ok(Some(declaring))
    }

    /// Plans the message that gives the model the wanted tools. Returns false if no message can do so.
    fn tell(
        &self,
        wanted: &ToolSet,
        dialect: &'static Dialect,
        rules: &ToolChanges,
        declaring: &mut Declaring,
    ) -> Outcome<bool> {
        let known = known_tools(self.paths.history(), &declaring.declared, dialect, rules);
        let unanswered = self.paths.history().unanswered_tools();
        let is_last = |id: &MessageId| {
            self.paths.history().units().next_back().is_some_and(|unit| unit.head().id == *id)
        };
        if wanted.changes_since(&known.tools, rules).is_some_and(|plan| plan.is_empty())
            && unanswered.iter().all(is_last)
        {
            return Ok(true);
        }
        let mut history = History::clone(self.paths.history());
        // Unanswered messages about tools are planned again, so that they follow all words of the user.
        if !unanswered.is_empty() {
            history.withdraw(&unanswered);
        }
        let known = known_tools(&history, &declaring.declared, dialect, rules);
        let Some(plan) = wanted.changes_since(&known.tools, rules) else { return Ok(false) };
        if !plan.is_empty() {
            if !ends_with_input(&history) || !plan.iter().all(|change| is_sendable(change, dialect)) {
                return Ok(false);
            }
            let json = (rules.write)(&plan);
            let id = MessageId::from(format!("{}{TELLS_TOOLS}", self.mint(&mut declaring.minted)));
            let created_at = history.newest().map_or(0, |unit| unit.head().created_at);
            let parts = json.iter().map(|json| Part::from(PartKind::other(dialect.format, json))).collect();
            let body = Body::System(Content::Parts(parts));
            history.append(Message::new(MessageId::clone(&id), created_at, body), SystemPlace::Anywhere)?;
            let detail = format!("the tools have changed, and a message says so: {}", told(&plan));
            declaring.reports.push(Repair::new(RepairCode::ToolsChanged, None, detail).of(&id));
            declaring.added = Some((id, json.concat()));
        }
        declaring.history = Some(Arc::new(history));
        Ok(true)
    }
}

/// The field with the choice of tools.
const CHOICE: &str = "tool_choice";

/// Reports whether the model and the vendor of the request take changes of tools in messages.
fn is_taken(rules: &ToolChanges, params: &Fields<'_>, dialect: &Dialect, options: &RequestOptions) -> bool {
    let named = params.get(dialect.request.model).and_then(Node::text);
    let model = options.capabilities.model.as_deref().or(named.as_deref());
    let vendor = options.vendor.map(|vendor| vendor.name);
    model.is_some_and(|name| (rules.takes)(options.model_like(name)))
        && vendor.is_none_or(|vendor| Some(vendor) == rules.vendor)
}

/// The tools that a model knows by the declared list and the changes in the messages.
#[derive(Debug)]
struct Known {
    /// The tools that the model knows at the end.
    tools: ToolSet,
    /// Messages of ours about tools whose definitions a reduction removed.
    unresolved: Vec<MessageId>,
}

/// Applies the changes in the messages of the history to the declared tools.
fn known_tools(history: &History, declared: &Declared, dialect: &Dialect, rules: &ToolChanges) -> Known {
    let mut known = Known { tools: ToolSet::of(&declared.tools), unresolved: Vec::new() };
    let mut is_opening = true;
    for unit in history.units() {
        is_opening &= unit.is_system_prompt() || unit.head().tells_tools();
        let is_left_out = is_opening || unit.serial() < declared.since;
        for message in unit.messages().filter(|message| !(is_left_out && message.tells_tools())) {
            let parts = message.content().parts().iter().filter_map(Part::as_other);
            let own = parts.filter(|(format, _)| *format == dialect.format);
            let changes: Vec<_> = own.flat_map(|(_, json)| (rules.read)(json)).listed();
            if message.tells_tools() && !changes.iter().all(|change| known.tools.resolves(change)) {
                known.unresolved.push(MessageId::clone(&message.id));
            } else {
                changes.iter().for_each(|change| known.tools.apply(change));
            }
        }
    }
    known
}

/// Reports whether the history ends with a user message or with results, after which a message may follow.
fn ends_with_input(history: &History) -> bool {
    let is_input = |unit: &Unit| {
        let Some(last) = unit.messages().last().filter(|_| !unit.waits_for_results()) else { return false };
        matches!(last.role(), Role::User | Role::Tool)
            && (last.role() == Role::Tool || !last.content().is_blank())
    };
    history.newest().is_some_and(is_input)
}

/// Reports whether a message can make the change. Names that the provider refuses are mapped in the list of tools only.
fn is_sendable(change: &ToolChange<'_>, dialect: &Dialect) -> bool {
    let accepts = |name: &str| dialect.calls.name.accepts(name);
    match change {
        ToolChange::Define(node) => tool_name(*node).is_none_or(|name| accepts(&name)),
        ToolChange::Offer(name) | ToolChange::Withdraw(name) => accepts(name),
    }
}

/// Returns the params with these values in these fields. Leaves out a field with an empty list.
fn with_tools(params: &Fields<'_>, names: [&str; 2], values: [Option<&str>; 2]) -> String {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    let replaced =
        |name: &str| names.iter().zip(values).find(|(own, _)| **own == name).and_then(|(_, json)| json);
    for (name, node) in params.iter() {
        let json = replaced(name).unwrap_or(node.json());
        if !(names.contains(&name) && json == "[]") {
            object.json(name, json);
        }
    }
    for (name, json) in names.iter().zip(values) {
        if let Some(json) = json.filter(|json| *json != "[]" && params.get(name).is_none()) {
            object.json(name, json);
        }
    }
    object.end();
    String::from_utf8_lossy(&out).into_owned()
}

/// Describes the changes, for people.
fn told(plan: &[ToolChange<'_>]) -> String {
    let mut told = Vec::with_capacity(plan.len());
    for change in plan {
        told.push(match change {
            ToolChange::Define(node) => format!("{} is defined", label(*node)),
            ToolChange::Offer(name) => format!("`{name}` is offered again"),
            ToolChange::Withdraw(name) => format!("`{name}` is withdrawn"),
        });
    }
    told.join(", ")
}
