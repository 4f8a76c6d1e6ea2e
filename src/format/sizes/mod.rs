//! The sizes of requests, by model.
//!
//! A new model is a new row. An unknown model has the newest row of its family that its name allows, or the row of
//! unknown models, which counts too much rather than too little. The rows are in the folders of the providers; the rows
//! of open models are in `rows.rs`. `SIZES.md` beside RULES.md is made from the rows (`tests/rules.rs`).

mod beside;
mod breakdown;
mod row;
mod rows;
mod windows;

pub(super) use row::{
    MARGIN, NO_REASONING, NO_SIZES, ProviderSizes, RECORDED, TWO_LISTS, framed, only, other, plain_tools,
    row, window_row, with_picture,
};
pub use row::{RequestKind, SizeRow, WindowRow};

pub use rows::{SIZES, WINDOWS, named};

pub use beside::{BesideTexts, BesideWeight};
pub use breakdown::Breakdown;
pub use windows::{answer, window};

use super::models::best;
use crate::error::Outcome;
use crate::message::Format;
use crate::sanitize::RequestOptions;
use crate::tokens::{Estimator, ModelSize, UNKNOWN};

/// The sizes of the model that a request asks.
pub fn model_size(format: Format, options: &RequestOptions) -> &'static ModelSize {
    let named = options.model().and_then(|model| row_of(format, model, options));
    named.map_or_else(|| rows::unknown(format, options), |row| &row.size)
}

/// The estimator of this name, such as `script` or `script@claude-4.7`.
///
/// # Errors
///
/// `invalid-argument`.
pub fn estimator(name: &str) -> Outcome<Estimator> {
    let Some((text, model)) = name.split_once('@') else { return Estimator::parse(name) };
    let estimator = Estimator::parse(text)?;
    Ok(named(model).map_or(estimator, |model| estimator.of_model(model)))
}

/// The name of an estimator, with its model's name.
pub fn estimator_name(estimator: Estimator) -> String {
    let text = estimator.as_str();
    match estimator.model().name {
        name if name == UNKNOWN.name => text.to_owned(),
        name => format!("{text}@{name}"),
    }
}

/// The row of a model's name.
fn row_of(format: Format, name: &str, options: &RequestOptions) -> Option<&'static SizeRow> {
    let of_format = || SIZES.iter().filter(|row| row.requests.have(format, options));
    without_makers(name, |name| {
        let at = best(name, &mut of_format().map(|row| (row.family, row.words, row.since)));
        at.and_then(|at| of_format().nth(at))
    })
}

/// Looks a name up; if it is unknown, the rest of it after the maker that Bedrock puts first.
fn without_makers<T>(name: &str, find: impl Fn(&str) -> Option<T>) -> Option<T> {
    let mut rest = Some(name);
    while let Some(name) = rest {
        if let Some(found) = find(name) {
            return Some(found);
        }
        let maker =
            name.split_once('.').filter(|(maker, _)| maker.bytes().all(|byte| byte.is_ascii_alphabetic()));
        rest = maker.map(|(_, rest)| rest);
    }
    None
}
