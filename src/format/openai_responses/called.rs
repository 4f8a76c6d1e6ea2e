//! The calls of a request by their ids, and which of its items answer them.

use super::own_form::OwnForm;
use crate::json::{Fields, Node};
use crate::message::{Builtin, CallKind};
use std::collections::HashMap;

/// The type of what functions return.
pub(super) const FUNCTION_OUTPUT: &str = "function_call_output";

/// The type of what custom tools return.
pub(super) const CUSTOM_OUTPUT: &str = "custom_tool_call_output";

/// What an id of a call belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    Call(CallKind),
    /// A call that is not modelled, of a tool of the provider's.
    Other,
}

/// The calls of a request by their ids, which may come again.
#[derive(Debug, Default)]
pub(super) struct Calls {
    by_id: HashMap<String, Vec<Called>>,
    /// For each id of an item that is a call of a local shell, the id of the call: its output may say either.
    shells: HashMap<String, String>,
}

/// An item that is what came of a call.
pub(super) struct Answer {
    pub(super) call_id: String,
    /// The kind of calls that are answered so.
    pub(super) kind: CallKind,
}

impl Calls {
    /// Those among the items.
    pub(super) fn of(items: &[Node<'_>]) -> Self {
        let mut calls = Self::default();
        for fields in items.iter().filter_map(|item| item.fields()) {
            if let Some((id, called)) = called_by(&fields) {
                if called == Called::Call(CallKind::Builtin(Builtin::LocalShell)) {
                    let item = fields.text("id").map(|item| (item.into_owned(), id.clone()));
                    calls.shells.extend(item);
                }
                calls.by_id.entry(id).or_default().push(called);
            }
        }
        calls
    }

    /// The calls of this id.
    pub(super) fn get(&self, id: &str) -> Option<&[Called]> {
        self.by_id.get(id).map(Vec::as_slice)
    }

    /// What the item answers, when it is what came of a call of the host's. What came of those that are not modelled
    /// goes with them, so that nothing parts the two.
    pub(super) fn answered_by(&self, fields: &Fields<'_>, kind: &str) -> Option<Answer> {
        let answer = match kind {
            FUNCTION_OUTPUT => Answer { call_id: call_id(fields), kind: CallKind::Function },
            CUSTOM_OUTPUT => Answer { call_id: call_id(fields), kind: CallKind::Custom },
            _ => self.own_answer(fields)?,
        };
        let is_other = |calls: &[Called]| calls.iter().all(|called| *called == Called::Other);
        (!self.get(&answer.call_id).is_some_and(is_other)).then_some(answer)
    }

    fn own_answer(&self, fields: &Fields<'_>) -> Option<Answer> {
        if let Some((form, call_id)) = OwnForm::of_output(fields) {
            return Some(Answer { call_id, kind: CallKind::Builtin(form.tool) });
        }
        // The output of a local shell may name its call by its own `id`: that of the call, or of the call's item.
        let form = OwnForm::of(Builtin::LocalShell);
        let id = fields.text("id").filter(|_| fields.text("type").is_some_and(|kind| kind == form.output))?;
        let is_calls = self.by_id.contains_key(id.as_ref());
        let call_id = if is_calls { id.into_owned() } else { self.shells.get(id.as_ref())?.clone() };
        Some(Answer { call_id, kind: CallKind::Builtin(form.tool) })
    }
}

fn call_id(fields: &Fields<'_>) -> String {
    fields.text("call_id").unwrap_or_default().into_owned()
}

/// The id of a call, when the item is one.
fn called_by(fields: &Fields<'_>) -> Option<(String, Called)> {
    if let Some((form, id)) = OwnForm::of_call(fields) {
        return Some((id, Called::Call(CallKind::Builtin(form.tool))));
    }
    let called = match fields.text("type")?.as_ref() {
        "function_call" => Called::Call(CallKind::Function),
        "custom_tool_call" => Called::Call(CallKind::Custom),
        kind if kind.ends_with("_call") => Called::Other,
        _ => return None,
    };
    Some((fields.text("call_id")?.into_owned(), called))
}

/// Whether a result of this kind fits a call: functions may answer for some tools.
pub(super) fn fits(answer: CallKind, called: Called) -> bool {
    match called {
        Called::Other => false,
        Called::Call(CallKind::Builtin(tool)) if answer == CallKind::Function => {
            OwnForm::of(tool).takes_function_output
        }
        Called::Call(kind) => kind == answer,
    }
}
