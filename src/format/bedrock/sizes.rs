//! The sizes of Amazon's own models.

use super::claude::NEW_CLAUDE;
use crate::format::models::Family;
use crate::format::sizes::{ProviderSizes, RECORDED, framed, other, row, window_row, with_picture};
use crate::message::Format;
use crate::tokens::{Frame, MediaSize, ModelSize, PictureSize, UNKNOWN};

const GUIDE: &str = "the user guide of Amazon Nova";

const NOVA: ModelSize = ModelSize {
    frame: Frame { request: 0, thinking: 0, system: 0, user: 0, answer: 4, silent: 4, result: 4 },
    ..with_picture("nova", PictureSize::Flat(1_826), other("nova", 1_110, 325, 1_000))
};

const NOVA_2: ModelSize = ModelSize {
    media: MediaSize {
        picture: PictureSize::Flat(460),
        page: 2_550,
        words: 0,
        sound: 32,
        film: 220,
        other: 0,
        citations: 0,
    },
    ..framed(35, other("nova-2", 1_000, 832, 1_000))
};

/// The rows.
pub(in crate::format) const SIZES: ProviderSizes = ProviderSizes {
    rows: &[row(Family::Nova, &[], (0, 0), NOVA, RECORDED), row(Family::Nova, &[], (2, 0), NOVA_2, RECORDED)],
    unnamed: &[],
    windows: &[
        window_row(Family::Nova, &[], (0, 0), 128_000, GUIDE),
        window_row(Family::Nova, &["lite", "pro"], (0, 0), 300_000, GUIDE),
        window_row(Family::Nova, &["premier"], (0, 0), 1_000_000, GUIDE),
        window_row(Family::Nova, &["lite", "pro"], (2, 0), 1_000_000, GUIDE),
    ],
    unknown: &[(Format::Bedrock, |options| match options.model() {
        // A profile of Bedrock's own does not name its model.
        Some(model) if !model.starts_with("arn:") => &UNKNOWN,
        Some(_) | None => &NEW_CLAUDE,
    })],
};
