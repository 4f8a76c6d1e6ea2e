//! Messages of the Vercel AI SDK, version 5 and 6: model messages (`ModelMessage`), which its functions take, and UI
//! messages (`UIMessage`), which programs show and store.
//!
//! A list that was read is written again as it was, but for this:
//! - messages of tools that stand side by side are one, as the SDK joins them itself, unless they have options;
//! - results stand behind their calls; those that stood elsewhere are reported as moved;
//! - the question to a person stands behind its call, and the answer before the results;
//! - a UI message without an id gets one;
//! - `null` in place of options or of an approval says nothing, and is left out.

mod approval;
mod call;
mod form;
mod held;
mod losses;
mod media;
mod options;
mod output;
mod part;
mod read;
mod read_model;
mod read_ui;
mod reasoning;
mod said;
mod served;
mod text_block;
mod write_model;
mod write_ui;

use super::interchange::{Interchange, Told};
use super::reading::Reading;
use super::target::Place;
use crate::error::Outcome;
use crate::json::{Limits, Node};
use crate::message::{Format, MessageId};
use crate::repair::Repair;
use form::Form;

pub(super) use text_block::read_text_block;

/// Messages of the Vercel AI SDK.
#[derive(Debug)]
pub struct AiSdk;

impl Interchange for AiSdk {
    fn format(&self) -> Format {
        Format::AiSdk
    }

    fn forms(&self) -> &'static [&'static str] {
        &["model", "ui"]
    }

    fn holds(&self, of: Format, _: &str) -> bool {
        of == Format::AiSdk
    }

    fn needs_call_ids(&self) -> bool {
        true
    }

    fn read(
        &self,
        body: Node<'_>,
        limits: Limits,
        created_at: i64,
        mint: &mut dyn FnMut(Place) -> MessageId,
    ) -> Outcome<Reading> {
        read::read(body, limits, created_at, mint)
    }

    fn write(&self, told: &[Told<'_>], form: &str, out: &mut Vec<u8>) -> Vec<Repair> {
        match Form::named(form) {
            Form::Model => write_model::write(told, out),
            Form::Ui => write_ui::write(told, out),
        }
    }
}
