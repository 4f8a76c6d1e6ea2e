//! Reading calls and results, and pairing them.

use super::dialect::UNNAMED;
use super::media::read_result_part;
use super::spelling::Spelled;
use crate::error::Outcome;
use crate::format::json::read::{at_item, keep_nested, list};
use crate::hash::HashMap;
use crate::json::{Fields, Kind, Node};
use crate::list::Listed;
use crate::message::{
    Arguments, CallKind, Content, Extras, MessageId, Part, STRUCTURED, ToolCall, ToolResult,
};
use crate::repair::RepairCode;
use std::collections::VecDeque;

/// The modelled fields of a call.
pub(super) const OF_CALL: [&str; 3] = ["id", "name", "args"];

/// The modelled fields of a result.
pub(super) const OF_RESULT: [&str; 4] = ["id", "name", "response", "parts"];

/// The result of a call, as a part holds it.
pub(super) struct ReadResult {
    pub(super) result: ToolResult,
    pub(super) name: Option<Box<str>>,
    pub(super) extras: Extras,
    /// The repair of a response that was not an object: its code and its detail.
    pub(super) repair: Option<(RepairCode, &'static str)>,
}

/// Reads a call. `extras` are the other fields of its part.
pub(super) fn read_call(fields: &Fields<'_>, mut extras: Extras) -> Outcome<ToolCall> {
    let call = Spelled::new(fields);
    keep_nested(&mut extras, "functionCall", &call.extras(&OF_CALL));
    Ok(ToolCall {
        id: call.text("id").unwrap_or_default(),
        name: call.text("name").unwrap_or_default(),
        // The provider treats absent arguments as an empty object.
        arguments: Arguments::Json(call.get("args").map_or("{}", Node::json).into()),
        kind: CallKind::Function,
        after_parts: None,
        extras,
    })
}

/// Reads a result. `extras` are the other fields of its part.
pub(super) fn read_response(fields: &Fields<'_>, mut extras: Extras) -> Outcome<ReadResult> {
    let response = Spelled::new(fields);
    keep_nested(&mut extras, "functionResponse", &response.extras(&OF_RESULT));
    let said = ResponseText::read(response.get("response"));
    if said.is_structured {
        extras.push(STRUCTURED, "true");
    }
    let content = match response.get("parts") {
        None => said.text.map_or(Content::Null, Content::Text),
        Some(parts) => {
            let mut all: Vec<Part> = said.text.iter().map(|text| Part::text(text)).collect();
            for (at, node) in list(parts).map_err(|error| error.at("parts"))?.into_iter().enumerate() {
                all.push(read_result_part(node).map_err(|error| at_item(error, "parts", at))?);
            }
            Content::Parts(all)
        }
    };
    let call_id = response.text("id").unwrap_or_default();
    Ok(ReadResult {
        result: ToolResult { call_id, content, is_error: said.is_error.then_some(true) },
        name: response.text("name"),
        extras,
        repair: said.repair,
    })
}

/// The text of a response.
#[derive(Default)]
struct ResponseText {
    text: Option<Box<str>>,
    /// True if the text is a whole object.
    is_structured: bool,
    is_error: bool,
    repair: Option<(RepairCode, &'static str)>,
}

impl ResponseText {
    /// Reads a response. `{"output": text}` and `{"error": text}` become their text, any other object its JSON text.
    fn read(response: Option<Node<'_>>) -> Self {
        let Some(node) = response else {
            let repair = Some((RepairCode::ContentFilled, "a result without a response got an empty one"));
            return Self { text: Some("".into()), repair, ..Self::default() };
        };
        let Some(fields) = node.fields() else { return Self::wrapped(node) };
        let only: Vec<(&str, Node<'_>)> = fields.iter().listed();
        // Some servers write `"error": null` or `"error": false` when there is no error.
        let is_error =
            matches!(only.as_slice(), [("error", node)] if !node.is_null() && node.truth() != Some(false));
        let text = match only.as_slice() {
            [("output" | "error", node)] => node.text().map(Box::from),
            _ => None,
        };
        let is_structured = text.is_none();
        Self { text: text.or_else(|| Some(node.json().into())), is_structured, is_error, repair: None }
    }

    /// A response that is not an object. A text is kept as text; any other value is put under the key `output`.
    fn wrapped(node: Node<'_>) -> Self {
        let text = match node.kind() {
            Kind::Text => node.text().map(Box::from),
            Kind::Null | Kind::Bool | Kind::Number | Kind::List | Kind::Object => None,
        };
        let is_structured = text.is_none();
        let text = text.or_else(|| Some(format!("{{\"output\":{}}}", node.json()).into()));
        let detail = "the response of a tool was not an object, and was put into one";
        Self { text, is_structured, is_error: false, repair: Some((RepairCode::ArgumentsWrapped, detail)) }
    }
}

/// Counts the results that name each id.
type Named = HashMap<Box<str>, usize>;

/// The ids that results name, turn by turn. A turn begins with the first call after a content that is not the model's.
/// `contents` holds, for each content, true if it is the model's, and its parts.
pub(super) fn named_by_turn<'a>(contents: impl Iterator<Item = (bool, Vec<Node<'a>>)>) -> VecDeque<Named> {
    let mut turns = VecDeque::from([Named::default()]);
    let mut is_said = false;
    for (is_models, parts) in contents {
        is_said &= is_models;
        for part in parts.into_iter().filter_map(Node::fields).map(|fields| Spelled::new(&fields)) {
            if part.inner("functionCall").is_some() {
                if !is_said {
                    turns.push_back(Named::default());
                }
                is_said = true;
            }
            let id = part.inner("functionResponse").and_then(|response| response.text("id"));
            if let (Some(id), Some(named)) = (id.filter(|id| !id.is_empty()), turns.back_mut()) {
                *named.or_default(id) += 1;
            }
        }
    }
    turns
}

/// The calls that a result may answer: the calls of the model's last turn with calls.
#[derive(Default)]
pub(super) struct CallTracker {
    calls: Vec<TrackedCall>,
    /// The ids that later results name, for this turn and the turns after it.
    named: VecDeque<Named>,
    /// True while the content is the model's.
    is_said: bool,
}

struct TrackedCall {
    id: Box<str>,
    name: Box<str>,
    is_named: bool,
    is_answered: bool,
}

impl CallTracker {
    /// No calls yet. `named` holds the ids that results name: a result without an id leaves the calls of these ids to
    /// them.
    pub(super) fn of_results(named: VecDeque<Named>) -> Self {
        Self { named, ..Self::default() }
    }

    /// Ends the model's turn: a content of another role follows.
    pub(super) fn end_turn(&mut self) {
        self.is_said = false;
    }

    /// Adds a call. A call without an id gets an id made from its place.
    pub(super) fn track(&mut self, call: &mut ToolCall, message: &MessageId, place: usize) {
        if !self.is_said {
            self.calls.clear();
            self.named.pop_front();
        }
        self.is_said = true;
        let is_named = !call.id.is_empty();
        if !is_named {
            call.id = unnamed(message, place);
        }
        let (id, name) = (call.id.clone(), call.name.clone());
        self.calls.push(TrackedCall { id, name, is_named, is_answered: false });
    }

    /// Gives a result the id of the call that it answers. Finds the call by the result's id, else by name and order, as
    /// the provider does.
    pub(super) fn answer(&mut self, answered: &mut ReadResult) {
        let id = answered.result.call_id.clone();
        let name = answered.name.as_deref().unwrap_or_default();
        if let Some(left) = self.named.front_mut().and_then(|named| named.get_mut(&id)) {
            *left = left.saturating_sub(1);
        }
        let free = |call: &&mut TrackedCall| !call.is_answered;
        if !id.is_empty()
            && let Some(call) = self.calls.iter_mut().filter(free).find(|call| call.id == id)
        {
            call.is_answered = true;
            return;
        }
        // A result with its own id may only answer a call without an id.
        let fits = |call: &TrackedCall| match id.is_empty() {
            true => !call.is_answered,
            false => !call.is_answered && !call.is_named && call.name.as_ref() == name,
        };
        let calls = self.calls.iter().enumerate().filter(|(_, call)| fits(call));
        // If a later result names a call by its id, the call is left to that result, whatever its name is.
        let named = self.named.front();
        let is_named =
            |call: &TrackedCall| named.and_then(|named| named.get(&call.id)).is_some_and(|left| *left > 0);
        let rank = |call: &TrackedCall| (is_named(call), call.name.as_ref() != name);
        let place = calls.min_by_key(|(_, call)| rank(call)).map(|(place, _)| place);
        if let Some(call) = place.and_then(|place| self.calls.get_mut(place)) {
            call.is_answered = true;
            answered.result.call_id = call.id.clone();
        }
    }
}

/// An id for a call that has none, in characters that every provider accepts.
fn unnamed(message: &MessageId, place: usize) -> Box<str> {
    let plain = |character: char| if character.is_ascii_alphanumeric() { character } else { '-' };
    let message: String = message.chars().map(plain).collect();
    format!("{UNNAMED}{message}-{place}").into()
}
