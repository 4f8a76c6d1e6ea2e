//! The rows of Mistral in the table of models.

use crate::format::models::{Family, Model};

/// The rows.
pub(in crate::format) const MODELS: &[Model] = &[
    Model { takes_media_in_results: false, ..Model::of(Family::Mistral, &[], (0, 0)) }.told_by(
        "2026-07",
        "pictures: \"3 validation errors for ToolMessage\" (LibreChat-AI/agents#344); the user after a result: \
         `mistral-medium-latest`, `devstral-medium-latest` (zed#37021), Mistral Small 4 behind vLLM \
         (mistral-vibe#578)",
    ),
    Model {
        takes_user_after_results: true,
        takes_media_in_results: false,
        ..Model::of(Family::Mistral, &["small-latest"], (0, 0))
    }
    .told_by("2026-07", "mistral-small-latest (recorded: 200, twice)"),
];

#[cfg(test)]
mod tests {
    use crate::format::models::title_of;

    #[test]
    fn the_row_of_a_model_is_the_newest_that_its_name_allows() {
        let cases =
            [("mistral-large-latest", "Mistral 0.0"), ("mistral-small-latest", "Mistral small-latest 0.0")];
        for (name, expected) in cases {
            assert_eq!(title_of(name), expected, "{name}");
        }
    }
}
