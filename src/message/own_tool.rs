//! Tools that a provider defines and the host runs.

/// A tool that OpenAI defines and the host runs. Its calls and results are items of their own types; elsewhere they are
/// calls and results like others, but for approvals, which nobody else knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnTool {
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

impl OwnTool {
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
}
