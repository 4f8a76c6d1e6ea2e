//! The number of calls in one message.

use super::rules;
use super::vendors::is_openais;
use crate::hash::HashMap;
use crate::list::Listed;
use crate::message::{Body, Content, Message, MessageId, ToolCall};
use crate::repair::{Repair, RepairCode};
use crate::sanitize::Work;
use std::borrow::Cow;

/// The most calls that a message may hold.
const MOST: usize = 128;

/// Divides a message with more calls into several messages, each followed by its results (OC18).
pub(super) fn divide_calls(work: &mut Work<'_>) {
    let Some(head) = work.messages.first().filter(|head| head.calls().len() > MOST) else { return };
    if !is_openais(work.options) {
        return;
    }
    let (id, created_at) = (MessageId::clone(&head.id), head.created_at);
    let count = head.calls().len();
    let mut calls: Vec<ToolCall> = head.calls().to_vec();
    let rest = calls.split_off(MOST);
    let part_of = |place: usize| place.checked_div(MOST).unwrap_or_default();
    let mut parts: HashMap<Box<str>, usize> = HashMap::default();
    let all = calls.iter().chain(&rest).enumerate();
    parts.extend(all.map(|(place, call)| (call.id.clone(), part_of(place))));
    let mut groups: Vec<Vec<Cow<'_, Message>>> =
        vec![Vec::new(); part_of(count.saturating_sub(1)).saturating_add(1)];
    let last = groups.len().saturating_sub(1);
    let mut lines = std::mem::take(&mut work.messages).into_iter();
    if let Some(mut head) = lines.next() {
        if let Body::Assistant { calls: own, .. } = &mut head.to_mut().body {
            *own = calls;
        }
        groups.iter_mut().take(1).for_each(|group| group.push(head.clone()));
    }
    for (at, calls) in rest.chunks(MOST).enumerate() {
        let at = at.saturating_add(1);
        let body = Body::Assistant { content: Content::Null, calls: calls.to_vec() };
        let message = Message::new(format!("{id}:{at}"), created_at, body);
        groups.get_mut(at).into_iter().for_each(|group| group.push(Cow::Owned(message.clone())));
    }
    for line in lines {
        let part = line.result().and_then(|result| parts.get(&result.call_id)).copied().unwrap_or(last);
        groups.get_mut(part).into_iter().for_each(|group| group.push(line.clone()));
    }
    work.messages = groups.into_iter().flatten().listed();
    let detail = format!("the message holds {count} calls; it was divided, because one may hold {MOST}");
    work.report(Repair::new(RepairCode::CallsDivided, Some(&rules::OC18), detail).of(&id));
}
