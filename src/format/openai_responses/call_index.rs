//! The calls of a request by their ids, and the items that answer them.

use super::builtin_items::BuiltinForm;
use crate::hash::HashMap;
use crate::json::{Fields, Node};
use crate::message::{Builtin, CallKind};

/// The type of outputs of functions.
pub(super) const FUNCTION_OUTPUT: &str = "function_call_output";

/// The type of outputs of custom tools.
pub(super) const CUSTOM_OUTPUT: &str = "custom_tool_call_output";

/// The type of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallType {
    Call(CallKind),
    /// An unmodelled call of a tool that the provider runs.
    Other,
}

/// The calls of a request by their ids. Several calls may have one id.
#[derive(Debug, Default)]
pub(super) struct CallIndex {
    by_id: HashMap<String, Vec<CallType>>,
    /// For each call of a local shell, the id of its item, and the id of the call: its output may name either.
    shells: HashMap<String, String>,
}

/// An item that is the output of a call.
pub(super) struct CallOutput {
    pub(super) call_id: String,
    /// The kind of call that this output answers.
    pub(super) kind: CallKind,
}

impl CallIndex {
    /// Indexes the calls among the items.
    pub(super) fn of(items: &[Node<'_>]) -> Self {
        let mut calls = Self::default();
        for fields in items.iter().filter_map(|item| item.fields()) {
            if let Some((id, called)) = called_by(&fields) {
                if called == CallType::Call(CallKind::Builtin(Builtin::LocalShell)) {
                    let item = fields.text("id").map(|item| (item.into_owned(), id.clone()));
                    calls.shells.extend(item);
                }
                calls.by_id.or_default(id).push(called);
            }
        }
        calls
    }

    /// The calls of this id.
    pub(super) fn get(&self, id: &str) -> Option<&[CallType]> {
        self.by_id.get(id).map(Vec::as_slice)
    }

    /// The call that the item is the output of; `None` for other items. `None` also for the output of a function that
    /// names no call, and for the output of an unmodelled call: it is kept as an item of the assistant, beside the call.
    pub(super) fn output_of(&self, fields: &Fields<'_>, kind: &str) -> Option<CallOutput> {
        let output = match kind {
            FUNCTION_OUTPUT => {
                let id = fields.get("call_id").filter(|id| !id.is_null())?;
                CallOutput { call_id: id.text().unwrap_or_default().into_owned(), kind: CallKind::Function }
            }
            CUSTOM_OUTPUT => CallOutput { call_id: call_id(fields), kind: CallKind::Custom },
            _ => self.builtin_output(fields)?,
        };
        let is_other = |calls: &[CallType]| calls.iter().all(|called| *called == CallType::Other);
        (!self.get(&output.call_id).is_some_and(is_other)).then_some(output)
    }

    fn builtin_output(&self, fields: &Fields<'_>) -> Option<CallOutput> {
        if let Some((form, call_id)) = BuiltinForm::of_output(fields) {
            return Some(CallOutput { call_id, kind: CallKind::Builtin(form.tool) });
        }
        // The output of a local shell may name its call in its own field `id`, by the id of the call or of the call's
        // item.
        let form = BuiltinForm::of(Builtin::LocalShell);
        let id = fields.text("id").filter(|_| fields.text("type").is_some_and(|kind| kind == form.output))?;
        let is_calls = self.by_id.contains_key(id.as_ref());
        let call_id = if is_calls { id.into_owned() } else { self.shells.get(id.as_ref())?.clone() };
        Some(CallOutput { call_id, kind: CallKind::Builtin(form.tool) })
    }
}

fn call_id(fields: &Fields<'_>) -> String {
    fields.text("call_id").unwrap_or_default().into_owned()
}

/// The id of a call, when the item is one.
fn called_by(fields: &Fields<'_>) -> Option<(String, CallType)> {
    if let Some((form, id)) = BuiltinForm::of_call(fields) {
        return Some((id, CallType::Call(CallKind::Builtin(form.tool))));
    }
    let called = match fields.text("type")?.as_ref() {
        "function_call" => CallType::Call(CallKind::Function),
        "custom_tool_call" => CallType::Call(CallKind::Custom),
        kind if kind.ends_with("_call") => CallType::Other,
        _ => return None,
    };
    Some((fields.text("call_id")?.into_owned(), called))
}

/// Reports whether a result of this kind fits a call. Outputs of functions also fit calls of some other tools.
pub(super) fn fits(answer: CallKind, called: CallType) -> bool {
    match called {
        CallType::Other => false,
        CallType::Call(CallKind::Builtin(tool)) if answer == CallKind::Function => {
            BuiltinForm::of(tool).takes_function_output
        }
        CallType::Call(kind) => kind == answer,
    }
}
