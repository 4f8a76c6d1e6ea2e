//! Tools that messages add and remove (AN33).

use super::rules;
use crate::format::models::{Family, model_of};
use crate::format::write::into_text;
use crate::json::ObjectWriter;
use crate::json::{Fields, Node};
use crate::message::{Message, Part};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{
    Dialect, LookBack, Mode, NeighbourRule, Prompt, RequestOptions, ToolChange, ToolChanges, Withdrawal,
};

pub(super) const RESOLVED: NeighbourRule =
    NeighbourRule { apply: drop_unresolved, look_back: LookBack::Last };

/// A request of ours with definitions needs the beta `inline-tools-2026-09-15`, which the host's client names.
pub(super) static CHANGES: ToolChanges =
    ToolChanges { takes, vendor: None, read, write, redefines: true, withdrawal: Withdrawal::ByMessage };

fn takes(model: &str) -> bool {
    model_of(Family::Claude, model).is_some_and(|row| row.takes_tool_changes)
}

fn read(json: &str) -> Vec<ToolChange<'_>> {
    let Some(fields) = Node::parse(json).and_then(Node::fields) else { return Vec::new() };
    if fields.text("type").as_deref() != Some("compaction") {
        return read_one(&fields).into_iter().collect();
    }
    let changes = fields.get("tool_changes").and_then(Node::list).unwrap_or_default();
    changes.into_iter().filter_map(|change| read_one(&change.fields()?)).collect()
}

fn read_one<'a>(change: &Fields<'a>) -> Option<ToolChange<'a>> {
    let adds = match change.text("type").as_deref() {
        Some("tool_addition") => true,
        Some("tool_removal") => false,
        Some(_) | None => return None,
    };
    let tool = change.get("tool")?.fields()?;
    match (tool.text("type").as_deref(), adds) {
        (Some("tool_definition"), true) => Some(ToolChange::Define(tool.get("definition")?)),
        (Some("tool_reference"), true) => Some(ToolChange::Offer(tool.text("name")?)),
        (Some("tool_reference"), false) => Some(ToolChange::Withdraw(tool.text("name")?)),
        (Some(_) | None, _) => None,
    }
}

fn write(changes: &[ToolChange<'_>]) -> Vec<String> {
    let part = |change: &ToolChange<'_>| {
        let mut out = Vec::new();
        let mut object = ObjectWriter::begin(&mut out);
        let kind = if matches!(change, ToolChange::Withdraw(_)) { "tool_removal" } else { "tool_addition" };
        object.text("type", kind);
        let mut tool = ObjectWriter::begin(object.key("tool"));
        match change {
            ToolChange::Define(definition) => {
                tool.text("type", "tool_definition");
                tool.json("definition", definition.json());
            }
            ToolChange::Offer(name) | ToolChange::Withdraw(name) => {
                tool.text("type", "tool_reference");
                tool.text("name", name);
            }
        }
        tool.end();
        object.end();
        into_text(out)
    };
    changes.iter().map(part).collect()
}

/// Leaves out changes of tools that are neither declared in the request nor defined in a message before. In a request
/// that is written, the changes are the host's or those of `engine/tool_changes.rs`: only changes that the model does not
/// take are left out.
fn drop_unresolved(prompt: &mut Prompt<'_>, _: &Dialect, options: &RequestOptions) {
    let params = prompt.outer.params;
    let mut known = Known {
        is_taken: options.mode == Mode::Keep
            || options
                .model()
                .and_then(|name| model_of(Family::Claude, name))
                .is_none_or(|row| row.takes_tool_changes),
        is_partial: options.mode == Mode::Strict,
        tools: names(params, "tools"),
        servers: names(params, "mcp_servers"),
    };
    let Prompt { items, repairs, .. } = prompt;
    for item in items.iter_mut() {
        let (mut before, mut is_any) = (known.clone(), false);
        for message in item.messages() {
            for part in message.content().parts() {
                let Some(reason) = known.refusal(part) else { continue };
                is_any = true;
                let detail = format!("the change of a tool was left out: {reason}");
                let repair = Repair::new(RepairCode::PartDropped, Some(&rules::AN33), detail);
                repairs.push(repair.of_message(message));
            }
        }
        if is_any {
            item.change(|messages| {
                for message in messages.iter_mut() {
                    message.retain_parts(|_, part| before.refusal(part).is_none());
                }
                messages.retain(|message: &Message| !message.says_nothing());
            });
        }
    }
    items.retain(|item| !item.is_empty());
}

/// The tools that are known at a place of the conversation.
#[derive(Clone, Debug)]
struct Known {
    /// True if changes in messages are taken at all.
    is_taken: bool,
    /// True if tools may be known that the request does not name.
    is_partial: bool,
    tools: Vec<String>,
    servers: Vec<String>,
}

impl Known {
    /// The reason why a part is refused. Enters the tools that the part defines.
    fn refusal(&mut self, part: &Part) -> Option<&'static str> {
        let fields = part.as_other().and_then(|(_, json)| Node::parse(json)).and_then(Node::fields)?;
        match fields.text("type").as_deref() {
            Some("tool_addition" | "tool_removal") => {
                let resolves = self.resolves(&fields);
                match () {
                    () if !self.is_taken => Some("the model takes none in messages"),
                    () if !resolves => Some("the request does not declare the tool"),
                    () => None,
                }
            }
            Some("compaction") => {
                for change in fields.get("tool_changes").and_then(Node::list).unwrap_or_default() {
                    let _ = change.fields().is_some_and(|change| self.resolves(&change));
                }
                None
            }
            Some(_) | None => None,
        }
    }

    fn resolves(&mut self, change: &Fields<'_>) -> bool {
        let Some(tool) = change.get("tool").and_then(Node::fields) else { return true };
        let name = |field: &str| tool.text(field).unwrap_or_default().into_owned();
        match tool.text("type").as_deref() {
            Some("tool_reference") => self.is_partial || self.tools.contains(&name("name")),
            Some("mcp_tool_reference" | "mcp_toolset_reference") => {
                self.is_partial || self.servers.contains(&name("server_name"))
            }
            Some("tool_definition") => {
                let definition = tool.get("definition").and_then(Node::fields).unwrap_or_default();
                self.tools.push(definition.text("name").unwrap_or_default().into_owned());
                true
            }
            Some(_) | None => true,
        }
    }
}

/// The names in a list of the request.
fn names(params: &Fields<'_>, field: &str) -> Vec<String> {
    let entries = params.get(field).and_then(Node::list).unwrap_or_default();
    entries.into_iter().filter_map(|entry| Some(entry.fields()?.text("name")?.into_owned())).collect()
}
