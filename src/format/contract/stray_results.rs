//! Results that name no call of the list, in the place where results of some calls are missing.

use super::parsed::Parsed;
use crate::hash::HashSet;
use crate::list::{Listed, PushAll};
use crate::message::{Body, Message, ToolCall};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;

/// Results that name no call, after the message with their calls: for each, the place of the result and the id of its
/// call.
type Pairs = Vec<(usize, Box<str>)>;

impl Parsed<'_> {
    /// Gives results that name no call, or an unknown one, the ids of calls by their order, if there are as many as
    /// calls without a result. Reports each under this rule.
    pub(in crate::format) fn pair_strays(&mut self, rule: Option<&'static Rule>) {
        for (at, id) in self.strays() {
            let Some(message) = self.messages.get_mut(at) else { continue };
            let Body::Tool(result) = &mut message.body else { continue };
            let named = match &*result.call_id {
                "" => "no call".to_owned(),
                unknown => format!("the unknown call `{unknown}`"),
            };
            let detail =
                format!("the result named {named}; by its place it answers `{id}`, and it got that id");
            let repair = Repair::new(RepairCode::ResultPaired, rule, detail).of(&message.id).call(&id);
            result.call_id = id;
            match self.sources.get(at).copied().flatten() {
                Some(source) => self.report(source, repair),
                None => self.repairs.push(repair),
            }
        }
    }

    fn strays(&self) -> Pairs {
        let ids = self.messages.iter().flat_map(Message::calls).map(|call| call.id.as_ref());
        let called: HashSet<&str> = ids.collect();
        let results =
            || self.messages.iter().filter_map(Message::result).map(|result| result.call_id.as_ref());
        let is_stray = |id: &str| !called.contains(id);
        if !results().any(is_stray) {
            return Vec::new();
        }
        let answered: HashSet<&str> = results().collect();
        let mut pairs = Pairs::new();
        for (place, message) in
            self.messages.iter().enumerate().filter(|(_, message)| !message.calls().is_empty())
        {
            let behind = self.messages.iter().enumerate().skip(place.saturating_add(1));
            let results = behind.map_while(|(at, message)| Some((at, message, message.result()?)));
            let strays: Vec<(usize, &Message)> = results
                .filter(|(.., result)| is_stray(&result.call_id))
                .map(|(at, message, _)| (at, message))
                .listed();
            let open =
                message.calls().iter().filter(|call| !call.id.is_empty() && !answered.contains(&*call.id));
            let open: Vec<&ToolCall> = open.listed();
            let is_called_so = |((_, result), call): (&(usize, &Message), &&ToolCall)| {
                result.tool_name().is_none_or(|name| *name == *call.name)
            };
            if strays.len() == open.len() && strays.iter().zip(&open).all(is_called_so) {
                pairs.push_all(strays.iter().zip(open).map(|((at, _), call)| (*at, call.id.clone())));
            }
        }
        pairs
    }
}
