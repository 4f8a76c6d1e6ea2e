//! The edits of a draft, as one type: Rust callers make them, JavaScript sends them as JSON.

use crate::error::{Code, ConversationError, Outcome};
use crate::history::{Draft, Why};
use crate::json::{Fields, Node};
use crate::list::Listed;
use crate::message::Message;
use crate::reduce::{self, By, CLEARED, ClearResults, Cut, Fit, ShortenResults, SlidingWindow};
use crate::repair::{Repair, RepairCode};

/// An edit of a draft. Each variant calls a function of [`reduce`](crate::reduce), except [`Operation::Keep`] and the
/// two reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Keeps the newest turns; see [`reduce::keep_recent_turns`].
    KeepRecentTurns(usize),
    /// Keeps the newest messages; see [`reduce::keep_recent_messages`].
    KeepRecentMessages(usize),
    /// Removes the messages of these ids, with the calls or results that they belong to; see [`reduce::remove`].
    Remove(Vec<String>),
    /// Shortens tool results; see [`reduce::shorten_results`].
    ShortenResults(ShortenResults),
    /// Clears tool results; see [`reduce::clear_results`].
    ClearResults(ClearResults),
    /// Reduces to a size by all steps; see [`reduce::fit`].
    Fit(Fit),
    /// Reduces to a size without removing a message; see [`reduce::shrink_results`].
    ShrinkResults(Fit),
    /// Reduces to a size by removing messages; see [`reduce::give_up_messages`].
    GiveUpMessages(Fit),
    /// Moves a window over the newest messages; see [`reduce::slide`].
    Slide(SlidingWindow),
    /// Puts a summary in place of the oldest messages; see [`reduce::summarize`].
    Summarize {
        /// The id of the last message that the summary replaces.
        through: String,
        /// The number of first messages that stay.
        pin_first: usize,
        /// True if the summary follows the messages that stay.
        at_end: bool,
        /// The summary.
        summary: Message,
    },
    /// Replaces the draft's messages by a list; see [`reduce::replace`].
    Replace(Vec<Message>),
    /// Keeps the messages of these ids whole, for this reason; see [`Draft::rule`]. Ids of no message are ignored.
    Keep(Vec<String>, Why),
    /// Clears or shortens results for a policy: the ids, and a text for each; see [`reduce::put_texts`].
    PutTexts(Vec<String>, Vec<String>),
    /// Replaces pictures by lines; see [`reduce::drop_pictures`].
    DropPictures(usize),
    /// Reports that this many lone surrogates in texts for the draft became U+FFFD.
    ReportSurrogates(usize),
    /// Reports that a step of the reduction failed, and that the next was taken.
    ReportSkipped(String),
}

/// Makes the messages that operations hold.
pub(super) trait MakeMessages {
    /// The summary with this text.
    fn summary(&mut self, text: &str) -> Message;

    /// The messages of a JSON list.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `too-deep`, `too-large`.
    fn list(&mut self, list: Node<'_>) -> Outcome<Vec<Message>>;
}

impl Operation {
    /// Reads an operation from JSON: an object whose `op` names it. A field that is absent or of another type is read as 0,
    /// empty, false or `None`: the TypeScript layer has checked the host's arguments.
    ///
    /// # Errors
    ///
    /// `invalid-argument` when there is no operation of this name; also the errors of [`MakeMessages::list`].
    pub(super) fn read(text: &str, messages: &mut impl MakeMessages) -> Outcome<Self> {
        let fields = Node::parse(text).and_then(Node::fields).unwrap_or_default();
        let string = |name: &str| fields.text(name).map(|text| text.into_owned()).unwrap_or_default();
        let fit = || Fit {
            target: tokens(&fields, "target").unwrap_or_default(),
            hold: tokens(&fields, "hold").unwrap_or_default(),
            jump: tokens(&fields, "jump").unwrap_or_default(),
            keep_turns: size(&fields, "keepTurns"),
            by: if truth(&fields, "byAge") { By::Age } else { By::Need },
        };
        Ok(match string("op").as_str() {
            "keepRecentTurns" => Self::KeepRecentTurns(size(&fields, "turns")),
            "keepRecentMessages" => Self::KeepRecentMessages(size(&fields, "messages")),
            "remove" => Self::Remove(strings(&fields, "ids")),
            "shortenResults" => Self::ShortenResults(ShortenResults {
                cut: Cut {
                    longer_than: size(&fields, "longerThan"),
                    head: size(&fields, "head"),
                    tail: size(&fields, "tail"),
                    media: truth(&fields, "media"),
                },
                largest_first: truth(&fields, "largest"),
                until: tokens(&fields, "until"),
            }),
            "clearResults" => Self::ClearResults(ClearResults {
                keep: size(&fields, "keep"),
                placeholder: fields.text("placeholder").map_or(CLEARED.to_owned(), |text| text.into_owned()),
                exclude: strings(&fields, "exclude"),
                until: None,
            }),
            "fit" => Self::Fit(fit()),
            "shrinkResults" => Self::ShrinkResults(fit()),
            "giveUpMessages" => Self::GiveUpMessages(fit()),
            "slide" => Self::Slide(SlidingWindow {
                size: size(&fields, "size"),
                pin_first: size(&fields, "pinFirst"),
                until: tokens(&fields, "until"),
            }),
            "summarize" => Self::Summarize {
                through: string("through"),
                pin_first: size(&fields, "pinFirst"),
                at_end: truth(&fields, "atEnd"),
                summary: messages.summary(&string("summary")),
            },
            "replace" => {
                Self::Replace(fields.get("messages").map_or(Ok(Vec::new()), |list| messages.list(list))?)
            }
            "keep" => Self::Keep(strings(&fields, "ids"), reason(&string("why"))),
            "putTexts" => Self::PutTexts(strings(&fields, "ids"), strings(&fields, "texts")),
            "dropPictures" => Self::DropPictures(size(&fields, "keep")),
            "reportSurrogates" => Self::ReportSurrogates(size(&fields, "count")),
            "reportSkipped" => Self::ReportSkipped(string("detail")),
            other => {
                let detail = format!("there is no operation `{other}` on a draft");
                return Err(ConversationError::new(Code::InvalidArgument, detail));
            }
        })
    }

    /// Edits the draft. Returns how many messages it removes or changes.
    ///
    /// # Errors
    ///
    /// `invalid-argument`.
    pub(super) fn apply(self, draft: &mut Draft) -> Outcome<usize> {
        match self {
            Self::KeepRecentTurns(turns) => Ok(reduce::keep_recent_turns(draft, turns)),
            Self::KeepRecentMessages(count) => Ok(reduce::keep_recent_messages(draft, count)),
            Self::Remove(ids) => reduce::remove(draft, ids.iter().map(String::as_str)),
            Self::ShortenResults(options) => Ok(reduce::shorten_results(draft, options)),
            Self::ClearResults(options) => Ok(reduce::clear_results(draft, &options)),
            Self::Fit(fit) => Ok(reduce::fit(draft, fit)),
            Self::ShrinkResults(fit) => Ok(reduce::shrink_results(draft, fit)),
            Self::GiveUpMessages(fit) => Ok(reduce::give_up_messages(draft, fit)),
            Self::Slide(window) => Ok(reduce::slide(draft, window)),
            Self::Summarize { through, pin_first, at_end, summary } => {
                reduce::summarize(draft, &through, pin_first, at_end, summary)
            }
            Self::Replace(messages) => reduce::replace(draft, messages),
            Self::Keep(ids, why) => {
                for id in ids {
                    if let Some((unit, own)) = draft.place_of(&id) {
                        draft.rule(unit, own, why);
                    }
                }
                Ok(0)
            }
            Self::PutTexts(ids, texts) => Ok(reduce::put_texts(draft, &ids, &texts)),
            Self::DropPictures(keep) => Ok(reduce::drop_pictures(draft, keep)),
            Self::ReportSurrogates(count) => {
                let detail =
                    format!("{count} lone surrogate(s) in the reducer's texts were replaced by U+FFFD");
                draft.report(Repair::new(RepairCode::LoneSurrogateReplaced, None, detail));
                Ok(0)
            }
            Self::ReportSkipped(detail) => {
                draft.report(Repair::new(RepairCode::ReductionStepFailed, None, detail));
                Ok(0)
            }
        }
    }
}

/// The reason to keep a message.
fn reason(name: &str) -> Why {
    let reasons = [Why::Instructions, Why::ToolKept];
    reasons.into_iter().find(|why| why.as_str() == name).unwrap_or(Why::Pinned)
}

/// A number of messages, turns or characters.
pub(super) fn size(fields: &Fields<'_>, name: &str) -> usize {
    usize::try_from(tokens(fields, name).unwrap_or_default()).unwrap_or(usize::MAX)
}

/// A number of tokens; `None` when the field is absent.
pub(super) fn tokens(fields: &Fields<'_>, name: &str) -> Option<u64> {
    fields.get(name).and_then(Node::count)
}

pub(super) fn truth(fields: &Fields<'_>, name: &str) -> bool {
    fields.get(name).and_then(Node::truth).unwrap_or_default()
}

fn strings(fields: &Fields<'_>, name: &str) -> Vec<String> {
    let list = fields.get(name).and_then(Node::list).unwrap_or_default();
    list.into_iter().filter_map(|item| Some(item.text()?.into_owned())).listed()
}
