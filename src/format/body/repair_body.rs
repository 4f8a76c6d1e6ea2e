//! Repairs a provider's own body: reads it, sanitises it, and writes only the changed parts.

use super::body_form::BodyForm;
use super::sanitized_units::SanitizedUnits;
use super::wire_groups::{WireGroups, spans, system_field};
use crate::error::Outcome;
use crate::format::contract::parsed::{Parsed, Wire};
use crate::format::contract::target::{Place, Target};
use crate::format::json::read::object;
use crate::format::params::request::{ParamChange, Params};
use crate::format::programs::refuse_foreign;
use crate::format::sizes::{BesideTexts, BesideWeight, answer, model_size, window};
use crate::hash::{HashMap, HashSet};
use crate::history::{History, Serial, SystemPlace};
use crate::json::{Fields, Limits, Node, ObjectWriter};
use crate::list::Listed;
use crate::message::{Message, MessageId};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::{
    Dialect, FieldPlace, Mode, OuterFields, Prompt, RefusedRequest, RequestOptions, prompt,
};
use crate::tokens::{Estimator, ModelSize, TurnWeight, Weight};
use std::borrow::Cow;

/// Makes a body sendable again. Messages that need no repair keep their text, byte for byte (I10); unknown fields are
/// kept. In the report, messages are called `m0`, `m1`, ... by their index in the body, and the prompt beside them
/// `system`.
///
/// # Errors
///
/// `invalid-message`, `invalid-role`, `nothing-to-send`.
pub fn repair_body(
    form: BodyForm,
    target: &dyn Target,
    body: Node<'_>,
    options: RequestOptions,
) -> Outcome<(Vec<u8>, Vec<Repair>)> {
    let opened = OpenedBody::new(target, body, options, Estimator::GIVEN)?;
    let repaired =
        opened.repair_as(form, &opened.history, &HashSet::default(), &mut SanitizedUnits::default())?;
    Ok((repaired.body, repaired.repairs))
}

/// A body that was read, to be written again.
pub(super) struct OpenedBody<'a> {
    pub(super) history: History,
    fields: Fields<'a>,
    target: &'a dyn Target,
    /// The dialect of the requested model.
    dialect: &'static Dialect,
    options: RequestOptions,
    body: Node<'a>,
    params: Params<'a>,
    /// Repairs that reading made.
    repairs: Vec<Repair>,
    /// The messages that another message was joined to after reading changed that other message.
    joined: Vec<MessageId>,
    /// For each message, the wire message that it came from.
    places: HashMap<MessageId, Option<usize>>,
    wires: Vec<Wire<'a>>,
}

/// A body that can be sent.
pub(super) struct RepairedBody {
    pub(super) body: Vec<u8>,
    pub(super) repairs: Vec<Repair>,
    /// The weight of its messages.
    pub(super) weight: Weight,
    /// The tokens of what the model reads beside the messages, tools above all.
    pub(super) beside: u64,
}

impl<'a> OpenedBody<'a> {
    /// Reads a body.
    ///
    /// # Errors
    ///
    /// `invalid-message`, `invalid-role`, `too-deep`.
    pub(super) fn new(
        target: &'a dyn Target,
        body: Node<'a>,
        options: RequestOptions,
        estimator: Estimator,
    ) -> Outcome<Self> {
        Self::of_excerpt(target, body, options, estimator, &[])
    }

    /// Reads a body that holds only some of the messages of a longer body; `wires` are their places in the longer body,
    /// which name them.
    ///
    /// # Errors
    ///
    /// As [`OpenedBody::new`].
    pub(super) fn of_excerpt(
        target: &'a dyn Target,
        body: Node<'a>,
        mut options: RequestOptions,
        estimator: Estimator,
        wires: &[usize],
    ) -> Outcome<Self> {
        let fields = object(body)?;
        refuse_foreign(target.dialect().format, body)?;
        let mut params = Params::of_body(fields.clone());
        options.mode = Mode::Keep;
        params.complete_options(target.dialect(), &mut options);

        let dialect = target.dialect().for_request(&options);
        options.spelling = options.spelling.or_else(|| target.spelling(&fields));
        let size = target.sizes(&fields, model_size(dialect.format, &options));
        let estimator = estimator.of_model(size);
        let target = target.spelled(options.spelling).unwrap_or(target);
        let mut parsed = target.read(&fields, &mut |place| name(place.among(wires)))?;
        if let Some(rule) = dialect.results.end_rule {
            parsed.end_results(rule);
        }
        if let Some(rule) = dialect.calls.one_message_rule {
            parsed.join_calls(rule);
        }
        parsed.drop_unplaced(dialect.form_rule, |role, name| {
            !dialect.fields.keeps(&options, FieldPlace::Message(role), name)
        });
        if !options.has_stored_calls {
            parsed.pair_strays(dialect.results.orphan_rule);
        }
        parsed.check_arguments(Limits::default(), dialect.request.messages)?;
        let Parsed { messages, sources, wires, repairs, joined } = parsed;
        if messages.iter().any(Message::has_reasoning) {
            options.thinks.get_or_insert(true);
        }
        let places = messages.iter().map(|message| message.id.clone()).zip(sources).collect();
        let mut history = History::new(estimator);
        for message in messages {
            history.append(message, SystemPlace::Anywhere)?;
        }
        let mut opened =
            Self { history, fields, target, dialect, options, body, params, repairs, joined, places, wires };
        let mut history = std::mem::replace(&mut opened.history, History::new(estimator));
        opened.pair_and_mark(&mut history);
        Ok(Self { history, ..opened })
    }

    /// Pairs results that come before their calls, and marks the messages that reading changed. `history` is a history
    /// of the body's messages.
    pub(super) fn pair_and_mark(&self, history: &mut History) {
        match self.dialect.turns.are_items {
            true => history.pair_counted_results(),
            false => history.pair_early_results(Serial::default()),
        }
        self.joined.iter().for_each(|id| history.mark_changed(id, false));
        for repair in &self.repairs {
            if let Some(id) = &repair.message_id {
                history.mark_changed(id, repair.code == RepairCode::RoleCorrected);
            }
        }
    }

    /// The index of the wire message that a message came from; `None` for a system prompt beside the messages.
    pub(super) fn place(&self, id: &MessageId) -> Option<usize> {
        self.places.get(id).copied().flatten()
    }

    /// The number of messages, without a prompt beside them.
    pub(super) fn messages(&self) -> usize {
        self.history.messages().into_iter().filter(|message| self.place(&message.id).is_some()).count()
    }

    /// For each source of messages, the first message of the body that it is, and their number.
    pub(super) fn spans(&self) -> Vec<[usize; 2]> {
        spans(&self.wires)
    }

    /// The reason why the provider refuses the body, whatever its messages.
    pub(super) fn refused(&self) -> Option<RefusedRequest> {
        (self.dialect.request.refused)(&self.fields, &self.options)
    }

    /// The prompt of a history. `units` are those of the last prompt, if there was one.
    pub(super) fn sendable<'h>(
        &'h self,
        history: &History,
        units: &'h mut SanitizedUnits,
    ) -> Outcome<Prompt<'h>> {
        let Self { dialect, options, params, .. } = self;
        let outer = OuterFields { is_repaired: !self.repairs.is_empty(), ..params.outer(dialect, options) };
        units.refresh(history, dialect, options);
        let items = units.items();
        let done = items.iter().flat_map(|item| item.repairs().iter().cloned()).listed();
        prompt(items, done, dialect, options, outer)
    }

    /// The tokens of the messages of a history, once they are sendable.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub(super) fn sent_tokens(&self, history: &History, units: &mut SanitizedUnits) -> Outcome<u64> {
        let sendable = self.sendable(history, units)?;
        let estimator = history.estimator();
        Ok(estimator.tokens(weight_of(&sendable, estimator)))
    }

    /// The size of the model that the body names.
    pub(super) fn model(&self) -> &'static ModelSize {
        self.history.estimator().model()
    }

    /// The context window of the model, and the tokens that the body allows the answer; 0 for an unknown one.
    pub(super) fn asked(&self) -> (u64, u64) {
        (window(&self.options).map_or(0, u64::from), answer(&self.fields))
    }

    /// The weight of what the model reads beside the messages.
    pub(super) fn beside(&self, estimator: Estimator) -> BesideWeight {
        self.beside_texts(&[]).weight(estimator, |text| estimator.weigh_json(text))
    }

    /// Texts that the model reads beside the messages, once the fields are changed.
    pub(super) fn beside_texts(&self, changes: &[ParamChange]) -> BesideTexts {
        let request = &self.dialect.request;
        let system = request.system_name(&self.fields);
        let mut json = Vec::new();
        let mut object = ObjectWriter::begin(&mut json);
        for (name, node) in
            self.fields.iter().filter(|(name, _)| *name != request.messages && Some(*name) != system)
        {
            if let Some(left) = self.params.edits(changes).left_of(name, node) {
                object.json(name, &left);
            }
        }
        object.end();
        let fields = std::str::from_utf8(&json).ok().and_then(Node::parse).and_then(Node::fields);
        BesideTexts::read(&fields.unwrap_or_default(), self.dialect)
    }

    /// Writes the body with the messages of `history`: the body's own history, or that history after a reduction.
    /// `rewritten` are the messages whose content differs from their source.
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub(super) fn repair(&self, history: &History, rewritten: &HashSet<MessageId>) -> Outcome<RepairedBody> {
        self.repair_as(BodyForm::Whole, history, rewritten, &mut SanitizedUnits::default())
    }

    /// Writes the body in one of the forms; see [`OpenedBody::repair`].
    ///
    /// # Errors
    ///
    /// `nothing-to-send`.
    pub(super) fn repair_as(
        &self,
        form: BodyForm,
        history: &History,
        rewritten: &HashSet<MessageId>,
        units: &mut SanitizedUnits,
    ) -> Outcome<RepairedBody> {
        let Self { target, dialect, options, params, fields, places, wires, .. } = self;
        let mut repairs = self.repairs.clone();
        let mut sendable = self.sendable(history, units)?;
        repairs.append(&mut sendable.repairs);

        let changes = params.changes(dialect, sendable.without_thinking, options, &mut repairs);
        let edits = params.edits(&changes);
        let system_name = dialect.request.system_name(fields);
        let before = system_name.and_then(|name| fields.get(name)).map(Node::json);
        let mut system = system_field(*target, &sendable, before, rewritten);
        let system_changed = system.as_deref() != before.map(str::as_bytes);
        let mut wires = Cow::Borrowed(wires.as_slice());
        if let Some(rule) = dialect
            .results
            .unknown_end_rule
            .filter(|_| !repairs.is_empty() && wires.iter().any(|wire| wire.goes_on_behind_results))
        {
            let messages = history.messages().into_iter();
            let messages =
                messages.filter_map(|message| Some((message.id.clone(), self.place(&message.id)?)));
            repairs.extend(Parsed::separated(wires.to_mut(), &messages.listed(), rule));
        }
        let messages = WireGroups::new(*target, dialect, &sendable, places, &wires, rewritten);
        repairs.extend(messages.repairs());
        let mut body = Vec::with_capacity(self.body.json().len());
        let mut object = ObjectWriter::begin(&mut body);
        for (name, node) in fields.iter() {
            if name == dialect.request.messages {
                // Unchanged messages keep their text, also if there is a single message instead of the list.
                match messages.first_changed() {
                    None => form.field(&mut object, name, node.json(), true),
                    Some(_) => messages.write(form, object.key(name)),
                }
            } else if Some(name) == system_name {
                if let Some(json) = system.take() {
                    form.field(&mut object, name, &String::from_utf8_lossy(&json), !system_changed);
                }
            } else if let Some(json) = edits.left_of(name, node) {
                form.field(&mut object, name, &json, json == node.json());
            }
        }
        if let Some((name, json)) = system_name.zip(system) {
            form.field(&mut object, name, &String::from_utf8_lossy(&json), false);
        }
        object.end();

        let estimator = history.estimator();
        let beside = self.beside_texts(&changes).weight(estimator, |text| estimator.weigh_json(text));
        let (weight, beside) = (weight_of(&sendable, estimator), estimator.tokens(beside.total()));
        Ok(RepairedBody { body, repairs, weight, beside })
    }
}

pub(super) fn weight_of(prompt: &Prompt<'_>, estimator: Estimator) -> Weight {
    let mut sum = TurnWeight::default();
    for item in prompt.system.iter().chain(&prompt.items) {
        match item.unchanged().filter(|_| !estimator.is_given()) {
            // The history has weighed it.
            Some(unit) => unit.entries().for_each(|entry| sum.add(&entry.message, entry.weight)),
            None => {
                item.messages().into_iter().for_each(|message| sum.add(message, estimator.weigh(message)))
            }
        }
    }
    sum.whole()
}

/// The name of a message in the report.
fn name(place: Place) -> MessageId {
    match place {
        Place::System => MessageId::from("system"),
        Place::Message { wire, piece: 0 } => MessageId::from(format!("m{wire}")),
        Place::Message { wire, piece } => MessageId::from(format!("m{wire}.{piece}")),
    }
}
