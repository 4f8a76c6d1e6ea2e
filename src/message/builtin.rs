//! Tools that a provider defines and the host runs.

use super::call::ToolResult;
use super::part::{Part, PartKind};
use crate::json::{Fields, Kind, Node};

/// A tool that OpenAI defines and the host runs. In OpenAI Responses, its calls and results are items of their own
/// types. In other formats they are ordinary calls and results, except approvals, which no other format has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Builtin {
    /// A screen, a mouse and a keyboard. Its result is a picture.
    Computer,
    /// Commands of a shell.
    Shell,
    /// One command of a shell; older models use this tool.
    LocalShell,
    /// Changes of files.
    ApplyPatch,
    /// A search for tools that are not declared yet.
    ToolSearch,
    /// A request for approval: the provider asks before it calls a tool of an MCP server.
    Approval,
}

impl Builtin {
    /// Every built-in tool.
    pub const ALL: [Self; 6] =
        [Self::Computer, Self::Shell, Self::LocalShell, Self::ApplyPatch, Self::ToolSearch, Self::Approval];

    /// The name of the tool, and of its calls. A request for approval has the name of the tool that the provider wants
    /// to call.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Computer => "computer",
            Self::Shell => "shell",
            Self::LocalShell => "local_shell",
            Self::ApplyPatch => "apply_patch",
            Self::ToolSearch => "tool_search",
            Self::Approval => "mcp_approval",
        }
    }

    /// The form that a result of this tool must have; `None` when `result` has it. A result without it can never be
    /// sent.
    pub fn wants_of(self, result: &ToolResult) -> Option<&'static str> {
        match self {
            Self::Computer if !result.content.parts().iter().any(is_picture) => {
                Some("a picture, as `[{ type: \"image\", mediaType: \"image/png\", data }]`")
            }
            Self::Approval if !result.failed() && !is_decision(&result.content.plain_text()) => {
                Some("a decision, as the text `{\"approve\":true}`, which may have a `reason`")
            }
            Self::Computer
            | Self::Shell
            | Self::LocalShell
            | Self::ApplyPatch
            | Self::ToolSearch
            | Self::Approval => None,
        }
    }
}

/// Reports whether a part can be the output of a computer: a picture, or an unmodelled part.
pub fn is_picture(part: &Part) -> bool {
    matches!(part.kind, PartKind::Image(_) | PartKind::Other { .. })
}

/// Reports whether a text is the JSON text of a decision, with the decision and its reason.
pub fn is_decision(text: &str) -> bool {
    let is_known = |(name, node): (&str, Node<'_>)| match name {
        "approve" => node.kind() == Kind::Bool,
        "reason" => node.kind() == Kind::Text,
        _ => false,
    };
    let says = |fields: Fields<'_>| fields.get("approve").is_some() && fields.iter().all(is_known);
    Node::parse(text).and_then(Node::fields).is_some_and(says)
}
