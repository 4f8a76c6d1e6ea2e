//! Remarks of a provider about the request in its answer, beside the answer and its tokens.

use crate::json::{ListWriter, Node, ObjectWriter};
use crate::message::Notes;

/// The kind of a notice about an answer that goes on in the next one.
const UNFINISHED: &str = "unfinished";

/// The notices of one answer. The words of all providers become one; `said` keeps the provider's own.
#[derive(Debug, Default)]
pub(in crate::format) struct Notices(Vec<String>);

impl Notices {
    /// Reasoning of the request was withheld from the model. `place` is the provider's name of it: a path or an id.
    pub(in crate::format) fn withheld(&mut self, said: &str, place: Option<&str>) {
        self.add("reasoning-withheld", Some((said, reason_of(said))), &[("at", place)], None);
    }

    /// The prompt cache was not read as far as the provider could have.
    pub(in crate::format) fn missed(&mut self, said: &str, tokens: Option<u64>) {
        self.add("cache-missed", Some((said, cause_of(said))), &[], tokens);
    }

    /// The answer stopped at a limit, and this token continues it.
    pub(in crate::format) fn unfinished(&mut self, token: &str) {
        self.add(UNFINISHED, None, &[("token", Some(token))], None);
    }

    fn add(
        &mut self,
        kind: &str,
        reason: Option<(&str, &str)>,
        texts: &[(&str, Option<&str>)],
        tokens: Option<u64>,
    ) {
        let mut out = Vec::new();
        let mut object = ObjectWriter::begin(&mut out);
        object.text("kind", kind);
        if let Some((said, reason)) = reason {
            object.text("reason", reason);
            object.text("said", said);
        }
        for (name, text) in texts {
            text.iter().for_each(|text| object.text(name, text));
        }
        if let Some(tokens) = tokens {
            object.json("tokens", &tokens.to_string());
        }
        object.end();
        self.0.push(String::from_utf8(out).unwrap_or_default());
    }

    /// Keeps the notices with the answer.
    pub(in crate::format) fn keep(self, notes: &mut Notes) {
        if self.0.is_empty() {
            return;
        }
        let mut out = Vec::new();
        let mut list = ListWriter::begin(&mut out);
        self.0.iter().for_each(|notice| list.item().extend_from_slice(notice.as_bytes()));
        list.end();
        notes.notices = String::from_utf8(out).ok().map(Box::from);
    }
}

/// The token that continues the answer, if it stopped at a limit.
pub(in crate::format) fn token_of(notes: &Notes) -> Option<String> {
    let notices = Node::parse(notes.notices.as_deref()?)?.list()?;
    let unfinished = notices.into_iter().filter_map(Node::fields);
    let mut unfinished = unfinished.filter(|notice| notice.text("kind").as_deref() == Some(UNFINISHED));
    Some(unfinished.next()?.text("token")?.into_owned())
}

/// The reason for which a provider withholds reasoning. OpenAI says `model_mismatch`, Anthropic `model_binding_mismatch`.
fn reason_of(said: &str) -> &str {
    match said.strip_suffix("_mismatch").map(|said| said.strip_suffix("_binding").unwrap_or(said)) {
        Some("end_user") => "end-user",
        Some(reason) => reason,
        None if said == "turn_boundary" => "turn",
        None => said,
    }
}

/// The cause of a cache miss. OpenAI and Anthropic name different ones.
fn cause_of(said: &str) -> &str {
    match said {
        "model_changed" => "model",
        "tools_changed" => "tools",
        "system_changed" => "system",
        "messages_changed" | "input_changed" | "context_compacted" => "messages",
        "previous_message_not_found" | "comparison_response_not_found" => "not-found",
        "unavailable" => "unavailable",
        // The effort, the format, the tier and other parameters.
        _ => "parameters",
    }
}
