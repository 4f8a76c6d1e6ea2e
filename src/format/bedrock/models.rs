//! The rows of Amazon's own models in the table of models.

use crate::format::models::{BreakpointSupport, Family, Model};

const NOVA: Model = Model { continues_words: true, ..Model::of(Family::Nova, &[], (0, 0)) };

/// The rows.
pub(in crate::format) const MODELS: &[Model] = &[
    Model { breakpoints: BreakpointSupport::BehindWords, ..NOVA }.told_by(
        "2026-11",
        "prefill: Amazon's guide to Nova; cache points: \
         <https://docs.aws.amazon.com/bedrock/latest/userguide/prompt-caching.html>, danny-avila/LibreChat#13838 (tools), \
         aws-samples/bedrock-engineer#71 (results)",
    ),
    Model { since: (2, 0), ..NOVA }
        .told_by("2026-11", "nova-2-lite (recorded: 200); cache points: zeroclaw-labs/zeroclaw#8943"),
];

#[cfg(test)]
mod tests {
    use crate::format::models::title_of;

    #[test]
    fn the_row_of_a_model_is_the_newest_that_its_name_allows() {
        let cases = [("us.amazon.nova-pro-v1:0", "Nova 0.0"), ("us.amazon.nova-2-lite-v1:0", "Nova 2.0")];
        for (name, expected) in cases {
            assert_eq!(title_of(name), expected, "{name}");
        }
    }
}
