//! Vendors who speak the format: what their models' names say.

/// How names of OpenAI's models begin, and of Mistral's, whose servers refuse pictures in results, too
/// ("3 validation errors for ToolMessage", LibreChat-AI/agents#344).
const STRICT: [&str; 13] = [
    "gpt",
    "chatgpt",
    "o1",
    "o3",
    "o4",
    "codex",
    "ft:",
    "mistral",
    "ministral",
    "magistral",
    "codestral",
    "devstral",
    "pixtral",
];

/// Reports whether the name is of a model whose vendor is known to be neither OpenAI nor Mistral. Ollama and OpenRouter
/// take pictures in results (recorded: 200, with `qwen3` and `anthropic/claude-haiku-4.5`).
pub(super) fn is_other_vendors(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
    !name.is_empty() && !STRICT.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::is_other_vendors;

    #[test]
    fn names_of_openai_and_mistral_are_known() {
        let cases = [
            ("gpt-5", false),
            ("openai/gpt-4o", false),
            ("o3-mini", false),
            ("ft:gpt-4o:acme", false),
            ("mistral-large-latest", false),
            ("", false),
            ("qwen3", true),
            ("anthropic/claude-haiku-4.5", true),
            ("openrouter/auto", true),
        ];
        for (model, expected) in cases {
            assert_eq!(is_other_vendors(model), expected, "{model}");
        }
    }
}
