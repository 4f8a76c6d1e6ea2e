//! The fields of a request beside the messages.

use super::tool_names::{MappedName, MappedNames};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::target::Target;
use crate::format::json::read::string;
use crate::format::json::write::into_text;
use crate::format::models::refused_thinking;
use crate::json::{Fields, Kind, Limits, Node, ObjectWriter};
use crate::list::{Listed, PushAll};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, OuterFields, RefusedRequest, RequestOptions, Spelling, tool_name_mapped};
use std::borrow::Cow;

/// A path of names of fields, from the outside in.
pub(in crate::format) type FieldPath = &'static [&'static str];

/// A change of a field beside the messages.
#[derive(Clone, Debug)]
pub(crate) struct ParamChange {
    /// The path of the field.
    pub(in crate::format) path: FieldPath,
    /// The field's new value; `None` if it is left out.
    pub(in crate::format) json: Option<String>,
}

/// The caller's fields beside the messages: model, tools and the like. They are passed on unchanged, unless a rule
/// changes one.
#[derive(Clone, Debug, Default)]
pub struct Params<'a> {
    pub(in crate::format) fields: Fields<'a>,
    tool_names: MappedNames,
    /// Fields that are written with another value; `None` leaves the field out.
    replaced: Vec<(&'static str, Option<String>)>,
}

/// The changes to the params of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParamEdits<'a> {
    tool_names: &'a MappedNames,
    changes: &'a [ParamChange],
}

impl<'a> Params<'a> {
    /// Reads the params of a request that is to be written; an empty text means no params.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when they hold messages or are no object, `invalid-message` when they are no JSON,
    /// `too-deep`.
    pub fn parse(json: &'a str, limits: Limits, dialect: &Dialect) -> Outcome<Self> {
        if json.is_empty() {
            return Ok(Self::default());
        }
        let fields = Node::read(json, limits.of_depth())?.fields();
        let fields = fields.ok_or_else(|| invalid("params must be an object"))?;
        let name = dialect.request.messages;
        match fields.get(name) {
            Some(_) => Err(invalid(format!("params must not hold `{name}`: the conversation adds it"))),
            None => Ok(Self::of_body(fields)),
        }
    }

    /// The fields of a body that is to be repaired.
    pub fn of_body(fields: Fields<'a>) -> Self {
        Self { fields, ..Self::default() }
    }

    /// Refuses a system prompt in the params when the conversation has one, too.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn check_system(&self, dialect: &Dialect, has_prompt: bool) -> Outcome<()> {
        let given = dialect.request.system_name(&self.fields);
        match given.filter(|name| has_prompt && self.fields.get(name).is_some()) {
            Some(name) => Err(invalid(format!(
                "params must not hold `{name}`: the conversation has a system prompt of its own"
            ))),
            None => Ok(()),
        }
    }

    /// Refuses a request that no change of messages makes acceptable, with the advice what to send instead.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub fn check_endpoint(&self, dialect: &Dialect, options: &RequestOptions) -> Outcome<()> {
        match (dialect.request.refused)(&self.fields, options) {
            Some(RefusedRequest { rule, detail, .. }) => Err(invalid(format!("{detail} ({})", rule.id))),
            None => Ok(()),
        }
    }

    /// Sets the options that follow from the params and from the target, and maps the names of tools that the target does
    /// not accept.
    pub fn complete_options(&mut self, dialect: &Dialect, options: &mut RequestOptions) {
        if options.capabilities.model.is_none() {
            options.capabilities.model =
                self.fields.get(dialect.request.model).and_then(|node| string(node).ok()).map(String::from);
        }
        options.has_stored_calls = dialect.request.continuation.is_some_and(|continuation| {
            continuation.response(&self.fields).or_else(|| continuation.conversation(&self.fields)).is_some()
        });
        let stores = dialect.request.stores.and_then(|name| self.fields.get(name));
        options.is_unstored = stores.and_then(Node::truth) == Some(false);
        options.vendor = options.vendor.filter(|_| dialect.fields.vendors.is_some());
        options.is_elsewhere &= dialect.fields.vendors.is_some();
        // Only vendors' rows ask for it, and cached units stay valid as long as the options are equal.
        if options.vendor_name.is_some() {
            options.thinks = self.thinks(dialect);
        }
        if dialect.calls.needs_tools && options.capabilities.tools_declared.is_none() {
            options.capabilities.tools_declared = Some(!self.tools(dialect).is_empty());
        }
        self.tool_names = MappedNames::of(&self.fields, dialect.calls.name);
    }

    fn tools(&self, dialect: &Dialect) -> Vec<Node<'a>> {
        self.fields.at(dialect.request.tools).and_then(Node::list).unwrap_or_default()
    }

    /// The tools, with the names that they are sent with.
    pub(in crate::format) fn mapped_tools(&self, dialect: &Dialect) -> Vec<Node<'_>> {
        let mapped = dialect.request.tools.first().and_then(|name| self.tool_names.param(name));
        mapped.and_then(Node::parse).and_then(Node::list).unwrap_or_else(|| self.tools(dialect))
    }

    /// The fields that rules on messages depend on.
    pub fn outer(&self, dialect: &Dialect, options: &RequestOptions) -> OuterFields<'_> {
        let kind = self.thinking(dialect).and_then(|thinking| thinking.text("type"));
        let thinking =
            kind.is_some_and(|kind| kind == "enabled" && refused_thinking(&kind, options).is_none());
        OuterFields { thinking, is_repaired: false, params: &self.fields }
    }

    /// True if the params turn thinking on, false if they turn it off; `None` if they do neither.
    fn thinks(&self, dialect: &Dialect) -> Option<bool> {
        let kind = self.thinking(dialect).and_then(|thinking| thinking.text("type"));
        match kind.as_deref() {
            Some("disabled") => Some(false),
            Some(_) => Some(true),
            // Qwen, and servers that took its parameter over.
            None => self.fields.get("enable_thinking").and_then(Node::truth),
        }
    }

    /// The fields of the object that asks for thinking.
    pub(in crate::format) fn thinking(&self, dialect: &Dialect) -> Option<Fields<'a>> {
        self.fields.at(dialect.request.thinking).and_then(Node::fields)
    }

    /// The spelling of the params, if the target recognises one.
    pub fn spelling(&self, target: &dyn Target) -> Option<Spelling> {
        target.params_spelling(&self.fields)
    }

    /// The names of tools that are mapped.
    pub fn mapped_names(&self) -> &[MappedName] {
        &self.tool_names.names
    }

    /// The params after the changes.
    pub(crate) fn edits<'b>(&'b self, changes: &'b [ParamChange]) -> ParamEdits<'b> {
        ParamEdits { tool_names: &self.tool_names, changes }
    }

    /// The values at these paths, in order. A field that is not there, or an empty list, is an empty text.
    pub fn at(&self, paths: &[FieldPath]) -> Vec<&'a str> {
        let is_something = |node: &Node<'_>| node.list().is_none_or(|items| !items.is_empty());
        let values = paths.iter().map(|path| self.fields.at(path).filter(is_something));
        values.map(|node| node.map_or("", Node::json)).listed()
    }

    /// The system prompt beside the messages.
    pub fn system(&self, dialect: &Dialect) -> Option<&'a str> {
        let name = dialect.request.system_name(&self.fields)?;
        self.fields.get(name).map(Node::json)
    }

    /// The fields to write, changed, and without the list of messages.
    pub(crate) fn fields<'b>(
        &'b self,
        dialect: &Dialect,
        changes: &'b [ParamChange],
    ) -> Vec<(&'b str, Cow<'b, str>)> {
        let is_own = |name: &str| name == dialect.request.messages || dialect.request.in_url.contains(&name);
        let mut fields = Vec::new();
        let is_replaced = |name: &str| self.replaced.iter().any(|(replaced, _)| *replaced == name);
        for (name, node) in self.fields.iter().filter(|(name, _)| !is_own(name) && !is_replaced(name)) {
            fields.push_all(self.edits(changes).left_of(name, node).map(|json| (name, json)));
        }
        for (name, json) in &self.replaced {
            fields.push_all(json.as_ref().map(|json| (*name, Cow::Borrowed(json.as_str()))));
        }
        fields
    }

    /// Writes a field with another value, or leaves it out.
    pub(crate) fn replace(&mut self, name: &'static str, json: Option<String>) {
        self.replaced.push((name, json));
    }

    /// The value of a field in the request.
    pub(crate) fn field(&self, name: &str) -> Option<Cow<'_, str>> {
        match self.replaced.iter().find(|(replaced, _)| *replaced == name) {
            Some((_, json)) => json.as_deref().map(Cow::Borrowed),
            None => self.fields.get(name).map(|node| Cow::Borrowed(node.json())),
        }
    }

    /// The fields as they were given.
    pub(crate) fn given(&self) -> &Fields<'a> {
        &self.fields
    }

    /// The fields that must change, reported: an empty list of tools (OC7b and similar rules) with the tool choice,
    /// thinking that the messages do not allow (AN15), which the prompt has already reported, and thinking that the
    /// model refuses (AN27). Mapped names of tools are reported, too.
    pub(crate) fn changes(
        &self,
        dialect: &Dialect,
        without_thinking: bool,
        options: &RequestOptions,
        repairs: &mut Vec<Repair>,
    ) -> Vec<ParamChange> {
        for MappedName { own, sent } in self.mapped_names() {
            repairs.push(tool_name_mapped(dialect.calls.name, own, sent));
        }
        let mut changes = Vec::new();
        for (excluded, other, rule) in dialect.request.excluded {
            let has = |name: &str| self.field(name).is_some_and(|json| json != "null");
            if has(excluded) && has(other) {
                let detail = format!("`{excluded}` was left out: it cannot stand beside `{other}`");
                repairs.push(Repair::new(RepairCode::FieldDropped, Some(rule), detail).at(excluded));
                changes.push(ParamChange { path: std::slice::from_ref(excluded), json: None });
            }
        }
        if let Some(rule) = dialect.request.fields_rule {
            self.leave_refused(rule, dialect, options, &mut changes, repairs);
        }
        if without_thinking {
            changes.push(ParamChange { path: dialect.request.thinking, json: None });
        } else if let Some(rule) = dialect.request.thinking_rule {
            changes.push_all(self.accepted_thinking(dialect, options, rule, repairs));
        }
        changes.push_all(self.tools_without_strict(dialect, options, repairs));
        changes.push_all(self.tools_without_breakpoints(dialect, options, repairs));
        let is_emptied = changes
            .iter()
            .any(|change| change.path == dialect.request.tools && change.json.as_deref() == Some("[]"));
        let tools = self
            .fields
            .at(dialect.request.tools)
            .filter(|node| node.kind() == Kind::List)
            .and_then(Node::list);
        let is_empty = is_emptied || tools.is_some_and(|tools| tools.is_empty());
        let empty_tools_rule = dialect.request.empty_tools_rule.filter(|_| is_empty);
        if empty_tools_rule.is_some() {
            let first = dialect.request.tools.get(..1).unwrap_or_default();
            let choices =
                CHOICES.iter().filter_map(|path| path.first().filter(|name| self.fields.get(name).is_some()));
            let choices: Vec<String> = choices.map(|name| format!(", and `{name}` with it")).listed();
            let detail = match dialect.request.tools {
                [name] => format!("the empty list of `{name}` was left out{}", choices.concat()),
                path => {
                    format!(
                        "`{}` was left out: its list of tools is empty{}",
                        path.first().unwrap_or(&"tools"),
                        choices.concat()
                    )
                }
            };
            let repair = Repair::new(RepairCode::FieldDropped, empty_tools_rule, detail);
            repairs.push(repair.at(first.first().unwrap_or(&"tools")));
            // The fields beside an empty list of tools are about those tools, so the whole object goes.
            changes.push(ParamChange { path: first, json: None });
            for path in CHOICES {
                if path.first().is_some_and(|name| self.fields.get(name).is_some()) {
                    changes.push(ParamChange { path, json: None });
                }
            }
        }
        changes
    }
}

/// The fields about the choice of tools, which are refused in a request without tools.
const CHOICES: [FieldPath; 4] =
    [&["tool_choice"], &["toolChoice"], &["parallel_tool_calls"], &["parallelToolCalls"]];

impl<'a> ParamEdits<'a> {
    /// A field after the changes; `None` when it is left out.
    pub(in crate::format) fn left_of(self, name: &str, node: Node<'a>) -> Option<Cow<'a, str>> {
        changed(name, self.tool_names.param(name).unwrap_or(node.json()), self.changes)
    }
}

/// A field after the changes; `None` when it is left out.
pub(in crate::format) fn changed<'a>(
    name: &str,
    json: &'a str,
    changes: &[ParamChange],
) -> Option<Cow<'a, str>> {
    let mut left = Cow::Borrowed(json);
    for change in changes {
        match change.path {
            [only] if *only == name => left = Cow::Owned(change.json.clone()?),
            [first, inner] if *first == name => {
                let Some(fields) = Node::parse(&left).and_then(Node::fields) else { continue };
                let mut out = Vec::with_capacity(left.len());
                let mut object = ObjectWriter::begin(&mut out);
                for (name, node) in fields.iter() {
                    let json = if name == *inner { change.json.as_deref() } else { Some(node.json()) };
                    json.into_iter().for_each(|json| object.json(name, json));
                }
                object.end();
                left = Cow::Owned(into_text(out));
            }
            _ => {}
        }
    }
    Some(left)
}

/// Writes the fields before the messages, and opens the list of messages.
pub(crate) fn write_head(
    out: &mut Vec<u8>,
    dialect: &Dialect,
    fields: &[(&str, Cow<'_, str>)],
    system: Option<&[u8]>,
) {
    let mut object = ObjectWriter::begin(out);
    for (name, json) in fields {
        object.json(name, json);
    }
    if let Some((name, system)) = dialect.request.system.zip(system) {
        object.key(name).extend_from_slice(system);
    }
    object.key(dialect.request.messages).push(b'[');
}

fn invalid(text: impl Into<String>) -> ConversationError {
    ConversationError::new(Code::InvalidArgument, text)
}
