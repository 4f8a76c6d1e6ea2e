//! Media and other parts in places that do not take them.

use super::builtins::holds_media;
use super::dialect::Dialect;
use super::dialect::Work;
use super::fields::kind_of;
use super::request_options::Mode;
use super::text_blocks::{TextBlockCodec, as_block, as_text_detail, writer};
use super::vendor::Pictures;
use crate::json::Node;
use crate::message::{Body, Content, Media, Message, Part, PartKind, Role, TextBlock, WRITTEN_AS, data_url};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use std::borrow::Cow;

/// Media larger than this in either direction are refused.
const MOST_PIXELS: u64 = 8_000;

/// Corrects sources of media, replaces media that cannot be sent by text, moves media of results to the user's turn where
/// results are text only, and drops parts that have no place in their role.
pub(super) fn place_media(work: &mut Work<'_>) {
    let mut moved = Vec::new();
    for at in 0..work.messages.len() {
        correct_sources(work, at);
        replace_media(work, at);
        place_parts(work, at, &mut moved);
    }
    let Some(head) = work.messages.first().filter(|_| !moved.is_empty()) else { return };
    let id = format!("{}:media", head.id);
    let created_at = head.created_at;
    work.messages.push(Cow::Owned(Message::new(id, created_at, Body::User(Content::Parts(moved)))));
}

/// For each part of a message, the parts that replace it; `None` for a part that stays.
type Replacements = Vec<Option<Vec<Part>>>;

fn replace(work: &mut Work<'_>, at: usize, replacements: Replacements) {
    if replacements.iter().any(Option::is_some) {
        let mut replacements = replacements.into_iter();
        work.edit(at, |message| message.replace_parts(|_| replacements.next().flatten()));
    }
}

/// Sends data URLs as bytes, and gives bytes the type that their beginning shows. A repaired body is changed only
/// where the target would refuse it.
fn correct_sources(work: &mut Work<'_>, at: usize) {
    let Some(message) = work.messages.get(at) else { return };
    let mut replacements = Replacements::new();
    for part in message.content().parts() {
        replacements.push(None);
        if part.as_media().is_none() {
            continue;
        }
        let own = with_own_id(part, work.dialect);
        if let Some(own) = own.filter(|own| (work.dialect.media.is_writable)(&own.kind)) {
            replacements.pop();
            replacements.push(Some(vec![own]));
            continue;
        }
        let mut copy = part.clone();
        let Some(done) = copy.correct_source() else { continue };
        let is_refused = !(work.dialect.media.is_writable)(&part.kind) || has_url_in_data(part);
        if is_refused {
            let detail = format!("the source of the {} was corrected: {done}", copy.noun());
            let rule = work.dialect.media.source_rule;
            let repair = Repair::new(RepairCode::MediaSourceCorrected, rule, detail);
            work.repairs.push(repair.of_message(message));
        }
        if is_refused || work.options.mode == Mode::Strict {
            replacements.pop();
            replacements.push(Some(vec![copy]));
        }
    }
    replace(work, at, replacements);
}

/// Returns the part with the id that the target's provider gave the file, if the source has ids of several providers
/// (`fileIds`, by format).
fn with_own_id(part: &Part, dialect: &Dialect) -> Option<Part> {
    let owner = dialect.media.shares_files_with.unwrap_or(dialect.format);
    let written_as = Node::parse(part.extras.get(WRITTEN_AS)?)?.fields()?;
    let id = written_as.get("fileIds")?.fields()?.text(owner.as_str())?.as_ref().into();
    let mut own = part.clone();
    let media = own.as_media_mut()?;
    (media.file_id, media.origin) = (Some(id), Some(owner));
    (media.data, media.url) = (None, None);
    Some(own)
}

/// Reports whether there is a data URL in place of bytes. Audio is not changed: Alibaba's Model Studio, a vendor of
/// chat completions, requires `input_audio` with `data:;base64,`.
fn has_url_in_data(part: &Part) -> bool {
    let data = part.as_media().and_then(|media| media.data.as_deref());
    !matches!(part.kind, PartKind::Audio(_)) && data.and_then(data_url).is_some()
}

/// Replaces media that the target does not take by text: the text of a text file, or a line that names the media.
fn replace_media(work: &mut Work<'_>, at: usize) {
    let Some(message) = work.messages.get(at) else { return };
    let dialect = work.dialect;
    let mut replacements = Replacements::new();
    for part in message.content().parts() {
        let Some((rule, reason)) = refusal(work, message, part) else {
            replacements.push(None);
            continue;
        };
        let (code, detail, parts) = match text_of(part) {
            Some(block) => {
                let write = writer(dialect, message).filter(|_| reason != BLIND);
                let read = dialect.content.read_text_block;
                let codec = TextBlockCodec { format: dialect.format, read, write };
                let detail = as_text_detail(&block);
                let parts = as_block(&block, codec).map_or_else(|| block.into_parts(), |part| vec![part]);
                (RepairCode::WrittenAsText, detail, parts)
            }
            None => {
                let text = placeholder(part);
                let detail = format!("the {} became the text `{text}`: {reason}", part.noun());
                (RepairCode::MediaReplaced, detail, vec![Part::text(&text)])
            }
        };
        work.repairs.push(Repair::new(code, rule, detail).of_message(message));
        replacements.push(Some(parts));
    }
    replace(work, at, replacements);
}

/// The rule that forbids to send media, and the reason in words.
type MediaRefusal = (Option<&'static Rule>, &'static str);

const BLIND: &str = "the model sees no media";

/// Returns why media cannot be sent; `None` when they can.
fn refusal(work: &Work<'_>, message: &Message, part: &Part) -> Option<MediaRefusal> {
    let media = part.as_media()?;
    let Dialect { media: rules, results, .. } = work.dialect;
    match work.options.capabilities.media {
        Some(false) => return Some((None, BLIND)),
        None if (rules.is_blind)(work.options) => return Some((rules.source_rule, BLIND)),
        Some(true) | None => {}
    }
    let has_no_files = || work.options.vendor.is_some_and(|vendor| !vendor.takes_files);
    if matches!(part.kind, PartKind::File(_)) && has_no_files() {
        return Some((place_rule(work, message), "the vendor takes no files"));
    }
    if let Some(rule) = results.error_text_rule
        && has_failed(message)
    {
        return Some((Some(rule), "the error of a tool must be text"));
    }
    if is_too_large(media) {
        return Some((rules.size_rule, "it is larger than 8000 pixels"));
    }
    if !(rules.is_writable)(&part.kind) {
        let reason = if media.is_of_no_type() {
            "its type is unknown, and its bytes do not show it; give its media type"
        } else if media.data.is_some() && !media.is_base64() {
            "its bytes are not valid base64"
        } else if media.is_local() {
            "no provider can load its URL; give its bytes"
        } else {
            "the target does not take its type or source"
        };
        return Some((rules.source_rule, reason));
    }
    let is_text = || media.text().is_some();
    if work.options.mode == Mode::Strict && rules.text_files_as_text && is_text() {
        return Some((rules.source_rule, "files of text are sent as text"));
    }
    let takes_part = (rules.takes_part)(message.role(), &part.kind);
    if message.role() != Role::Tool {
        return (!takes_part).then(|| (place_rule(work, message), "a message of this role may not hold it"));
    }
    // Other media of results can move to the user's message.
    let takes_in_results = takes_part && results_take_media(work);
    (!takes_in_results && is_text()).then(|| (place_rule(work, message), "a result may not hold files"))
}

fn has_failed(message: &Message) -> bool {
    message.result().is_some_and(|result| result.failed())
}

/// The rule on parts that have no place in this message.
fn place_rule(work: &Work<'_>, message: &Message) -> Option<&'static Rule> {
    match message.role() {
        Role::System => work.dialect.system.rule,
        Role::User | Role::Assistant | Role::Tool => work.dialect.media.place_rule,
    }
}

/// Reports whether the requested model takes media in results.
fn results_take_media(work: &Work<'_>) -> bool {
    (work.dialect.media.results_take)(work.options.model())
}

/// Replaces text files by their text. Returns a detail for each.
pub(crate) fn replace_text_files(message: &mut Message) -> Vec<String> {
    let mut details = Vec::new();
    message.replace_parts(|part| {
        let block = text_of(part)?;
        details.push(as_text_detail(&block));
        Some(block.into_parts())
    });
    details
}

/// Returns the text of a text file, with its title, its context and its other fields.
fn text_of(part: &Part) -> Option<TextBlock> {
    let media = part.as_media()?;
    let mut block = TextBlock::document(media.name.clone(), &media.text()?);
    let field = |name: &str| part.extras.get(name).filter(|json| *json != "null");
    block.citations = field("citations").map(Box::from);
    block.context =
        field("context").and_then(Node::parse).and_then(|node| Some(node.text()?.as_ref().into()));
    block.extras = part.extras.clone();
    block.extras.retain(|name| !["citations", "context"].contains(&name));
    Some(block)
}

/// Moves parts that the role does not take to `moved`, or drops them.
fn place_parts(work: &mut Work<'_>, at: usize, moved: &mut Vec<Part>) {
    let Some(message) = work.messages.get(at) else { return };
    let role = message.role();
    let rules = &work.dialect.media;
    let is_sure = work.options.vendor.is_some_and(|vendor| vendor.pictures == Pictures::InResults);
    let is_known = work.options.mode == Mode::Keep || is_sure;
    let takes = |role, part: &PartKind| {
        (rules.takes_part)(role, part) || (is_known && (rules.vendors_take)(work.options, role, part))
    };
    let text_only = work.dialect.results.error_text_rule.filter(|_| has_failed(message));
    let holds_media = role != Role::Tool || (results_take_media(work) && holds_media(work, at));
    let fits = |part: &Part| {
        takes(role, &part.kind)
            && (text_only.is_none() || part.as_text().is_some())
            && (holds_media || part.as_media().is_none())
    };
    if message.content().parts().iter().all(fits) {
        return;
    }
    let rule = text_only.or(place_rule(work, message));
    let mut kept = Vec::new();
    // For each part, the number of kept parts before it.
    let mut before = Vec::new();
    for part in message.content().parts() {
        before.push(kept.len());
        if fits(part) {
            kept.push(part.clone());
            continue;
        }
        let noun = part.noun();
        let can_move = role == Role::Tool && is_movable(part, work.dialect) && takes(Role::User, &part.kind);
        let (code, detail) = if can_move {
            let call_id = message.result().map_or("", |result| &result.call_id);
            moved.push(Part::text(&format!("[{noun} of tool result {call_id}]")));
            moved.push(part.clone());
            let detail = format!("the {noun} of the tool result was moved to a user message after it");
            (RepairCode::MediaMoved, detail)
        } else {
            let kind = part.as_other().map(|(_, json)| kind_of(json));
            let kind = kind.as_deref().unwrap_or(noun);
            let detail =
                format!("a part of type `{kind}` has no place in a message of this role, and was left out");
            (RepairCode::PartDropped, detail)
        };
        work.repairs.push(Repair::new(code, rule, detail).of_message(message));
    }
    if kept.is_empty() && role == Role::Tool && !moved.is_empty() {
        kept.push(Part::text("[see the next message]"));
    }
    work.edit(at, |message| {
        for call in message.calls_mut() {
            call.after_parts = call.after_parts.and_then(|parts| before.get(parts).copied());
        }
        *message.content_mut() = if kept.is_empty() { Content::Null } else { Content::Parts(kept) };
    });
}

/// Reports whether a part can move from a result to the user's turn. An unmodelled part must be defined by the target:
/// it may be a nested result, which the user's turn does not take.
fn is_movable(part: &Part, dialect: &Dialect) -> bool {
    let is_defined = |(_, json)| dialect.fields.parts.contains(&kind_of(json).as_str());
    let is_any_known = !dialect.fields.parts.is_empty();
    part.as_media().is_some() || part.as_other().is_some_and(|other| !is_any_known || is_defined(other))
}

fn is_too_large(media: &Media) -> bool {
    media.width.is_some_and(|width| width > MOST_PIXELS)
        || media.height.is_some_and(|height| height > MOST_PIXELS)
}

/// Names media in words, so that the model knows what it does not see.
pub(crate) fn placeholder(part: &Part) -> String {
    let media = part.as_media();
    let about = media.and_then(|media| media.name.as_deref().or(media.media_type.as_deref()));
    match about {
        Some(about) => format!("[{}: {about}]", part.noun()),
        None => format!("[{}]", part.noun()),
    }
}
