//! What a provider would refuse in its own body.

use super::mend::Opened;
use super::target::Target;
use crate::error::{Code, ConversationError, Outcome};
use crate::json::{Limits, Node, ObjectWriter};
use crate::repair::Repair;
use crate::rules::Rule;
use crate::sanitize::{Dialect, Terms};
use crate::tokens::Estimator;
use std::collections::HashMap;

/// What a provider would refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The broken rule. `None` where the provider has none, and the options say that the model would not take it.
    pub rule: Option<&'static Rule>,
    /// Where it is broken, as a path into the body: `messages[3].content[0].tool_use_id`.
    pub path: String,
    /// One sentence for a person: what must hold, and for which call or message it does not.
    pub message: String,
    /// What the provider answers to that, where it is known.
    pub provider_error: &'static str,
    /// What mending would do about it; empty where it can do nothing.
    pub remedy: String,
}

/// Judges a body: what is found is what mending would change, told as the rules that it breaks. Empty when the provider
/// accepts it. Whatever the text is, it is judged.
pub fn validate(target: &dyn Target, body: &str, terms: Terms) -> Vec<Violation> {
    let dialect = target.dialect();
    let node = match Node::read(body, Limits::default().of_depth()) {
        Ok(node) => node,
        Err(error) => return vec![Violation::of_error(dialect, &error)],
    };
    match faults(target, node, terms) {
        Ok(repairs) => {
            let places = Places::new(dialect, node, &repairs);
            repairs.iter().map(|repair| Violation::of_repair(dialect, repair, &places)).collect()
        }
        Err(error) => vec![Violation::of_error(dialect, &error)],
    }
}

fn faults(target: &dyn Target, node: Node<'_>, terms: Terms) -> Outcome<Vec<Repair>> {
    let opened = Opened::new(target, node, terms, Estimator::Given)?;
    Ok(opened.mend(&opened.history, &[])?.repairs)
}

impl Violation {
    /// What could not be read, or held no message.
    fn of_error(dialect: &Dialect, error: &ConversationError) -> Self {
        // Of the form there is an answer for each place; the rule has one of them.
        let (broken, path, answer) = match error.code() == Code::NothingToSend {
            true => (dialect.turns.empty_rule, dialect.request.messages, words(dialect.turns.empty_rule)),
            false => (Some(dialect.form_rule), error.path().unwrap_or_default(), ""),
        };
        Self {
            rule: broken,
            path: path.to_owned(),
            message: format!("{}. Must hold: {}.", error.reason().trim_end_matches('.'), sentence(broken)),
            provider_error: answer,
            remedy: String::new(),
        }
    }

    fn of_repair(dialect: &Dialect, repair: &Repair, places: &Places<'_>) -> Self {
        let subject = repair.call_id.as_deref().map(|id| format!(" (call `{id}`)")).unwrap_or_default();
        Self {
            rule: repair.rule,
            path: places.of(dialect, repair),
            message: format!("Must hold: {}{subject}.", sentence(repair.rule)),
            provider_error: words(repair.rule),
            remedy: repair.detail.clone(),
        }
    }

    /// Appends it as JSON.
    pub fn write(&self, out: &mut Vec<u8>) {
        let mut object = ObjectWriter::begin(out);
        if let Some(rule) = self.rule {
            object.text("rule", rule.id);
        }
        object.text("path", &self.path);
        object.text("message", &self.message);
        if !self.provider_error.is_empty() {
            object.text("providerError", self.provider_error);
        }
        if !self.remedy.is_empty() {
            object.text("remedy", &self.remedy);
        }
        object.end();
    }
}

/// The sentence of a rule, without its full stop.
fn sentence(rule: Option<&'static Rule>) -> &'static str {
    let sentence = rule.map_or("the model that `capabilities` describes takes it", |rule| rule.sentence);
    sentence.trim_end_matches('.')
}

/// The provider's own words when a rule is broken; empty when none are known.
fn words(rule: Option<&'static Rule>) -> &'static str {
    rule.map_or("", |rule| rule.words)
}

/// Where things stand in a body.
struct Places<'a> {
    list: &'static str,
    /// For each call that is asked for, the messages that name it, and the steps from there to its id.
    calls: HashMap<&'a str, Vec<(usize, String)>>,
}

impl<'a> Places<'a> {
    /// Looks for the calls of the repairs, all in one walk.
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

    /// Where a repair was done: the call, where one is named and found, else the message.
    fn of(&self, dialect: &Dialect, repair: &Repair) -> String {
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

/// Tells of each string in a node, and of the steps to it.
fn walk(node: Node<'_>, steps: &mut String, tell: &mut dyn FnMut(&str, &str)) {
    if let Some(text) = node.text() {
        return tell(&text, steps);
    }
    let length = steps.len();
    let mut go = |step: String, inner: Node<'_>| {
        steps.push_str(&step);
        walk(inner, steps, tell);
        steps.truncate(length);
    };
    for (at, inner) in node.list().unwrap_or_default().into_iter().enumerate() {
        go(format!("[{at}]"), inner);
    }
    for (name, inner) in node.fields().unwrap_or_default().iter() {
        go(format!(".{name}"), inner);
    }
}
