//! Functions on bodies and lists without a conversation.

use super::buffers::{Inbox, Outbox};
use super::core::{count, tokens, whole};
use super::error::thrown;
use crate::engine::{
    check_program_body, convert_body, estimate_messages, estimate_text, sanitize_body, sanitize_tool_calls,
    trim_body, validate_body, window_of, write_as_it_is, write_body_texts, write_breakdown,
    write_breakpoints, write_texts,
};
use crate::format::{read_options, sizes};
use crate::json::Limits;
use crate::message::Format;
use crate::reduce::By;
use crate::tokens::Weight;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

/// The buffers of functions that need no conversation.
#[wasm_bindgen]
#[derive(Debug, Default)]
pub struct Stateless {
    inbox: Inbox,
    outbox: Outbox,
}

#[wasm_bindgen]
impl Stateless {
    #[wasm_bindgen(constructor)]
    pub fn new() -> Stateless {
        Self::default()
    }

    pub fn reserve(&mut self, bytes: usize) -> Result<*mut u8, JsValue> {
        self.inbox.reserve(bytes).map_err(thrown)
    }

    #[wasm_bindgen(js_name = outPtr)]
    pub fn out_ptr(&self) -> usize {
        self.outbox.address()
    }

    pub fn sanitize(&mut self, target: usize, length: usize, options: usize) -> Result<usize, JsValue> {
        let texts = || Ok((self.inbox.text(0, length)?, self.inbox.text(length, options)?));
        let (body, options) = texts().map_err(thrown)?;
        sanitize_body(target, body, options, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    #[wasm_bindgen(js_name = asItIs)]
    pub fn as_it_is(
        &mut self,
        target: usize,
        length: usize,
        options: usize,
        estimator: &str,
    ) -> Result<usize, JsValue> {
        let estimator = sizes::estimator(estimator).map_err(thrown)?;
        let texts = || Ok((self.inbox.text(0, length)?, self.inbox.text(length, options)?));
        let (body, options) = texts().map_err(thrown)?;
        write_as_it_is(target, body, options, estimator, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    /// Returns the weight of the texts in the inbox. The header after them, of `header` bytes, holds their lengths.
    #[wasm_bindgen(js_name = weighTexts)]
    pub fn weigh_texts(&self, estimator: &str, texts: usize, header: usize) -> Result<f64, JsValue> {
        let estimator = sizes::estimator(estimator).map_err(thrown)?;
        let mut sum = Weight(0);
        let mut rest = self.inbox.text(0, texts).map_err(thrown)?;
        for length in self.inbox.bytes(texts, header).as_chunks::<4>().0 {
            let length = usize::try_from(u32::from_le_bytes(*length)).unwrap_or(usize::MAX);
            let (text, behind) = rest.split_at_checked(length).unwrap_or((rest, ""));
            sum = sum.plus(estimator.weigh_text(text));
            rest = behind;
        }
        Ok(count(sum.0))
    }

    pub fn validate(&mut self, target: usize, length: usize, options: usize) -> Result<usize, JsValue> {
        let texts = || Ok((self.inbox.text(0, length)?, self.inbox.text(length, options)?));
        let (body, options) = texts().map_err(thrown)?;
        validate_body(target, body, options, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    pub fn breakpoints(&mut self, target: usize, length: usize, options: usize) -> Result<usize, JsValue> {
        let texts = || Ok((self.inbox.text(0, length)?, self.inbox.text(length, options)?));
        let (body, options) = texts().map_err(thrown)?;
        write_breakpoints(target, body, options, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    /// Converts a body. After the options, the inbox holds descriptions of the formats that the host reads or writes,
    /// the source first. A format of the core has no description, so its length is 0.
    pub fn convert(
        &mut self,
        from: &str,
        to: &str,
        length: usize,
        options: usize,
        source: usize,
        target: usize,
    ) -> Result<usize, JsValue> {
        let mut end = 0_usize;
        let mut next = |length: usize| {
            let start = end;
            end = end.saturating_add(length);
            self.inbox.text(start, length)
        };
        let mut texts = || Ok((next(length)?, next(options)?, [next(source)?, next(target)?]));
        let (body, options, programs) = texts().map_err(thrown)?;
        convert_body([from, to], programs, body, options, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    #[wasm_bindgen(js_name = checkProgramBody)]
    pub fn check_program_body(
        &self,
        format: &str,
        length: usize,
        is_answer: bool,
        message_bytes: f64,
        depth: f64,
    ) -> Result<bool, JsValue> {
        let limits = Limits { bytes: whole(message_bytes), depth: whole(depth) };
        let text = self.inbox.text(0, length).map_err(thrown)?;
        check_program_body(format, text, limits, is_answer).map_err(thrown)
    }

    pub fn trim(
        &mut self,
        target: usize,
        length: usize,
        options: usize,
        estimator: &str,
        most: f64,
        by_age: bool,
    ) -> Result<usize, JsValue> {
        let estimator = sizes::estimator(estimator).map_err(thrown)?;
        let by = if by_age { By::Age } else { By::Need };
        let texts = || Ok((self.inbox.text(0, length)?, self.inbox.text(length, options)?));
        let (body, options) = texts().map_err(thrown)?;
        trim_body(target, body, options, estimator, tokens(most), by, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    #[wasm_bindgen(js_name = sanitizeToolCalls)]
    pub fn sanitize_tool_calls(&mut self, length: usize) -> Result<usize, JsValue> {
        let list = self.inbox.text(0, length).map_err(thrown)?;
        sanitize_tool_calls(list, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    #[wasm_bindgen(js_name = bodyTexts)]
    pub fn body_texts(&mut self, target: usize, length: usize, options: usize) -> Result<usize, JsValue> {
        let texts = || Ok((self.inbox.text(0, length)?, self.inbox.text(length, options)?));
        let (body, options) = texts().map_err(thrown)?;
        write_body_texts(target, body, options, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    pub fn texts(&mut self, length: usize) -> Result<usize, JsValue> {
        let list = self.inbox.text(0, length).map_err(thrown)?;
        write_texts(list, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    /// Returns the name of the estimator for the model in the options.
    #[wasm_bindgen(js_name = estimatorOf)]
    pub fn estimator_of(&self, format: &str, estimator: &str, options: usize) -> Result<String, JsValue> {
        let name = || {
            let options = read_options(self.inbox.text(0, options)?)?;
            let model = sizes::model_size(Format::parse(format)?, &options);
            Ok(sizes::estimator_name(sizes::estimator(estimator)?.of_model(model)))
        };
        name().map_err(thrown)
    }

    /// Returns the answer's token limit in the fields of a request, and the window of its model; 0 for an unknown
    /// value.
    #[wasm_bindgen(js_name = windowOf)]
    pub fn window_of(&self, fields: usize, options: usize) -> Result<Vec<f64>, JsValue> {
        let known = || window_of(self.inbox.text(0, fields)?, self.inbox.text(fields, options)?);
        Ok(known().map_err(thrown)?.map(super::core::count).to_vec())
    }

    pub fn breakdown(
        &mut self,
        format: &str,
        estimator: &str,
        length: usize,
        options: usize,
    ) -> Result<usize, JsValue> {
        let estimator = sizes::estimator(estimator).map_err(thrown)?;
        let texts = || Ok((self.inbox.text(0, length)?, self.inbox.text(length, options)?));
        let (body, options) = texts().map_err(thrown)?;
        write_breakdown(format, body, options, estimator, self.outbox.open()).map_err(thrown)?;
        Ok(self.outbox.length())
    }

    pub fn estimate(&mut self, estimator: &str, length: usize, is_text: bool) -> Result<f64, JsValue> {
        let estimator = sizes::estimator(estimator).map_err(thrown)?;
        let text = self.inbox.text(0, length).map_err(thrown)?;
        let tokens = match is_text {
            true => Ok(estimate_text(estimator, text)),
            false => estimate_messages(estimator, text),
        };
        tokens.map(super::core::count).map_err(thrown)
    }
}
