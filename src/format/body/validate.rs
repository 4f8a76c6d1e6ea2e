//! Judging a body: the rules of its provider that it breaks.
//!
//! It does not judge itself: it reports the rules of the repairs that `repair_body` would make, so the two never
//! disagree.

use super::repair_body::OpenedBody;
use crate::error::{Code, ConversationError, Outcome};
use crate::format::contract::target::Target;
use crate::hash::{HashMap, HashSet};
use crate::json::{Limits, Node, ObjectWriter};
use crate::list::Listed;
use crate::repair::Repair;
use crate::rules::Rule;
use crate::sanitize::{Dialect, RefusedRequest, RequestOptions};
use crate::tokens::Estimator;

/// A fault for which the provider would refuse the body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The broken rule. `None` when no rule of the provider is broken, but the options say that the model would refuse
    /// the body.
    pub rule: Option<&'static Rule>,
    /// The place, as a path into the body: `messages[3].content[0].tool_use_id`.
    pub path: String,
    /// The call that breaks the rule, if it is a call.
    pub call_id: Option<Box<str>>,
    /// Why the body cannot be read or sent; empty where repairing would repair it.
    pub reason: String,
    /// True if the provider answers with the words of the rule. For the form of a body it has other words for each
    /// field, so the words of that rule are only an example.
    pub is_quoted: bool,
    /// The repair that [`repair_body`](super::repair_body()) would make; empty when it can make none.
    pub remedy: String,
}

/// Judges a body: lists the rule that requires each repair which [`repair_body`](super::repair_body()) would make. The
/// list is empty when the provider accepts the body. Text that is not a body is a violation, not an error.
pub fn validate(target: &dyn Target, body: &str, options: RequestOptions) -> Vec<Violation> {
    let dialect = target.dialect();
    let node = match Node::read(body, Limits::default().of_depth()) {
        Ok(node) => node,
        Err(error) => return vec![Violation::of_error(dialect, &error)],
    };
    match faults(target, node, options) {
        Ok((refused, repairs)) => {
            let places = BodyPlaces::new(dialect, node, &repairs);
            let refused = refused.map(Violation::of_refused).into_iter();
            refused
                .chain(repairs.iter().map(|repair| Violation::of_repair(dialect, repair, &places)))
                .listed()
        }
        Err(error) => vec![Violation::of_error(dialect, &error)],
    }
}

fn faults(
    target: &dyn Target,
    node: Node<'_>,
    options: RequestOptions,
) -> Outcome<(Option<RefusedRequest>, Vec<Repair>)> {
    let opened = OpenedBody::new(target, node, options, Estimator::GIVEN)?;
    Ok((opened.refused(), opened.repair(&opened.history, &HashSet::default())?.repairs))
}

impl Violation {
    /// The violation of a body that cannot be read or holds no message.
    fn of_error(dialect: &Dialect, error: &ConversationError) -> Self {
        let is_empty = error.code() == Code::NothingToSend;
        let (rule, path) = match is_empty {
            true => (dialect.turns.empty_rule, dialect.request.messages),
            false => (dialect.form_rule, error.path().unwrap_or_default()),
        };
        Self {
            rule,
            path: path.to_owned(),
            call_id: None,
            reason: error.reason().trim_end_matches('.').to_owned(),
            is_quoted: is_empty,
            remedy: String::new(),
        }
    }

    /// The violation of a request whose fields beside the messages are refused. No repair helps.
    fn of_refused(RefusedRequest { rule, field, detail }: RefusedRequest) -> Self {
        Self {
            rule: Some(rule),
            path: field.to_owned(),
            call_id: None,
            reason: detail,
            is_quoted: true,
            remedy: String::new(),
        }
    }

    fn of_repair(dialect: &Dialect, repair: &Repair, places: &BodyPlaces<'_>) -> Self {
        Self {
            rule: repair.rule,
            path: places.of(dialect, repair),
            call_id: repair.call_id.clone(),
            reason: String::new(),
            is_quoted: repair.rule != dialect.form_rule,
            remedy: repair.detail.clone(),
        }
    }

    /// Appends it as JSON: `{"rule", "path", "callId", "reason", "isQuoted", "remedy"}`. The host adds the texts of the
    /// rule by its id.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        if let Some(rule) = self.rule {
            object.text("rule", rule.id);
        }
        object.text("path", &self.path);
        if let Some(id) = &self.call_id {
            object.text("callId", id);
        }
        if !self.reason.is_empty() {
            object.text("reason", &self.reason);
        }
        object.json("isQuoted", if self.is_quoted { "true" } else { "false" });
        if !self.remedy.is_empty() {
            object.text("remedy", &self.remedy);
        }
        object.end();
    }
}

/// The places of messages and calls in a body.
struct BodyPlaces<'a> {
    list: &'static str,
    /// For each wanted call id, the messages that hold it, and the path from the message to the id.
    calls: HashMap<&'a str, Vec<(usize, String)>>,
}

impl<'a> BodyPlaces<'a> {
    /// Finds the calls of all repairs in one walk over the body.
    fn new(dialect: &Dialect, body: Node<'_>, repairs: &'a [Repair]) -> Self {
        let list = body.fields().and_then(|fields| fields.get(dialect.request.messages)).and_then(Node::list);
        let ids = repairs.iter().filter_map(|repair| repair.call_id.as_deref()).filter(|id| !id.is_empty());
        let mut calls: HashMap<&str, Vec<(usize, String)>> = ids.map(|id| (id, Vec::new())).collect();
        for (at, message) in list.unwrap_or_default().into_iter().enumerate() {
            walk(message, &mut String::new(), &mut |id, steps| {
                let places = calls.get_mut(id);
                let new = places.filter(|places| places.last().is_none_or(|(last, _)| *last != at));
                new.into_iter().for_each(|places| places.push((at, steps.to_owned())));
            });
        }
        Self { list: dialect.request.messages, calls }
    }

    /// The path of a repair: of its call if the body holds the call, else of its message.
    fn of(&self, dialect: &Dialect, repair: &Repair) -> String {
        if let Some(field) = repair.field {
            return field.to_owned();
        }
        let name = repair.message_id.as_deref().unwrap_or_default();
        if name == "system" {
            return dialect.request.system.unwrap_or(self.list).to_owned();
        }
        let place = name.strip_prefix('m').and_then(|rest| rest.split('.').next());
        let place: Option<usize> = place.and_then(|place| place.parse().ok());
        let known = repair.call_id.as_deref().and_then(|id| self.calls.get(id));
        let is_behind = |(at, _): &&(usize, String)| place.is_none_or(|place| *at >= place);
        match known.and_then(|places| places.iter().find(is_behind)) {
            Some((at, steps)) => format!("{}[{at}]{steps}", self.list),
            None => place.map(|at| format!("{}[{at}]", self.list)).unwrap_or_default(),
        }
    }
}

/// Visits each string in a node, with the path to it.
fn walk(node: Node<'_>, steps: &mut String, visit: &mut dyn FnMut(&str, &str)) {
    if let Some(text) = node.text() {
        return visit(&text, steps);
    }
    let length = steps.len();
    let mut go = |step: String, inner: Node<'_>| {
        steps.push_str(&step);
        walk(inner, steps, visit);
        steps.truncate(length);
    };
    for (at, inner) in node.list().unwrap_or_default().into_iter().enumerate() {
        go(format!("[{at}]"), inner);
    }
    for (name, inner) in node.fields().unwrap_or_default().iter() {
        go(format!(".{name}"), inner);
    }
}
