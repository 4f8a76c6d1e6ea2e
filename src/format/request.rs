//! The fields of a request beside the messages.

use super::read::string;
use super::target::Target;
use super::tool_names::{MappedName, MappedNames};
use super::write::into_text;
use crate::error::{Code, ConversationError, Outcome};
use crate::json::{Fields, Kind, Limits, Node, ObjectWriter};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{Dialect, OuterFields, RequestOptions, Spelling, tool_name_mapped};
use std::borrow::Cow;

/// The path of a field in a request: names of fields from the outside in.
pub(super) type Path = &'static [&'static str];

/// The caller's fields beside the messages: model, tools and the like. They are passed on as they are, except where a
/// rule changes one.
#[derive(Clone, Debug, Default)]
pub struct Params<'a> {
    fields: Fields<'a>,
    tool_names: MappedNames,
}

/// The changes to the params of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParamEdits<'a> {
    tool_names: &'a MappedNames,
    without: &'a [Path],
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
        Self { fields, tool_names: MappedNames::default() }
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

    /// Sets the options that follow from the params, and maps the names of tools that the target does not accept.
    pub fn enter(&mut self, dialect: &Dialect, options: &mut RequestOptions) {
        if options.capabilities.model.is_none() {
            options.capabilities.model =
                self.fields.get(dialect.request.model).and_then(|node| string(node).ok()).map(String::from);
        }
        let is_there = |name: &&str| self.fields.get(name).is_some_and(|node| !node.is_null());
        options.has_stored_calls = dialect.request.continues.iter().any(is_there);
        let stores = dialect.request.stores.and_then(|name| self.fields.get(name));
        options.is_unstored = stores.and_then(Node::truth) == Some(false);
        if dialect.calls.needs_tools && options.capabilities.tools_declared.is_none() {
            options.capabilities.tools_declared = Some(!self.tools(dialect).is_empty());
        }
        self.tool_names = MappedNames::of(&self.fields, dialect.calls.name);
    }

    fn tools(&self, dialect: &Dialect) -> Vec<Node<'a>> {
        self.fields.at(dialect.request.tools).and_then(Node::list).unwrap_or_default()
    }

    /// The fields that rules on messages depend on.
    pub fn outer(&self, dialect: &Dialect) -> OuterFields<'_> {
        let thinking = self.fields.at(dialect.request.thinking).and_then(Node::fields);
        let thinking =
            thinking.is_some_and(|thinking| thinking.text("type").is_some_and(|kind| kind == "enabled"));
        OuterFields { thinking, params: &self.fields }
    }

    /// The spelling of the params, if the target recognises one.
    pub fn spelling(&self, target: &dyn Target) -> Option<Spelling> {
        target.params_spelling(&self.fields)
    }

    /// The names of tools that are mapped.
    pub fn mapped_names(&self) -> &[MappedName] {
        &self.tool_names.names
    }

    /// The changes to the params, without the fields in `without`.
    pub(crate) fn edits<'b>(&'b self, without: &'b [Path]) -> ParamEdits<'b> {
        ParamEdits { tool_names: &self.tool_names, without }
    }

    /// The values at these paths, in order. A field that is not there, or an empty list, is an empty text.
    pub fn at(&self, paths: &[Path]) -> Vec<&'a str> {
        let is_something = |node: &Node<'_>| node.list().is_none_or(|items| !items.is_empty());
        let values = paths.iter().map(|path| self.fields.at(path).filter(is_something));
        values.map(|node| node.map_or("", Node::json)).collect()
    }

    /// The system prompt beside the messages.
    pub fn system(&self, dialect: &Dialect) -> Option<&'a str> {
        let name = dialect.request.system_name(&self.fields)?;
        self.fields.get(name).map(Node::json)
    }

    /// The fields to write, the list of messages and what is in `without` left out.
    pub(crate) fn fields<'b>(
        &'b self,
        dialect: &Dialect,
        without: &'b [Path],
    ) -> Vec<(&'b str, Cow<'b, str>)> {
        let is_own = |name: &str| name == dialect.request.messages || dialect.request.in_url.contains(&name);
        let mut fields = Vec::new();
        for (name, node) in self.fields.iter().filter(|(name, _)| !is_own(name)) {
            fields.extend(self.edits(without).left_of(name, node).map(|json| (name, json)));
        }
        fields
    }

    /// The fields that must not be sent, reported: an empty list of tools (OC7b and its like) with the choice among them,
    /// and thinking that the messages do not allow (AN15), which the prompt has reported already. Names of tools that are
    /// mapped are reported, too.
    pub fn unsendable(
        &self,
        dialect: &Dialect,
        without_thinking: bool,
        repairs: &mut Vec<Repair>,
    ) -> Vec<Path> {
        for MappedName { own, sent } in self.mapped_names() {
            repairs.push(tool_name_mapped(dialect.calls.name, own, sent));
        }
        let mut without: Vec<Path> = Vec::new();
        for (excluded, other, rule) in dialect.request.excluded {
            let has = |name: &str| self.fields.get(name).is_some_and(|node| !node.is_null());
            if has(excluded) && has(other) {
                let detail = format!("`{excluded}` was left out: it cannot stand beside `{other}`");
                repairs.push(Repair::new(RepairCode::FieldDropped, Some(rule), detail));
                without.push(std::slice::from_ref(excluded));
            }
        }
        if without_thinking {
            without.push(dialect.request.thinking);
        }
        let tools = self
            .fields
            .at(dialect.request.tools)
            .filter(|node| node.kind() == Kind::List)
            .and_then(Node::list);
        let empty_tools_rule =
            dialect.request.empty_tools_rule.filter(|_| tools.is_some_and(|tools| tools.is_empty()));
        if empty_tools_rule.is_some() {
            let first = dialect.request.tools.get(..1).unwrap_or_default();
            let detail = match dialect.request.tools {
                [name] => format!("the empty list of `{name}` was left out"),
                path => {
                    format!("`{}` was left out: its list of tools is empty", path.first().unwrap_or(&"tools"))
                }
            };
            repairs.push(Repair::new(RepairCode::FieldDropped, empty_tools_rule, detail));
            // The fields beside an empty list of tools are about those tools, so the whole object goes.
            without.push(first);
            for path in CHOICES {
                let name = path.first().filter(|name| self.fields.get(name).is_some());
                let Some(name) = name else { continue };
                let detail = format!("`{name}` was left out: the request declares no tools");
                repairs.push(Repair::new(RepairCode::FieldDropped, empty_tools_rule, detail));
                without.push(path);
            }
        }
        without
    }
}

/// The fields about the choice of tools, which are refused in a request without tools.
const CHOICES: [Path; 4] =
    [&["tool_choice"], &["toolChoice"], &["parallel_tool_calls"], &["parallelToolCalls"]];

impl<'a> ParamEdits<'a> {
    /// A field after the changes; `None` when it is left out.
    pub(super) fn left_of(self, name: &str, node: Node<'a>) -> Option<Cow<'a, str>> {
        let mut left = Cow::Borrowed(self.tool_names.param(name).unwrap_or(node.json()));
        for path in self.without {
            match path {
                [only] if *only == name => return None,
                [first, inner] if *first == name => {
                    let Some(fields) = Node::parse(&left).and_then(Node::fields) else { continue };
                    let mut out = Vec::with_capacity(left.len());
                    let mut object = ObjectWriter::begin(&mut out);
                    for (name, node) in fields.iter().filter(|(name, _)| name != inner) {
                        object.json(name, node.json());
                    }
                    object.end();
                    left = Cow::Owned(into_text(out));
                }
                _ => {}
            }
        }
        Some(left)
    }
}

/// Writes the fields that stand before the messages, and opens the list of messages.
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
