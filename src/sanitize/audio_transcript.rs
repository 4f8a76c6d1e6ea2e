//! Answers that were spoken: the sound stands beside the content, with a transcript of it.

use super::dialect::Place;
use super::request_options::Mode;
use super::sanitized_unit::Work;
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Content, Message, Part, Role};
use crate::repair::RepairCode;

/// The field of a message that holds the sound: `{id, data, expires_at, transcript}` in an answer of Chat Completions.
pub(crate) const AUDIO: &str = "audio";

/// What is said of a transcript that is sent in place of the sound.
pub(crate) const TOLD: &str = "what was spoken is sent as the text of its transcript";

/// Sends what was spoken in the form that the target takes it back in. In a body that is repaired it stays as the caller
/// wrote it.
pub(super) fn send_spoken_words(work: &mut Work<'_>) {
    if work.options.mode == Mode::Keep {
        return;
    }
    let takes_sound = (work.dialect.fields.defined)(Place::Message(Role::Assistant)).contains(&AUDIO);
    for line in 0..work.messages.len() {
        let Some(message) = work.messages.get(line).filter(|message| sound_of(message).is_some()) else {
            continue;
        };
        match name_of(message).filter(|_| takes_sound) {
            Some(id) => work.edit(line, |message| refer(message, &id)),
            None => {
                let mut copy = Message::clone(message);
                if tell_spoken(&mut copy) {
                    work.report_message(line, RepairCode::WrittenAsText, None, TOLD.to_owned());
                    work.edit(line, |message| *message = copy);
                }
            }
        }
    }
}

/// The id of a sound that holds more than that.
fn name_of(message: &Message) -> Option<String> {
    let sound = sound_of(message)?;
    let is_whole = sound.iter().any(|(name, _)| name != "id");
    sound.get("id").filter(|_| is_whole).map(|id| id.json().to_owned())
}

/// The id is all that Chat Completions takes, for the provider keeps the rest: so nothing is lost, and nothing is reported.
fn refer(message: &mut Message, id: &str) {
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    object.json("id", id);
    object.end();
    let extras = &mut message.notes_mut().extras;
    let origin = extras.origin();
    extras.retain(|name| name != AUDIO);
    extras.push(AUDIO, &String::from_utf8_lossy(&json));
    origin.into_iter().for_each(|origin| extras.claim(origin));
}

/// Puts the transcript in place of the sound, behind what the message says; false when there is none.
pub(crate) fn tell_spoken(message: &mut Message) -> bool {
    let transcript = sound_of(message).and_then(|sound| Some(sound.text("transcript")?.into_owned()));
    let Some(text) = transcript.filter(|text| !text.trim().is_empty()) else { return false };
    message.notes_mut().extras.retain(|name| name != AUDIO);
    let content = message.content_mut();
    *content = match std::mem::take(content) {
        Content::Null => Content::text(&text),
        Content::Text(said) if said.is_empty() => Content::text(&text),
        said @ (Content::Text(_) | Content::Parts(_)) => {
            let mut parts = said.into_parts();
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
