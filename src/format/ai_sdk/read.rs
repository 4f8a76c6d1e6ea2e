//! Reading a list of messages.

use super::approval::keep_answer;
use super::form::Form;
use super::{read_model, read_ui};
use crate::error::{Code, ConversationError, Outcome};
use crate::format::read::{invalid, noun, object};
use crate::format::reading::Reading;
use crate::format::target::Place;
use crate::json::{Fields, Kind, Limits, ListWriter, Node};
use crate::message::{Body, Content, Message, MessageId};
use crate::repair::{Repair, RepairCode};
use std::collections::{HashMap, HashSet};

/// The field that keeps answers to questions that are not known, or are those of tools that a provider runs.
pub(super) const ANSWERS: &str = "approvalResponses";

/// Reads a list of messages, an object that holds one as `messages`, or one message.
pub(super) fn read(
    body: Node<'_>,
    limits: Limits,
    created_at: i64,
    mint: &mut dyn FnMut(Place) -> MessageId,
) -> Outcome<Reading> {
    let fields = body.fields().unwrap_or_default();
    let (list, is_wrapped) = match (body.kind(), fields.get("messages")) {
        (Kind::List, _) => (body.list().unwrap_or_default(), false),
        (Kind::Object, Some(messages)) => {
            let expected = || invalid(format!("expected a list of messages, found {}", noun(messages)));
            (messages.list().ok_or_else(|| expected().at("messages"))?, true)
        }
        (Kind::Object, None) if fields.get("role").is_some() => (vec![body], false),
        _ => {
            return Err(invalid(
                "expected a list of messages, or an object with `messages`: of a result of the SDK, its `response`",
            ));
        }
    };
    let form = Form::of(&list);
    let mut reader = Reader::new(form, limits, created_at, mint);
    let mut beside: Vec<Box<str>> = Vec::new();
    for (name, node) in fields.iter().filter(|(name, _)| is_wrapped && *name != "messages") {
        match node.text().filter(|_| name == "system") {
            Some(text) => {
                let id = (reader.mint)(Place::System);
                reader.push(Message::new(id, 0, Body::System(Content::text(&text))))?;
            }
            None => beside.push(name.into()),
        }
    }
    for (wire, node) in list.into_iter().enumerate() {
        let place = if is_wrapped { format!("messages[{wire}]") } else { format!("[{wire}]") };
        reader.read(node, wire).map_err(|error| error.at(place))?;
    }
    Ok(Reading { messages: reader.messages, repairs: reader.repairs, beside, ..Reading::default() })
}

/// What was read so far.
pub(super) struct Reader<'r> {
    form: Form,
    limits: Limits,
    created_at: i64,
    mint: &'r mut dyn FnMut(Place) -> MessageId,
    messages: Vec<Message>,
    repairs: Vec<Repair>,
    /// The ids that are taken.
    ids: HashSet<MessageId>,
    /// The tool of each call, by the call's id.
    tools: HashMap<Box<str>, Box<str>>,
    /// Where the call stands that a person was asked about, by the question's id.
    asked: HashMap<Box<str>, (usize, usize)>,
    /// How many messages were read from the current one.
    piece: usize,
}

impl<'r> Reader<'r> {
    fn new(form: Form, limits: Limits, created_at: i64, mint: &'r mut dyn FnMut(Place) -> MessageId) -> Self {
        Self {
            form,
            limits,
            created_at,
            mint,
            messages: Vec::new(),
            repairs: Vec::new(),
            ids: HashSet::new(),
            tools: HashMap::new(),
            asked: HashMap::new(),
            piece: 0,
        }
    }

    fn read(&mut self, node: Node<'_>, wire: usize) -> Outcome<()> {
        self.limits.check_bytes(node.json().len())?;
        let fields = object(node)?;
        self.piece = 0;
        let role =
            fields.get("role").ok_or_else(|| invalid("expected a string, found nothing").at("role"))?;
        let role = role
            .text()
            .ok_or_else(|| invalid(format!("expected a string, found {}", noun(role))).at("role"))?;
        self.form.check(&fields)?;
        match self.form {
            Form::Model => read_model::read(self, &fields, &role, wire),
            Form::Ui => read_ui::read(self, &fields, &role, wire),
        }
    }

    /// The next id of a message that has none.
    pub(super) fn mint(&mut self, wire: usize) -> MessageId {
        let mut id = (self.mint)(Place::Message { wire, piece: self.piece });
        while self.ids.contains(&id) {
            id = format!("{id}'").into();
        }
        self.piece = self.piece.saturating_add(1);
        id
    }

    /// Whether no message has this id.
    pub(super) fn is_free(&self, id: &str) -> bool {
        !self.ids.contains(id)
    }

    /// Takes note that an id was given, so that the next is that of another piece.
    pub(super) fn skip(&mut self) {
        self.piece = self.piece.saturating_add(1);
    }

    /// Enters a message.
    pub(super) fn push(&mut self, mut message: Message) -> Outcome<()> {
        message.created_at = self.created_at;
        message.check_arguments(self.limits)?;
        for call in message.calls() {
            self.tools.insert(call.id.clone(), call.name.clone());
        }
        self.ids.insert(MessageId::clone(&message.id));
        self.messages.push(message);
        Ok(())
    }

    /// The name of the tool that a call of this id calls.
    pub(super) fn tool(&self, call_id: &str) -> Option<&str> {
        self.tools.get(call_id).map(AsRef::as_ref)
    }

    /// Takes note of a question about a call of the message that is entered next.
    pub(super) fn ask(&mut self, question: Box<str>, call: usize) {
        self.asked.insert(question, (self.messages.len(), call));
    }

    /// Keeps an answer: with the call that was asked about, else with the message before.
    pub(super) fn answer(&mut self, node: Node<'_>, fields: &Fields<'_>) {
        let id = fields.text("approvalId").unwrap_or_default();
        let place = self.asked.get(id.as_ref()).copied();
        let call =
            place.and_then(|(message, call)| self.messages.get_mut(message)?.calls_mut().get_mut(call));
        if call.is_some_and(|call| keep_answer(fields, call)) {
            return;
        }
        let Some(before) = self.messages.last_mut() else {
            let detail = "an answer to a question before the first message was left out";
            return self.repairs.push(Repair::new(RepairCode::PartDropped, None, detail));
        };
        let extras = &mut before.notes_mut().extras;
        let mut json = Vec::new();
        let mut list = ListWriter::begin(&mut json);
        let known = extras.get(ANSWERS).and_then(Node::parse).and_then(Node::list).unwrap_or_default();
        known
            .into_iter()
            .chain([node])
            .for_each(|node| list.item().extend_from_slice(node.json().as_bytes()));
        list.end();
        extras.retain(|name| name != ANSWERS);
        extras.push(ANSWERS, &String::from_utf8_lossy(&json));
    }

    /// Reports what was done to read a message that left nothing.
    pub(super) fn report(&mut self, code: RepairCode, detail: &str) {
        self.repairs.push(Repair::new(code, None, detail));
    }
}

/// An `invalid-role` error that names the roles that there are.
pub(super) fn unknown_role(role: &str, known: &str) -> ConversationError {
    ConversationError::new(Code::InvalidRole, format!("Invalid role: {role}. Must be one of {known}"))
        .at("role")
}
