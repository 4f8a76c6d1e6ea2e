//! Spoken answers: messages with a sound and its transcript beside the content.

use super::dialect::FieldPlace;
use super::dialect::Work;
use super::request_options::Mode;
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Content, Message, Part, Role};
use crate::repair::RepairCode;

/// The field of a message that holds the sound: `{id, data, expires_at, transcript}` in an answer of Chat Completions.
pub(crate) const AUDIO: &str = "audio";

/// The detail of a report on a transcript that is sent in place of the sound.
pub(crate) const TRANSCRIPT_SENT: &str = "the audio is sent as the text of its transcript";

/// Sends each sound as its id if the target takes it back, else as its transcript. A repaired body keeps the caller's
/// sound.
pub(super) fn write_transcripts(work: &mut Work<'_>) {
    if work.options.mode == Mode::Keep {
        return;
    }
    let takes_sound = (work.dialect.fields.defined)(FieldPlace::Message(Role::Assistant)).contains(&AUDIO);
    for at in 0..work.messages.len() {
        let Some(message) = work.messages.get(at) else { continue };
        let Some(sound) = sound_of(message) else { continue };
        match sound.get("id").filter(|_| takes_sound) {
            Some(id) => {
                // A sound that is only an id is not changed.
                if sound.iter().any(|(name, _)| name != "id") {
                    let id = id.json().to_owned();
                    work.edit(at, |message| refer_to(message, &id));
                }
            }
            None => {
                let mut copy = Message::clone(message);
                if replace_by_transcript(&mut copy) {
                    work.report_message(at, RepairCode::WrittenAsText, None, TRANSCRIPT_SENT.to_owned());
                    work.edit(at, |message| *message = copy);
                }
            }
        }
    }
}

/// Keeps only the id of the sound. The provider keeps the rest, so nothing is lost, and nothing is reported.
fn refer_to(message: &mut Message, id: &str) {
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    object.json("id", id);
    object.end();
    let extras = &mut message.notes_mut().extras;
    let origin = extras.origin();
    extras.retain(|name| name != AUDIO);
    extras.push(AUDIO, &String::from_utf8_lossy(&json));
    if let Some(origin) = origin {
        extras.claim(origin);
    }
}

/// Replaces the audio by its transcript, after the content. Returns false if there is no transcript.
pub(crate) fn replace_by_transcript(message: &mut Message) -> bool {
    let transcript = sound_of(message).and_then(|sound| Some(sound.text("transcript")?.into_owned()));
    let Some(text) = transcript.filter(|text| !text.trim().is_empty()) else { return false };
    message.notes_mut().extras.retain(|name| name != AUDIO);
    let content = message.content_mut();
    *content = match std::mem::take(content) {
        Content::Null => Content::text(&text),
        Content::Text(before) if before.is_empty() => Content::text(&text),
        before @ (Content::Text(_) | Content::Parts(_)) => {
            let mut parts = before.into_parts();
            parts.push(Part::text(&text));
            Content::Parts(parts)
        }
    };
    true
}

fn sound_of(message: &Message) -> Option<Fields<'_>> {
    let notes = message.notes.as_ref().filter(|_| message.role() == Role::Assistant)?;
    notes.extras.get(AUDIO).and_then(Node::parse)?.fields()
}
