//! Tools that a provider defines and the host runs.

use super::call::ToolResult;
use super::part::{Part, PartKind};
use crate::json::{Fields, Kind, Node};

/// A tool that OpenAI defines and the host runs. Its calls and results are items of their own types; elsewhere they are
/// calls and results like others, but for approvals, which nobody else knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Builtin {
    /// A screen, a mouse and a keyboard. Its result is a picture.
    Computer,
    /// Commands of a shell.
    Shell,
    /// One command of a shell, as older models ask for it.
    LocalShell,
    /// Changes of files.
    ApplyPatch,
    /// A search for tools that are not declared yet.
    ToolSearch,
    /// The question whether the provider may call a tool of a server.
    Approval,
}

impl Builtin {
    /// Every one of them.
    pub const ALL: [Self; 6] =
        [Self::Computer, Self::Shell, Self::LocalShell, Self::ApplyPatch, Self::ToolSearch, Self::Approval];

    /// Its name, which its calls have, too; a call for approval has the name of the tool that is asked for.
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

    /// The form that a result of it must have, when this one has another: what the provider takes cannot be made of it.
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

/// Reports whether a part can be what a computer returns: a picture, or what only the provider knows.
pub fn is_picture(part: &Part) -> bool {
    matches!(part.kind, PartKind::Image(_) | PartKind::Other { .. })
}

/// Reports whether a text is the JSON text of a decision: whether it was allowed, and why.
pub fn is_decision(text: &str) -> bool {
    let is_known = |(name, node): (&str, Node<'_>)| match name {
        "approve" => node.kind() == Kind::Bool,
        "reason" => node.kind() == Kind::Text,
        _ => false,
    };
    let says = |fields: Fields<'_>| fields.get("approve").is_some() && fields.iter().all(is_known);
    Node::parse(text).and_then(Node::fields).is_some_and(says)
}
