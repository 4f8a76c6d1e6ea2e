//! The tools of a conversation as history: those that were declared first stay, and messages change them.

use super::conversation::Conversation;
use super::tool_set::{ToolSet, tool_name};
use crate::error::Outcome;
use crate::format::{TARGETS, read_options};
use crate::history::SystemPlace;
use crate::history::Unit;
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Body, Content, Format, Message, MessageId, Part, PartKind, Role};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, ToolChange, ToolChanges, Withdrawal};

/// The tools that requests for a target declare.
#[derive(Clone, Debug, Default)]
pub(super) struct Declared {
    /// The list of the first request, as JSON; `None` before it.
    pub(super) tools: Option<Box<str>>,
    /// The message that was appended for the request that is being prepared, and its report: the request may be written
    /// several times.
    unsent: Option<Repair>,
}

impl Declared {
    /// Takes note that the request is sent.
    pub(super) fn mark_sent(&mut self) {
        self.unsent = None;
    }
}

/// A request with the tools that were declared first.
#[derive(Debug)]
pub(super) struct Declaring {
    /// Its params.
    pub(super) params: String,
    /// The reports of the change.
    pub(super) repairs: Vec<Repair>,
}

impl Conversation {
    /// Makes the params declare the tools that the first request for the target declared, and appends a message that
    /// tells how those of the params differ from those that the model knows. `None` where the params stay as they are:
    /// the model takes no such message, or none may stand at the end, and the tools are declared anew.
    ///
    /// # Errors
    ///
    /// `invalid-argument`, `too-deep`, and `invalid-message` for params that are no JSON.
    pub(super) fn declare_tools(
        &mut self,
        number: usize,
        params: &str,
        options: &str,
    ) -> Outcome<Option<Declaring>> {
        let options = read_options(options)?;
        let Some(target) = TARGETS.get(number).filter(|_| options.appends_tool_changes) else {
            return Ok(None);
        };
        let dialect = target.dialect();
        let (Some(rules), [list]) = (dialect.request.tool_changes, dialect.request.tools) else {
            return Ok(None);
        };
        let text = if params.is_empty() { "{}" } else { params };
        let Some(fields) = Node::read(text, self.settings.limits.of_depth())?.fields() else {
            return Ok(None);
        };
        let named = fields.get(dialect.request.model).and_then(Node::text);
        let model = options.capabilities.model.as_deref().or(named.as_deref());
        if !(rules.takes)(model.map(|name| options.model_like(name))) {
            return Ok(None);
        }
        let Some(requests) = self.requests.get_mut(number) else { return Ok(None) };
        let given = fields.get(list).map_or("[]", Node::json);
        let declared = requests.declared.tools.get_or_insert_with(|| given.into()).clone();
        let (wanted, known) = (ToolSet::of(given), self.known_tools(&declared, dialect.format, rules));
        let Some(plan) = wanted.changes_since(&known, rules).filter(|plan| self.may_append(plan, dialect))
        else {
            self.declare_anew(number, given, dialect.format, rules);
            return Ok(None);
        };
        let mut repairs = Vec::new();
        let left = known.left_out_of(&wanted);
        let choice = match rules.withdrawal {
            Withdrawal::ByChoice(choose) if !left.is_empty() => choose(&wanted.nodes(), fields.get(CHOICE)),
            Withdrawal::ByChoice(_) | Withdrawal::ByMessage | Withdrawal::Never => None,
        };
        if choice.is_some() {
            let detail = format!("{} stays declared, and `{CHOICE}` does not allow it", quoted(&left));
            repairs.push(Repair::new(RepairCode::ToolsChanged, None, detail));
        }
        let unsent = self.append_tool_change(&plan, dialect.format, rules)?;
        if let Some(requests) = self.requests.get_mut(number) {
            requests.declared.unsent = unsent.or(requests.declared.unsent.take());
            repairs.extend(requests.declared.unsent.clone());
        }
        let params = with_tools(&fields, [list, CHOICE], [Some(&declared), choice.as_deref()]);
        Ok(Some(Declaring { params, repairs }))
    }

    /// Removes the messages about tools that were appended for requests that were not sent, unless others follow.
    pub(super) fn take_back_tool_changes(&mut self) {
        for number in 0..self.requests.len() {
            let unsent = self.requests.get_mut(number).and_then(|requests| requests.declared.unsent.take());
            let Some(id) = unsent.and_then(|repair| repair.message_id) else { continue };
            if self.history.units().next_back().is_some_and(|unit| unit.head().id == id) {
                let places = self.history_mut().withdraw(&[id]);
                self.caches.iter_mut().for_each(|cache| cache.forget_units(&places));
            }
        }
    }

    /// The tools that the model knows at the end of the history.
    fn known_tools(&self, declared: &str, format: Format, rules: &ToolChanges) -> ToolSet {
        let mut known = ToolSet::of(declared);
        for message in self.history.units().flat_map(Unit::messages) {
            for part in message.content().parts() {
                if let Some((_, json)) = part.as_other().filter(|(own, _)| *own == format) {
                    (rules.read)(json).iter().for_each(|change| known.apply(change));
                }
            }
        }
        known
    }

    /// Reports whether a message with these changes may stand at the end.
    fn may_append(&self, plan: &[ToolChange<'_>], dialect: &Dialect) -> bool {
        let is_sendable = |change: &ToolChange<'_>| match change {
            // Names that the provider refuses are mapped in the list of tools only.
            ToolChange::Define(node) => tool_name(*node).is_none_or(|name| dialect.calls.name.accepts(&name)),
            ToolChange::Offer(_) | ToolChange::Withdraw(_) => true,
        };
        let is_input = |unit: &Unit| {
            let last = unit.messages().last().map(Message::role);
            !unit.waits_for_results() && matches!(last, Some(Role::User | Role::Tool))
        };
        plan.is_empty() || (plan.iter().all(is_sendable) && self.history.newest().is_some_and(is_input))
    }

    /// Appends a message with these changes; returns its report. `None` when there are no changes.
    fn append_tool_change(
        &mut self,
        plan: &[ToolChange<'_>],
        format: Format,
        rules: &ToolChanges,
    ) -> Outcome<Option<Repair>> {
        if plan.is_empty() {
            return Ok(None);
        }
        let parts =
            (rules.write)(plan).iter().map(|json| Part::from(PartKind::other(format, json))).collect();
        let mut minted = self.minted();
        let id = self.mint(&mut minted);
        let created_at =
            self.history.newest().and_then(|unit| unit.messages().last()).map_or(0, |last| last.created_at);
        let message = Message::new(MessageId::clone(&id), created_at, Body::System(Content::Parts(parts)));
        self.history_mut().append(message, SystemPlace::Anywhere)?;
        self.set_minted(minted);
        let detail = format!("the tools have changed, and a message says so: {}", told(plan));
        Ok(Some(Repair::new(RepairCode::ToolsChanged, None, detail).of(&id)))
    }

    /// Declares these tools anew, and removes the messages about those before.
    fn declare_anew(&mut self, number: usize, given: &str, format: Format, rules: &ToolChanges) {
        let is_change = |part: &Part| {
            part.as_other().is_some_and(|(own, json)| own == format && !(rules.read)(json).is_empty())
        };
        let is_about_tools = |unit: &Unit| {
            let (head, parts) = (unit.head(), unit.head().content().parts());
            head.role() == Role::System && !parts.is_empty() && parts.iter().all(is_change)
        };
        // Without such a message, the history is not copied.
        if self.history.units().any(is_about_tools) {
            let reduction = self.history_mut().remove(is_about_tools);
            self.note(reduction);
        }
        if let Some(requests) = self.requests.get_mut(number) {
            requests.declared = Declared { tools: Some(given.into()), unsent: None };
        }
    }
}

/// The field with the choice of tools.
const CHOICE: &str = "tool_choice";

/// The params with these fields in place of their own.
fn with_tools(params: &Fields<'_>, names: [&str; 2], values: [Option<&str>; 2]) -> String {
    let mut out = Vec::new();
    let mut object = ObjectWriter::begin(&mut out);
    let replaced =
        |name: &str| names.iter().zip(values).find(|(own, _)| **own == name).and_then(|(_, json)| json);
    for (name, node) in params.iter() {
        object.json(name, replaced(name).unwrap_or(node.json()));
    }
    for (name, json) in names.iter().zip(values) {
        // An empty list is no field of a request.
        if let Some(json) = json.filter(|json| *json != "[]" && params.get(name).is_none()) {
            object.json(name, json);
        }
    }
    object.end();
    String::from_utf8_lossy(&out).into_owned()
}

/// The changes, for people.
fn told(plan: &[ToolChange<'_>]) -> String {
    let mut told = Vec::with_capacity(plan.len());
    for change in plan {
        told.push(match change {
            ToolChange::Define(node) => {
                format!("`{}` is defined", tool_name(*node).as_deref().unwrap_or(node.json()))
            }
            ToolChange::Offer(name) => format!("`{name}` is offered again"),
            ToolChange::Withdraw(name) => format!("`{name}` is withdrawn"),
        });
    }
    told.join(", ")
}

fn quoted(names: &[&str]) -> String {
    let mut quoted = Vec::with_capacity(names.len());
    for name in names {
        quoted.push(format!("`{name}`"));
    }
    quoted.join(", ")
}
