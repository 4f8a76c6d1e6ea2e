//! The entry points by which untrusted text enters the engine.

use backscroll::engine::{
    Advanced, Conversation, Operation, Replay, Settings, convert_body, sanitize_body, sanitize_tool_calls,
    validate_body,
};
use backscroll::error::ConversationError;
use backscroll::format::{BodyForm, TARGETS};
use backscroll::reduce::Fit;
use backscroll::tokens::Estimator;
use serde_json::value::RawValue;
use std::sync::LazyLock;

/// The maximum number of output bytes for each input byte, including the report. A report has a sentence for
/// a message or a call of a few bytes. The largest observed ratio is below half of this.
const MOST_GROWTH: usize = 100;

/// The number of output bytes that are always allowed.
const ROOM: usize = 4096;

type Taken = Result<Vec<u8>, ConversationError>;

/// An entry point.
pub(crate) struct WayIn {
    pub(crate) name: String,
    pub(crate) take: Box<dyn Fn(&str) -> Taken + Send + Sync>,
    /// The error codes that an entry point may return.
    pub(crate) refusals: &'static [&'static str],
}

impl WayIn {
    /// Takes the text. Returns the output, or the code of the refusal.
    ///
    /// # Errors
    ///
    /// The refusal has an unknown code; the output is too long, or is no JSON.
    pub(crate) fn checked(&self, text: &str) -> Result<Result<Vec<u8>, &'static str>, String> {
        let Self { name, take, refusals } = self;
        let out = match take(text) {
            Ok(out) => out,
            Err(error) => {
                let code = error.code().as_str();
                let is_known = refusals.contains(&code);
                return if is_known {
                    Ok(Err(code))
                } else {
                    Err(format!("{name}: refused with `{code}`: {error}"))
                };
            }
        };
        if out.len() > text.len() * MOST_GROWTH + ROOM {
            return Err(format!("{name}: {} bytes became {}", text.len(), out.len()));
        }
        // Raw values, because JSON numbers may exceed every numeric type.
        match serde_json::from_slice::<&RawValue>(&out) {
            Ok(_) => Ok(Ok(out)),
            Err(_) => Err(format!("{name}: what came out is no JSON: {}", String::from_utf8_lossy(&out))),
        }
    }
}

const BODY: &[&str] = &[
    "invalid-message",
    "invalid-role",
    "too-deep",
    "too-large",
    "nothing-to-send",
    "duplicate-id",
    "wrong-format",
];
const SNAPSHOT: &[&str] = &["invalid-snapshot", "snapshot-version", "too-deep", "too-large"];
const NONE: &[&str] = &[];

pub(crate) static WAYS_IN: LazyLock<Vec<WayIn>> = LazyLock::new(ways_in);

fn ways_in() -> Vec<WayIn> {
    let targets: Vec<&'static str> = TARGETS.iter().map(|target| target.dialect().format.as_str()).collect();
    let mut ways = Vec::new();
    let mut way = |name: String, refusals, take: Box<dyn Fn(&str) -> Taken + Send + Sync>| {
        ways.push(WayIn { name, take, refusals });
    };
    for (number, name) in targets.iter().copied().enumerate() {
        way(
            format!("sanitize {name}"),
            BODY,
            wrote(move |text, out| sanitize_body(BodyForm::Whole, number, text, "", out)),
        );
        way(format!("validate {name}"), NONE, wrote(move |text, out| validate_body(number, text, "", out)));
        way(format!("fit {name}"), BODY, wrote(move |text, out| fitted(name, text, out)));
        way(format!("answer {name}"), BODY, Box::new(move |text| answered(name, text)));
        way(format!("read {name}"), BODY, Box::new(move |text| read(name, number, text)));
    }
    let all: Vec<&'static str> = targets.iter().copied().chain(["backscroll"]).collect();
    for (at, from) in all.iter().copied().enumerate() {
        // Each format is read once and written once; all pairs would take quadratic time.
        let to = all[(at * 3 + 1) % all.len()];
        way(
            format!("{from} to {to}"),
            BODY,
            wrote(move |text, out| convert_body([from, to], [""; 2], text, "", out)),
        );
    }
    // The messages that the host read, and the format to write.
    let programs = ["{}", r#"{"holds":["bedrock/video"],"hasDocumentBlocks":true,"needsCallIds":true}"#];
    way(
        "langchain to strands".to_owned(),
        BODY,
        wrote(move |text, out| convert_body(["langchain", "strands"], programs, text, "", out)),
    );
    way("tool calls".to_owned(), BODY, wrote(sanitize_tool_calls));
    way("a snapshot".to_owned(), SNAPSHOT, Box::new(restored));
    ways
}

/// Returns the bytes that `write` appends.
fn wrote(
    work: impl Fn(&str, &mut Vec<u8>) -> Result<(), ConversationError> + Send + Sync + 'static,
) -> Box<dyn Fn(&str) -> Taken + Send + Sync> {
    Box::new(move |text| {
        let mut out = Vec::new();
        work(text, &mut out).map(|()| out)
    })
}

fn messages(conversation: &Conversation) -> Vec<u8> {
    let mut out = Vec::new();
    conversation.write_messages(&mut out);
    out
}

/// Reads a body into a conversation, and reads all of the conversation's state.
fn read(format: &str, target: usize, text: &str) -> Taken {
    let mut conversation = Conversation::new(Settings::default());
    let before = messages(&conversation);
    let read = conversation.read(format, text, 0);
    if read.is_err() {
        assert_eq!(messages(&conversation), before, "what was refused left something behind");
    }
    read?;
    let mut out = Vec::new();
    conversation.request(target, "", "", &mut out).map(|()| out)
}

fn answered(format: &str, text: &str) -> Taken {
    let mut conversation = Conversation::new(Settings::default());
    conversation.add_response(format, text, 0)?;
    Ok(messages(&conversation))
}

/// A body as a replay makes it fit that is reduced once, at its end.
fn fitted(format: &str, text: &str, out: &mut Vec<u8>) -> Result<(), ConversationError> {
    let mut replay = Replay::open(format, "", text, "", "", Estimator::SCRIPT)?;
    let mut conversation = Conversation::new(Settings::default());
    conversation.begin_replay(&replay);
    while conversation.advance(&mut replay, None)? != Advanced::End {}
    let mut draft = conversation.begin_draft();
    conversation.edit(&mut draft, Operation::Fit(Fit::to(60)))?;
    conversation.commit(draft)?;
    conversation.write_fitted(&mut replay, out)
}

fn restored(text: &str) -> Taken {
    let (conversation, _) = Conversation::restored(text, None, 0)?;
    Ok(messages(&conversation))
}
