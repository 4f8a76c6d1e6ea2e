//! Functions on bodies and lists without a conversation.

use crate::error::{Code, ConversationError, Outcome};
use crate::format::sizes::{BesideWeight, Breakdown, answer, estimator_name, model_size, window};
use crate::format::{
    AsItIs, BodyForm, BodyTexts, TARGETS, Target, as_it_is, backscroll, body_texts, breakdown, read_options,
    repair_body, target, validate, write_breakpoint_edits,
};
use crate::json::{Limits, ListWriter, Node, ObjectWriter, push_string};
use crate::list::Listed;
use crate::message::{Format, Message, MessageId};
use crate::sanitize;
use crate::tokens::Estimator;

/// Makes a provider's own body sendable again; writes `{"body", "repairs"}`, the body in one of the forms.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `invalid-argument`, `nothing-to-send`, `too-deep`, `too-large`,
/// `unknown-format`.
pub fn sanitize_body(
    form: BodyForm,
    number: usize,
    body: &str,
    options: &str,
    out: &mut Vec<u8>,
) -> Outcome<()> {
    let (body, repairs) = repair_body(form, numbered(number)?, parse(body)?, read_options(options)?)?;
    let mut object = ObjectWriter::begin(out);
    object.key("body").extend_from_slice(&body);
    let mut list = ListWriter::begin(object.key("repairs"));
    repairs.iter().for_each(|repair| repair.write(list.item()));
    list.end();
    object.end();
    Ok(())
}

/// Writes the size of a provider's own body or of a JSON list of neutral messages, and of its parts; see
/// [`Breakdown::write`].
///
/// # Errors
///
/// As [`sanitize_body`].
pub fn write_breakdown(
    format: &str,
    body: &str,
    options: &str,
    estimator: Estimator,
    out: &mut Vec<u8>,
) -> Outcome<()> {
    let (format, node, options) = (Format::parse(format)?, parse(body)?, read_options(options)?);
    if format != Format::Backscroll {
        breakdown(target(format)?, node, options, estimator)?.write(out);
        return Ok(());
    }
    let estimator = estimator.of_model(model_size(format, &options));
    let messages = read(node)?;
    let frame = BesideWeight { frame: estimator.weigh_frame(), ..BesideWeight::default() };
    let mut breakdown = Breakdown::new(estimator, frame);
    breakdown.window = window(&options).map_or(0, u64::from);
    breakdown.add_all(&messages.iter().listed());
    breakdown.write(out);
    Ok(())
}

/// The tokens that the fields of a request allow the answer, and the window of the model that the fields or the options
/// name; 0 for an unknown value. The fields may have any format.
///
/// # Errors
///
/// `invalid-argument`, `too-deep`.
pub fn window_of(fields: &str, options: &str) -> Outcome<[u64; 2]> {
    let fields = parse(fields)?.fields().unwrap_or_default();
    let mut options = read_options(options)?;
    let named = ["model", "modelId"].into_iter().find_map(|name| fields.text(name));
    options.capabilities.model = options.capabilities.model.or(named.map(Into::into));
    Ok([answer(&fields), window(&options).map_or(0, u64::from)])
}

/// Writes `{"estimator", "weight", "unit", "beside", "messages"}` of a provider's own body if it can be sent unchanged,
/// else `null`; see [`as_it_is`]. A token has `unit` units of weight.
///
/// # Errors
///
/// As [`sanitize_body`].
pub fn write_as_it_is(
    number: usize,
    body: &str,
    options: &str,
    estimator: Estimator,
    out: &mut Vec<u8>,
) -> Outcome<()> {
    let size = as_it_is(numbered(number)?, parse(body)?, read_options(options)?, estimator)?;
    let Some(AsItIs { estimator, weight, beside, messages }) = size else {
        out.extend_from_slice(b"null");
        return Ok(());
    };
    let mut object = ObjectWriter::begin(out);
    object.text("estimator", &estimator_name(estimator));
    object.number("weight", weight.0);
    object.number("unit", estimator.weight_of(1).0);
    object.number("beside", beside);
    object.number("messages", messages);
    object.end();
    Ok(())
}

/// Writes the values of a provider's own body that get cache breakpoints, as a JSON list of `{"field", "index", "value"}`.
///
/// # Errors
///
/// `invalid-message`, `invalid-argument`, `too-deep`, `unknown-format`.
pub fn write_breakpoints(number: usize, body: &str, options: &str, out: &mut Vec<u8>) -> Outcome<()> {
    write_breakpoint_edits(numbered(number)?, body, read_options(options)?, out)
}

/// Judges a provider's own body; writes `{"vendor", "findings"}`: the vendor that the options name, if they do, and the
/// violations. Text that is not a body is a violation, too.
///
/// # Errors
///
/// `invalid-argument`, `unknown-format`.
pub fn validate_body(number: usize, body: &str, options: &str, out: &mut Vec<u8>) -> Outcome<()> {
    let options = read_options(options)?;
    let vendor = options.vendor_name;
    let violations = validate(numbered(number)?, body, options);
    let mut object = ObjectWriter::begin(out);
    if let Some(vendor) = vendor {
        object.text("vendor", vendor);
    }
    let mut list = ListWriter::begin(object.key("findings"));
    violations.iter().for_each(|violation| violation.write(list.item()));
    list.end();
    object.end();
    Ok(())
}

/// Writes `{"messages", "beside", "tokens"}`: the texts of a provider's own body that a host's own estimator has to
/// weigh, and the tokens of everything else.
///
/// # Errors
///
/// As [`sanitize_body`].
pub fn write_body_texts(number: usize, body: &str, options: &str, out: &mut Vec<u8>) -> Outcome<()> {
    let BodyTexts { messages, beside, tokens, around } =
        body_texts(numbered(number)?, parse(body)?, read_options(options)?)?;
    let mut object = ObjectWriter::begin(out);
    let mut list = ListWriter::begin(object.key("messages"));
    messages.iter().for_each(|text| push_string(list.item(), text));
    list.end();
    let mut list = ListWriter::begin(object.key("beside"));
    for (text, share) in &beside {
        let mut pair = ListWriter::begin(list.item());
        push_string(pair.item(), text);
        pair.item().extend_from_slice(share.to_string().as_bytes());
        pair.end();
    }
    list.end();
    object.number("tokens", tokens);
    object.number("around", around);
    object.end();
    Ok(())
}

pub(super) fn numbered(number: usize) -> Outcome<&'static dyn Target> {
    TARGETS.get(number).copied().ok_or_else(unknown_target)
}

pub(super) fn unknown_target() -> ConversationError {
    ConversationError::new(Code::UnknownFormat, "there is no target of this number")
}

/// Leaves out unanswered calls and orphan results of a JSON list of neutral messages; writes the remaining list, with
/// its fields unchanged.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `too-deep`, `too-large`.
pub fn sanitize_tool_calls(list: &str, out: &mut Vec<u8>) -> Outcome<()> {
    let node = parse(list)?;
    let messages = read(node)?;
    let kept = sanitize::sanitize_tool_calls(&messages);
    let mut written = ListWriter::begin(out);
    for (node, kept) in node.list().unwrap_or_default().into_iter().zip(kept) {
        match kept {
            None => {}
            Some(stay) if stay.iter().all(|stay| *stay) => {
                written.item().extend_from_slice(node.json().as_bytes())
            }
            Some(stay) => write_with_calls(node, &stay, written.item()),
        }
    }
    written.end();
    Ok(())
}

/// Estimates a text in tokens.
pub fn estimate_text(estimator: Estimator, text: &str) -> u64 {
    estimator.tokens(estimator.weigh_text(text))
}

/// Estimates a JSON list of neutral messages in tokens.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `too-deep`, `too-large`.
pub fn estimate_messages(estimator: Estimator, list: &str) -> Outcome<u64> {
    let messages = read(parse(list)?)?;
    Ok(estimator.tokens(estimator.weigh_all(messages.iter())))
}

/// Writes the texts of a JSON list of neutral messages that a host's own estimator has to weigh, as a list.
///
/// # Errors
///
/// As [`estimate_messages`].
pub fn write_texts(list: &str, out: &mut Vec<u8>) -> Outcome<()> {
    let messages = read(parse(list)?)?;
    let mut written = ListWriter::begin(out);
    messages.iter().flat_map(Estimator::texts).for_each(|text| push_string(written.item(), &text));
    written.end();
    Ok(())
}

fn parse(text: &str) -> Outcome<Node<'_>> {
    Node::read(text, Limits::default().of_depth())
}

fn read(node: Node<'_>) -> Outcome<Vec<Message>> {
    let mut minted = 0_usize;
    backscroll::read_list(node, Limits::default(), 0, &mut || {
        minted = minted.saturating_add(1);
        MessageId::from(format!("m{}", minted.saturating_sub(1)))
    })
}

/// Writes the message with the calls that stay.
fn write_with_calls(node: Node<'_>, stay: &[bool], out: &mut Vec<u8>) {
    let fields = node.fields().unwrap_or_default();
    let mut object = ObjectWriter::begin(out);
    for (name, value) in fields.iter() {
        if name != "toolCalls" {
            object.json(name, value.json());
            continue;
        }
        let mut list = ListWriter::begin(object.key(name));
        let calls = value.list().unwrap_or_default().into_iter().zip(stay);
        calls
            .filter(|(_, stay)| **stay)
            .for_each(|(call, _)| list.item().extend_from_slice(call.json().as_bytes()));
        list.end();
    }
    object.end();
}
