//! Models that check what stands before reasoning that comes back (OR15).

use crate::format::models::{Family, Model, model_of};

/// Reports whether the model checks it. An unknown name is taken for that of the newest model.
pub(super) fn checks_prefix(model: Option<&str>) -> bool {
    row(model).is_none_or(|row| row.is_bound)
}

/// Reports whether `instructions` are checked, too. The newest models take them for the end of the input.
pub(super) fn checks_prompt(model: Option<&str>) -> bool {
    row(model).is_some_and(|row| row.binds_prompt)
}

fn row(model: Option<&str>) -> Option<&'static Model> {
    model_of(Family::OpenAi, model?)
}

#[cfg(test)]
mod tests {
    use super::{checks_prefix, checks_prompt};

    #[test]
    fn the_version_in_a_name_decides() {
        let cases = [
            ("gpt-4o-2024-08-06", false, true),
            ("gpt-5", false, true),
            ("gpt-5.6-luna", false, true),
            ("openai/gpt-5.6", false, true),
            ("o4-mini", false, true),
            ("codex-mini-latest", false, true),
            ("ft:gpt-4.1-2025-04-14:org::id", false, true),
            ("gpt-6-astra", true, true),
            ("gpt-6.2", true, false),
            ("gpt-7", true, false),
            ("a-deployment", true, false),
        ];
        for (model, prefix, prompt) in cases {
            assert_eq!((checks_prefix(Some(model)), checks_prompt(Some(model))), (prefix, prompt), "{model}");
        }
    }
}
