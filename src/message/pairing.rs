//! Pairs results with the calls of a message, also when several calls have one id.

use super::call::ToolCall;
use super::message::Message;
use crate::hash::HashMap;

/// Returns for each result the index of the call that it answers; `None` when no call is left for it. When several
/// calls have the id, the name in the result decides, then the order.
pub fn pair_results(calls: &[ToolCall], results: &[&Message]) -> Vec<Option<usize>> {
    let mut free: HashMap<&str, Vec<usize>> = HashMap::default();
    // In reverse order, so that the first call is pushed last, and popped first.
    for (place, call) in calls.iter().enumerate().rev() {
        free.or_default(&call.id).push(place);
    }
    let mut pairs = vec![None; results.len()];
    for by_name in [true, false] {
        for (pair, message) in pairs.iter_mut().zip(results).filter(|(pair, _)| pair.is_none()) {
            let Some(places) = message.result().and_then(|result| free.get_mut(result.call_id.as_ref()))
            else {
                continue;
            };
            let name = message.tool_name();
            let is_called_so =
                |place: &usize| name.is_some() && calls.get(*place).map(|call| call.name.as_ref()) == name;
            let at =
                if by_name { places.iter().rposition(is_called_so) } else { places.len().checked_sub(1) };
            *pair = at.map(|at| places.remove(at));
        }
    }
    pairs
}
