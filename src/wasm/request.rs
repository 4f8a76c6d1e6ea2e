//! The methods that read or write a request without a conversation: a part of the engine, and the whole of a smaller wasm.

use super::answer::{NONE, truth};
use super::boxes::Outbox;
use super::estimate::{estimate, estimator};
use super::inputs::Inputs;
use super::method::Method;
use crate::engine::{
    check_program_body, convert_body, sanitize_body, sanitize_tool_calls, validate_body, window_of,
    write_as_it_is, write_body_texts, write_breakdown, write_breakpoints,
};
use crate::error::Outcome;
use crate::format::BodyForm;
use crate::json::{Limits, ListWriter};

#[cfg(not(feature = "conversations"))]
impl super::core::Core {
    /// Runs a method. Returns a number; the outbox holds what else it answers.
    pub(super) fn run(&mut self, method: Method, given: Inputs<'_>) -> Outcome<f64> {
        request(method, given, &mut self.outbox)
    }
}

/// Runs a method of requests, or one that estimates.
#[expect(clippy::wildcard_enum_match_arm, reason = "all other methods estimate, or are the engine's")]
pub(super) fn request(method: Method, mut given: Inputs<'_>, outbox: &mut Outbox) -> Outcome<f64> {
    match method {
        Method::Sanitize => {
            sanitize_body(BodyForm::Parts, given.count(), given.text()?, given.text()?, outbox.open())?
        }
        Method::AsItIs => {
            let (target, body, options) = (given.count(), given.text()?, given.text()?);
            write_as_it_is(target, body, options, estimator(&mut given)?, outbox.open())?;
        }
        Method::Validate => validate_body(given.count(), given.text()?, given.text()?, outbox.open())?,
        Method::Breakpoints => write_breakpoints(given.count(), given.text()?, given.text()?, outbox.open())?,
        // After the options, descriptions of the formats that the host reads or writes, the source first; empty for a
        // format of the core.
        Method::Convert => {
            let formats = [given.text()?, given.text()?];
            let (body, options) = (given.text()?, given.text()?);
            convert_body(formats, [given.text()?, given.text()?], body, options, outbox.open())?;
        }
        Method::CheckProgramBody => {
            let (format, body, is_answer) = (given.text()?, given.text()?, given.flag());
            return check_program_body(format, body, limits(&mut given), is_answer).map(truth);
        }
        Method::SanitizeToolCalls => sanitize_tool_calls(given.text()?, outbox.open())?,
        Method::BodyTexts => write_body_texts(given.count(), given.text()?, given.text()?, outbox.open())?,
        // The answer's limit in the fields of a request, and the window of its model, in tokens; 0 if unknown.
        Method::WindowOf => {
            let known = window_of(given.text()?, given.text()?)?;
            write_numbers(known.map(|tokens| tokens.to_string()), outbox.open());
        }
        Method::BreakdownOf => {
            let format = given.text()?;
            let estimator = estimator(&mut given)?;
            write_breakdown(format, given.text()?, given.text()?, estimator, outbox.open())?;
        }
        _ => return estimate(method, given, outbox),
    }
    Ok(NONE)
}

/// Reads limits of bytes and depth.
pub(super) fn limits(given: &mut Inputs<'_>) -> Limits {
    Limits { bytes: given.count(), depth: given.count() }
}

/// Writes numbers as a list.
pub(super) fn write_numbers(numbers: impl IntoIterator<Item = String>, out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    numbers.into_iter().for_each(|number| list.item().extend_from_slice(number.as_bytes()));
    list.end();
}
