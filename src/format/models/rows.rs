//! The table of models: the rows of each provider, and of open models.

use super::Model;
use super::family::Family;
use crate::format::tables::{joined, length};
use crate::message::providers;

/// Makes [`LISTS`] of the providers.
macro_rules! make_lists {
    ($($provider:ident, $name:literal, $folder:ident::$target:ident;)*) => {
        /// The rows of each provider, from its folder, and of open models.
        const LISTS: &[&[Model]] = &[$(crate::format::$folder::MODELS,)* OPEN];
    };
}
providers!(make_lists);

/// Open models, which many serve.
const OPEN: &[Model] = &[
    Model::of(Family::Qwen, &[], (0, 0)).told_by("2026-11", "as below"),
    Model { begins_with_system: true, ..Model::of(Family::Qwen, &[], (3, 5)) }.told_by(
        "2026-11",
        "\"System message must be at the beginning.\" (vllm-project/vllm#41114, QwenLM/Qwen3.8#244)",
    ),
    Model::of(Family::Kimi, &[], (0, 0)).told_by("2026-11", "as below"),
    Model { takes_tool_changes: true, ..Model::of(Family::Kimi, &[], (3, 0)) }
        .told_by("2026-11", "<https://docs.morphllm.com/sdk/components/dynamic-tool-loading>"),
];

static ROWS: [Model; length(LISTS)] = joined(Model::of(Family::Claude, &[], (0, 0)), LISTS);

/// The table.
pub static MODELS: &[Model] = &ROWS;
