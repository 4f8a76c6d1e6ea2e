//! A set of tools, and the changes from one set to another.

use crate::json::{Node, without_member};
use crate::list::Listed;
use crate::message::CACHE_CONTROL;
use crate::sanitize::{ToolChange, ToolChanges, Withdrawal};
use std::borrow::Cow;

/// A set of tools.
#[derive(Debug, Default)]
pub(super) struct ToolSet {
    /// The tools that the model may call.
    offered: Vec<Tool>,
    /// Tools that were withdrawn. They can be offered again by their names.
    withdrawn: Vec<Tool>,
}

/// The definition of a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Tool {
    /// Absent for a set of tools of a server, and for some tools that the provider runs.
    name: Option<String>,
    /// The label for reports.
    label: String,
    /// The JSON text, without cache breakpoints, which may come and go.
    json: String,
}

impl Tool {
    fn of(node: Node<'_>) -> Self {
        let name = tool_name(node);
        let json = without_member(node.json().as_bytes(), CACHE_CONTROL);
        Self { name, label: label(node), json: String::from_utf8_lossy(&json).into_owned() }
    }

    /// Reports whether both are the same tool, which may have changed.
    fn is_same(&self, other: &Self) -> bool {
        self.name == other.name && (self.name.is_some() || self.label == other.label)
    }
}

impl ToolSet {
    /// The tools of a list.
    pub(super) fn of(list: &str) -> Self {
        let tools = Node::parse(list).and_then(Node::list).unwrap_or_default();
        Self { offered: tools.into_iter().map(Tool::of).collect(), withdrawn: Vec::new() }
    }

    /// Reports whether the changed tool was defined.
    pub(super) fn resolves(&self, change: &ToolChange<'_>) -> bool {
        let mut defined = self.offered.iter().chain(&self.withdrawn);
        match change {
            ToolChange::Define(_) => true,
            ToolChange::Offer(name) | ToolChange::Withdraw(name) => {
                defined.any(|tool| tool.name.as_deref() == Some(name))
            }
        }
    }

    /// Applies a change.
    pub(super) fn apply(&mut self, change: &ToolChange<'_>) {
        match change {
            ToolChange::Define(node) => {
                let tool = Tool::of(*node);
                self.offered.retain(|known| !known.is_same(&tool));
                self.withdrawn.retain(|known| !known.is_same(&tool));
                self.offered.push(tool);
            }
            ToolChange::Offer(name) => move_named(&mut self.withdrawn, &mut self.offered, name),
            ToolChange::Withdraw(name) => move_named(&mut self.offered, &mut self.withdrawn, name),
        }
    }

    /// The changes from `known` to this set. `None` if the provider's messages cannot make one of them.
    pub(super) fn changes_since<'a>(
        &'a self,
        known: &'a Self,
        rules: &ToolChanges,
    ) -> Option<Vec<ToolChange<'a>>> {
        let mut changes = Vec::new();
        for tool in &self.offered {
            if known.offered.contains(tool) {
                continue;
            }
            let is_redefined = known.offered.iter().any(|known| known.is_same(tool));
            if is_redefined && (!rules.redefines || tool.name.is_none()) {
                return None;
            }
            changes.push(match &tool.name {
                Some(name) if known.withdrawn.contains(tool) => ToolChange::Offer(name.into()),
                Some(_) | None => ToolChange::Define(Node::parse(&tool.json)?),
            });
        }
        for tool in known.missing_in(self) {
            match rules.withdrawal {
                Withdrawal::ByMessage => changes.push(ToolChange::Withdraw(tool.name.as_ref()?.into())),
                Withdrawal::ByChoice(_) => {}
                Withdrawal::Never => return None,
            }
        }
        Some(changes)
    }

    /// The labels of the tools that the other set lacks.
    pub(super) fn left_out_of<'a>(&'a self, other: &'a Self) -> Vec<&'a str> {
        self.missing_in(other).map(|tool| tool.label.as_str()).listed()
    }

    /// Reports whether a tool holds credentials, as an MCP server's may.
    pub(super) fn has_credentials(&self) -> bool {
        let holds = |node: Node<'_>| {
            let fields = node.fields().unwrap_or_default();
            CREDENTIALS.iter().any(|name| fields.get(name).is_some_and(|node| !node.is_null()))
        };
        self.nodes().into_iter().any(holds)
    }

    /// The definitions.
    pub(super) fn nodes(&self) -> Vec<Node<'_>> {
        self.offered.iter().filter_map(|tool| Node::parse(&tool.json)).listed()
    }

    fn missing_in<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a Tool> {
        self.offered.iter().filter(|tool| !other.offered.iter().any(|other| other.is_same(tool)))
    }
}

/// The name in the definition of a tool. Chat completions have it in the field that is named after the type.
pub(super) fn tool_name(tool: Node<'_>) -> Option<String> {
    let fields = tool.fields()?;
    let inner = || fields.get(fields.text("type")?.as_ref())?.fields()?.text("name").map(Cow::into_owned);
    fields.text("name").map(Cow::into_owned).or_else(inner)
}

/// The fields of a tool that may hold credentials.
const CREDENTIALS: [&str; 3] = ["authorization", "authorization_token", "headers"];

/// The label of a tool for reports: its name, or its type and its server. Other fields may be long or secret.
pub(super) fn label(tool: Node<'_>) -> String {
    let fields = tool.fields().unwrap_or_default();
    let server = ["server_label", "mcp_server_name"].into_iter().find_map(|name| fields.text(name));
    let kind = fields.text("type").unwrap_or("tool".into());
    match (tool_name(tool), server) {
        (Some(name), _) => format!("`{name}`"),
        (None, Some(server)) => format!("`{kind}` of `{server}`"),
        (None, None) => format!("`{kind}`"),
    }
}

fn move_named(from: &mut Vec<Tool>, to: &mut Vec<Tool>, name: &str) {
    if let Some(at) = from.iter().position(|tool| tool.name.as_deref() == Some(name)) {
        to.push(from.remove(at));
    }
}
