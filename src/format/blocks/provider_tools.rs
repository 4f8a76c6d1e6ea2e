//! Calls and results of tools that the provider runs itself.

use crate::json::Node;
use crate::list::{Listed, PushAll};
use crate::message::{Message, Part, Role, ToolCall};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use crate::sanitize::{
    Dialect, LookBack, NeighbourRule, Prompt, PromptItem, ProviderCall, ProviderPart, RequestOptions,
    kind_of, mark_change_after,
};

/// The field of a call that names the provider's tool which made the call.
const CALLER: &str = "caller";

/// A result depends on the calls before it in the same turn of the assistant.
pub(in crate::format) const PAIR_PROVIDER_TOOLS: NeighbourRule = NeighbourRule {
    apply: pair_provider_tools,
    look_back: LookBack::Turn { first_open, begin: begin_of_turn },
};

/// Leaves out blocks of a form that the provider refuses, a result without its call before it in the same turn of the
/// assistant, and a call without a result in a finished turn. Results of the host's tools do not end a turn: the
/// provider's own tool may have called these tools, and continues with their results.
fn pair_provider_tools(prompt: &mut Prompt<'_>, dialect: &Dialect, _: &RequestOptions) {
    let Some(provider_part) = dialect.calls.provider_part else { return };
    let mut turn = Turn::default();
    let mut strays: Vec<Stray> = Vec::new();
    for (place, item) in prompt.items.iter().enumerate() {
        if is_turn_over(item.first()) {
            strays.extend(turn.end());
            continue;
        }
        turn.take(place, item, provider_part, dialect.results.orphan_rule, &mut strays);
        if item.messages().into_iter().skip(1).any(|message| is_turn_over(Some(message))) {
            strays.extend(turn.end());
        }
    }
    if let Some(rule) = prompt.outer.compacts(&dialect.request) {
        for mut stray in turn.end() {
            stray.repair.rule = Some(rule);
            stray.repair.detail =
                "the call of a tool of the provider has no result; it was left out".to_owned();
            strays.push(stray);
        }
    }
    if strays.is_empty() {
        return;
    }
    strays.extend(made_by(&strays, &prompt.items, provider_part));
    let mut own: Vec<Vec<Stray>> = Vec::new();
    own.resize_with(prompt.items.len(), Vec::new);
    for stray in strays {
        if let Some(own) = own.get_mut(stray.item) {
            own.push(stray);
        }
    }
    for (place, own) in own.into_iter().enumerate().filter(|(_, own)| !own.is_empty()) {
        leave_out(prompt, place, own, dialect.content.silent_parts);
    }
    prompt.items.retain(|item| !item.is_empty());
}

/// The last place, at or before `place`, to begin reading so that no later result belongs to an earlier call. (A call
/// with a result may get another one.)
fn begin_of_turn(items: &[PromptItem<'_>], place: usize, dialect: &Dialect) -> usize {
    let Some(provider_part) = dialect.calls.provider_part else { return place };
    let before = items.get(..=place).unwrap_or(items);
    let start = before.iter().rposition(|item| is_turn_over(item.first())).unwrap_or_default();
    let mut turn = Turn::default();
    let mut begin = start;
    for (at, item) in before.iter().enumerate().skip(start) {
        if turn.0.is_empty() && item.last().is_some_and(|last| last.role() != Role::Assistant) {
            begin = at;
        }
        turn.take(at, item, provider_part, dialect.results.orphan_rule, &mut Vec::new());
    }
    begin
}

/// The first item with a call that is open at the end, where what comes next decides what becomes of it.
fn first_open(items: &[PromptItem<'_>], dialect: &Dialect) -> Option<usize> {
    let provider_part = dialect.calls.provider_part?;
    let start = items.iter().rposition(|item| is_turn_over(item.first())).unwrap_or_default();
    let mut turn = Turn::default();
    for (at, item) in items.iter().enumerate().skip(start) {
        turn.take(at, item, provider_part, dialect.results.orphan_rule, &mut Vec::new());
    }
    turn.open().map(|called| called.item).min()
}

/// Words of the user, and instructions.
fn is_turn_over(message: Option<&Message>) -> bool {
    message.is_none_or(|message| matches!(message.role(), Role::User | Role::System))
}

/// A call in a turn of the assistant.
struct Called {
    item: usize,
    part: usize,
    call: ProviderCall,
    is_answered: bool,
}

/// The calls of a turn of the assistant.
#[derive(Default)]
struct Turn(Vec<Called>);

impl Turn {
    /// Takes note of an item's calls and results; adds what cannot be sent to the strays.
    fn take(
        &mut self,
        place: usize,
        item: &PromptItem<'_>,
        provider_part: fn(&str) -> Option<ProviderPart>,
        orphan_rule: Option<&'static Rule>,
        strays: &mut Vec<Stray>,
    ) {
        for (part, other) in parts_of(item).iter().enumerate() {
            match other.as_other().and_then(|(_, json)| provider_part(json)) {
                Some(ProviderPart::Call(call)) => {
                    self.0.push(Called { item: place, part, call, is_answered: false });
                }
                Some(ProviderPart::Result(id)) => {
                    let mut called = self.0.iter_mut().filter(|called| called.call.id == id).peekable();
                    if called.peek().is_none() {
                        let detail = "the result of a tool of the provider answers no call before it, and was left out";
                        let repair = Repair::new(RepairCode::OrphanResultDropped, orphan_rule, detail);
                        strays.push(Stray { item: place, what: Gone::Part(part), repair });
                    }
                    called.for_each(|called| called.is_answered = true);
                }
                Some(ProviderPart::Broken(rule)) => {
                    let detail =
                        "a call or a result of a tool of the provider is not of its form, and was left out";
                    let repair = Repair::new(RepairCode::PartDropped, Some(rule), detail);
                    strays.push(Stray { item: place, what: Gone::Part(part), repair });
                }
                None => {}
            }
        }
        // If no rule requires a result, a result after the results of the host's tools answers nothing any more.
        if item.last().is_some_and(|last| last.role() != Role::Assistant) {
            self.0.retain(|called| called.call.open_rule.is_some());
        }
    }

    fn open(&self) -> impl Iterator<Item = &Called> {
        self.0.iter().filter(|called| !called.is_answered && called.call.open_rule.is_some())
    }

    /// Ends the turn, and returns the calls that got no result.
    fn end(&mut self) -> Vec<Stray> {
        let strays = self.open().filter_map(|called| {
            let detail =
                "the call of a tool of the provider has no result, and the user spoke since; it was left out";
            let repair = Repair::new(RepairCode::CallDropped, Some(called.call.open_rule?), detail);
            Some(Stray {
                item: called.item,
                what: Gone::Part(called.part),
                repair: repair.call(&called.call.id),
            })
        });
        let strays = strays.listed();
        self.0.clear();
        strays
    }
}

/// Parts that cannot be sent, and the words of their reports.
struct Stray {
    item: usize,
    what: Gone,
    repair: Repair,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gone {
    /// A part of an item's first message.
    Part(usize),
    /// The caller that a call of the host names.
    Caller(usize),
}

/// Returns the strays of dropped calls of provider tools: the calls that these tools made, and the callers that calls
/// of the host name.
fn made_by(
    strays: &[Stray],
    items: &[PromptItem<'_>],
    provider_part: fn(&str) -> Option<ProviderPart>,
) -> Vec<Stray> {
    // An id may repeat in another turn, where it is another call.
    let turns: Vec<usize> = items
        .iter()
        .scan(0_usize, |turn, item| {
            *turn = turn.saturating_add(usize::from(is_turn_over(item.first())));
            Some(*turn)
        })
        .listed();
    let turn_of = |place: usize| turns.get(place).copied().unwrap_or_default();
    // By turn.
    let mut gone: Vec<Vec<(String, &'static Rule)>> = vec![Vec::new(); items.len().saturating_add(1)];
    // By item.
    let mut known: Vec<Vec<usize>> = vec![Vec::new(); items.len()];
    for Stray { item, what, repair } in strays {
        if let (Gone::Part(part), Some(known)) = (what, known.get_mut(*item)) {
            known.push(*part);
        }
        let of_turn = gone.get_mut(turn_of(*item)).filter(|_| repair.code == RepairCode::CallDropped);
        if let (Some(gone), Some(id), Some(rule)) = (of_turn, &repair.call_id, repair.rule) {
            gone.push((id.to_string(), rule));
        }
    }
    // The calls that stay, by turn.
    let mut kept: Vec<Vec<String>> = vec![Vec::new(); gone.len()];
    let mut more: Vec<Stray> = Vec::new();
    for (place, item) in items.iter().enumerate() {
        let Some(gone) = gone.get_mut(turn_of(place)) else { continue };
        let rule_of = |gone: &[(String, &'static Rule)], id: &str| {
            gone.iter().find(|(gone, _)| gone == id).map(|(_, rule)| *rule)
        };
        for (at, part) in parts_of(item).iter().enumerate() {
            let is_known = known.get(place).is_some_and(|known| known.contains(&at));
            let (id, code, rule) = match part.as_other().and_then(|(_, json)| provider_part(json)) {
                Some(ProviderPart::Call(ProviderCall { id, caller, .. })) => {
                    let rule = caller.and_then(|caller| rule_of(gone, &caller));
                    if !is_known && rule.is_none() {
                        kept.get_mut(turn_of(place)).into_iter().for_each(|kept| kept.push(id.clone()));
                    }
                    (id, RepairCode::CallDropped, rule)
                }
                // Another call of this id may stay before it, whose result it is.
                Some(ProviderPart::Result(id)) => {
                    let kept = kept.get(turn_of(place));
                    let rule = rule_of(gone, &id).filter(|_| !kept.is_some_and(|kept| kept.contains(&id)));
                    (id, RepairCode::OrphanResultDropped, rule)
                }
                Some(ProviderPart::Broken(_)) | None => continue,
            };
            let Some(rule) = rule.filter(|_| !is_known) else { continue };
            let detail = "what a tool of the provider called was left out with it";
            let repair = Repair::new(code, Some(rule), detail).call(&id);
            more.push(Stray { item: place, what: Gone::Part(at), repair });
            gone.push((id, rule));
        }
        for (at, call) in item.first().map_or(&[][..], Message::calls).iter().enumerate() {
            let called = |caller: String| rule_of(gone, &caller);
            let Some(rule) = caller_of(call).and_then(called) else { continue };
            let detail = "the call is sent without its `caller`, which was left out";
            let repair = Repair::new(RepairCode::FieldDropped, Some(rule), detail).call(&call.id);
            more.push(Stray { item: place, what: Gone::Caller(at), repair });
        }
    }
    more
}

/// The id of the call of a provider's tool that made this one.
fn caller_of(call: &ToolCall) -> Option<String> {
    let caller = Node::parse(call.extras.get(CALLER)?)?.fields()?;
    Some(caller.text("tool_id")?.into_owned())
}

fn parts_of<'a>(item: &'a PromptItem<'_>) -> &'a [Part] {
    item.first().map_or(&[], |message| message.content().parts())
}

/// Leaves them out, and with each part the marks after it, which mean nothing alone.
fn leave_out(prompt: &mut Prompt<'_>, place: usize, strays: Vec<Stray>, marks: &[&str]) {
    let Some(item) = prompt.items.get_mut(place) else { return };
    let Some(id) = item.first().map(|message| message.id.clone()) else { return };
    mark_change_after(&mut prompt.prefix_changed_from, item);
    let goes = |what: Gone| strays.iter().any(|stray| stray.what == what);
    item.change(|messages| {
        if let Some(message) = messages.first_mut() {
            let mut is_gone = false;
            message.retain_parts(|at, part| {
                let is_mark =
                    part.as_other().is_some_and(|(_, json)| marks.contains(&kind_of(json).as_str()));
                is_gone = goes(Gone::Part(at)) || (is_gone && is_mark);
                !is_gone
            });
            let calls = message.calls_mut().iter_mut().enumerate();
            calls
                .filter(|(at, _)| goes(Gone::Caller(*at)))
                .for_each(|(_, call)| call.extras.retain(|name| name != CALLER));
        }
        messages.retain(|message: &Message| !message.says_nothing());
    });
    prompt.repairs.push_all(strays.into_iter().map(|stray| stray.repair.of(&id)));
}
