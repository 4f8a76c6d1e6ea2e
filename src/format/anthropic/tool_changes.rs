//! Tools that messages add and remove (AN33).

use super::rules;
use crate::format::json::write::into_text;
use crate::format::models::{Family, model_of};
use crate::json::ObjectWriter;
use crate::json::{Fields, Node};
use crate::list::Listed;
use crate::message::{Message, Part};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{
    Dialect, LookBack, Mode, NeighbourRule, Prompt, PromptItem, RequestOptions, ToolChange, ToolChanges,
    Withdrawal, kind_of,
};

pub(super) const RESOLVED: NeighbourRule =
    NeighbourRule { apply: drop_unresolved, look_back: LookBack::Each { holds: changes_tools } };

/// Changes need the beta header `mid-conversation-tool-changes-2026-07-01`, and definitions `inline-tools-2026-09-15`
/// (langchain-ai/langchainjs, @langchain/anthropic 1.5.12). The host's client sends both.
pub(super) static CHANGES: ToolChanges =
    ToolChanges { takes, vendor: None, read, write, redefines: true, withdrawal: Withdrawal::ByMessage };

fn takes(model: &str) -> bool {
    model_of(Family::Claude, model).is_some_and(|row| row.takes_tool_changes)
}

fn read(json: &str) -> Vec<ToolChange<'_>> {
    let Some(fields) = Node::parse(json).and_then(Node::fields) else { return Vec::new() };
    if fields.text("type").as_deref() != Some("compaction") {
        return read_one(&fields).into_iter().listed();
    }
    let changes = fields.get("tool_changes").and_then(Node::list).unwrap_or_default();
    changes.into_iter().filter_map(|change| read_one(&change.fields()?)).listed()
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
    changes.iter().map(part).listed()
}

/// Leaves out changes of tools that are neither declared in the request nor defined in an earlier message: a reduction
/// may have removed the definition, or the host gives no tools. `engine/tool_changes.rs` handles our own changes.
fn drop_unresolved(prompt: &mut Prompt<'_>, _: &Dialect, options: &RequestOptions) {
    let params = prompt.outer.params;
    if options.mode == Mode::Strict && options.tool_messages.is_some() {
        return;
    }
    let mut tools = names(params, "tools");
    let servers = names(params, "mcp_servers");
    let Prompt { items, repairs, .. } = prompt;
    for item in items.iter_mut() {
        let (mut before, mut is_any) = (tools.clone(), false);
        for message in item.messages() {
            for part in message.content().parts() {
                if is_unresolved(part, &mut tools, &servers) {
                    is_any = true;
                    let detail = "the change of a tool was left out: the request does not declare the tool";
                    repairs.push(
                        Repair::new(RepairCode::PartDropped, Some(&rules::AN33), detail).of_message(message),
                    );
                }
            }
        }
        if is_any {
            item.change(|messages| {
                for message in messages.iter_mut() {
                    message.retain_parts(|_, part| !is_unresolved(part, &mut before, &servers));
                }
                messages.retain(|message: &Message| !message.says_nothing());
            });
        }
    }
    items.retain(|item| !item.is_empty());
}

/// The blocks that change tools.
const CHANGING: [&str; 3] = ["tool_addition", "tool_removal", "compaction"];

/// Reports whether the host or the provider changes tools there.
fn changes_tools(item: &PromptItem<'_>) -> bool {
    let messages = item.messages();
    let mut told = messages.iter().filter(|message| !message.tells_tools());
    let is_change = |json: &str| CHANGING.contains(&kind_of(json).as_str()) && !read(json).is_empty();
    told.any(|message| {
        message.content().parts().iter().filter_map(Part::as_other).any(|(_, json)| is_change(json))
    })
}

/// Reports whether the part changes an unknown tool. Adds the tools that the part defines to `tools`.
fn is_unresolved(part: &Part, tools: &mut Vec<String>, servers: &[String]) -> bool {
    let Some(fields) = part.as_other().and_then(|(_, json)| Node::parse(json)).and_then(Node::fields) else {
        return false;
    };
    match fields.text("type").as_deref() {
        Some("tool_addition" | "tool_removal") => !resolves(&fields, tools, servers),
        Some("compaction") => {
            for change in fields.get("tool_changes").and_then(Node::list).unwrap_or_default() {
                let _ = change.fields().is_some_and(|change| resolves(&change, tools, servers));
            }
            false
        }
        Some(_) | None => false,
    }
}

fn resolves(change: &Fields<'_>, tools: &mut Vec<String>, servers: &[String]) -> bool {
    let Some(tool) = change.get("tool").and_then(Node::fields) else { return true };
    let name = |field: &str| tool.text(field).unwrap_or_default().into_owned();
    match tool.text("type").as_deref() {
        Some("tool_reference") => tools.contains(&name("name")),
        Some("mcp_tool_reference" | "mcp_toolset_reference") => servers.contains(&name("server_name")),
        Some("tool_definition") => {
            let definition = tool.get("definition").and_then(Node::fields).unwrap_or_default();
            tools.push(definition.text("name").unwrap_or_default().into_owned());
            true
        }
        Some(_) | None => true,
    }
}

/// The names in a list of the request.
fn names(params: &Fields<'_>, field: &str) -> Vec<String> {
    let entries = params.get(field).and_then(Node::list).unwrap_or_default();
    entries.into_iter().filter_map(|entry| Some(entry.fields()?.text("name")?.into_owned())).listed()
}
