//! The rows of Gemini in the table of models.

use crate::format::models::{Family, Model};

/// Gemini before 3.6, except 3.5 Flash-Lite.
const CONTINUING_GEMINI: Model =
    Model { continues_words: true, takes_media_in_results: false, ..Model::of(Family::Gemini, &[], (0, 0)) };

const GEMINI_3: Model =
    Model { signs_calls: true, takes_media_in_results: true, since: (3, 0), ..CONTINUING_GEMINI };

const NEWEST_GEMINI: Model = Model { continues_words: false, ends_results: true, since: (3, 6), ..GEMINI_3 };

/// The rows.
pub(in crate::format) const MODELS: &[Model] = &[
    CONTINUING_GEMINI.told_by("2026-07", "gemini-2.5-flash: 200 (LibreChat-AI/agents#323); media: Gemini's guide to results"),
    GEMINI_3.told_by("2026-07", "gemini-3.5-flash: 200 (LibreChat-AI/agents#323); signatures: Gemini's guide to them"),
    Model { words: &["flash-lite"], since: (3, 5), ..NEWEST_GEMINI }
        .told_by("2026-07", "gemini-3.5-flash-lite: 400 (LibreChat-AI/agents#323)"),
    NEWEST_GEMINI.told_by(
        "2026-07",
        "gemini-3.6-flash: 400 (LibreChat-AI/agents#323), \"and all future releases\" (Zoo-Code-Org/Zoo-Code#1052)",
    ),
];

#[cfg(test)]
mod tests {
    use crate::format::models::title_of;

    #[test]
    fn the_row_of_a_model_is_the_newest_that_its_name_allows() {
        let cases = [
            ("gemini-3-pro-preview", "Gemini 3.0"),
            ("models/gemini-3.1-flash", "Gemini 3.0"),
            ("publishers/google/models/gemini-2.5-pro", "Gemini 0.0"),
            ("gemini-3.5-flash", "Gemini 3.0"),
            ("gemini-3.5-flash-lite", "Gemini flash-lite 3.5"),
            ("gemini-3.6-flash", "Gemini 3.6"),
            ("gemini-3.10-pro", "Gemini 3.6"),
            ("gemini-4-pro", "Gemini 3.6"),
            ("gemini-flash-latest", ""),
        ];
        for (name, expected) in cases {
            assert_eq!(title_of(name), expected, "{name}");
        }
    }
}
