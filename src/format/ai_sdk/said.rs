//! Writing what is said, part by part.

use super::form::Form;
use super::losses::Losses;
use super::media::write_media;
use super::part::write_text;
use super::reasoning::write_reasoning;
use super::served::{write_for_model, write_for_ui};
use crate::format::marks::is_marked;
use crate::json::ListWriter;
use crate::message::{Content, Extras, Format, Part, PartKind, Role};
use crate::repair::RepairCode;
use crate::sanitize::placeholder;

/// Writes a content as parts.
pub(super) fn write_said(
    content: &Content,
    form: Form,
    role: Role,
    list: &mut ListWriter<'_>,
    losses: &mut Losses,
) {
    match content {
        Content::Null => {}
        Content::Text(text) => write_text(text, &Extras::default(), form, role, list.item(), losses),
        Content::Parts(parts) => {
            for at in 0..parts.len() {
                write_part(parts, at, form, role, list, losses);
            }
        }
    }
}

/// Writes a part of a content.
pub(super) fn write_part(
    parts: &[Part],
    at: usize,
    form: Form,
    role: Role,
    list: &mut ListWriter<'_>,
    losses: &mut Losses,
) {
    let Some(part) = parts.get(at) else { return };
    match &part.kind {
        PartKind::Text(text) => write_text(text, &part.extras, form, role, list.item(), losses),
        PartKind::Refusal(text) => {
            losses.done(RepairCode::WrittenAsText, "a refusal has no form there, and is told as text");
            write_text(text, &part.extras, form, role, list.item(), losses);
        }
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => {
            let mut json = Vec::new();
            match write_media(part, form, role, &mut json, losses) {
                Some(()) => list.item().extend_from_slice(&json),
                None => {
                    let text = placeholder(part);
                    let detail =
                        format!("the {} became the text `{text}`: its source has no form there", part.noun());
                    losses.done(RepairCode::MediaReplaced, detail);
                    write_text(&text, &Extras::default(), form, role, list.item(), losses);
                }
            }
        }
        PartKind::Reasoning(_) if role == Role::Assistant => write_reasoning(part, form, list, losses),
        PartKind::Reasoning(_) => {
            losses
                .done(RepairCode::ReasoningDropped, "only the assistant thinks; the reasoning was left out");
        }
        PartKind::Other { format: Format::AiSdk, json, .. } => {
            let is_other = match form {
                Form::Model => is_marked(&part.extras, "form", "ui"),
                Form::Ui => is_marked(&part.extras, "form", "model"),
            };
            match (is_other, form) {
                (false, _) => list.item().extend_from_slice(json.as_bytes()),
                (true, Form::Model) => write_for_model(json, list, losses),
                (true, Form::Ui) => write_for_ui(json, parts, list, losses),
            }
        }
        PartKind::Other { json, .. } => losses.foreign(json),
    }
}
