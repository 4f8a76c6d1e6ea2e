//! Random operations on a conversation, alone and in sequences.

use super::bodies::{anthropic_body, bedrock_body, gemini_body, mistral_body, openai_body};
use super::bodies_responses::responses_body;
use super::messages::{assistant, message, result, user, waiting};
use super::words::text;
use backscroll::engine::Operation;
use backscroll::reduce::{CLEARED, ClearResults, Cut, ShortenResults, SlidingWindow};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

/// An operation of a host. Messages and drafts are named by number, modulo their count.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Appends a message. A message that is not in neutral form must be refused.
    Append(Value),
    /// Appends a message with an id that exists.
    AppendAs(usize, Value),
    /// Appends plain text for the role of this number.
    Text(usize, String),
    /// Appends the messages of a provider's body.
    Read(&'static str, Value),
    Truncate(Option<usize>, bool),
    Clear,
    Begin,
    Edit(usize, Edit),
    Commit(usize),
    /// Saves the state.
    Save,
    /// Rolls back the rewrites since a saved state.
    GoBack(usize),
    /// An operation on pending messages or suspended calls.
    Wait(Wait),
    /// Saves the conversation as a snapshot, and continues with the restored one.
    Reload,
    /// Takes back the newest reduction.
    Undo,
    /// Takes another path, from the message of the transcript with this number.
    Path(usize, PathStep),
}

/// A way to take another path.
#[derive(Clone, Debug)]
pub(crate) enum PathStep {
    /// The path ends with the message.
    Through,
    /// The path ends before the message.
    Before,
    /// This message replaces it.
    Edit(Value),
    /// The path that was left last.
    Select,
}

/// An operation on pending messages, or on calls that wait for a person's decision.
#[derive(Clone, Debug)]
pub(crate) enum Wait {
    /// Begins or ends a run.
    Run(bool),
    Enqueue(Value),
    /// Withdraws the pending message with this number.
    Withdraw(usize),
    Promote,
    /// Promotes, and may roll that back.
    TryPromote,
    KeepPromoted(usize),
    TakeBack(usize),
    /// Suspends the open calls whose bits are set.
    Suspend(u8),
    /// Answers the suspended calls of the suspension of this number, with or without edited arguments.
    Answer(usize, Option<Value>),
    /// Answers a call twice, which must be refused.
    AnswerTwice(usize),
}

/// An edit of a draft.
#[derive(Clone, Debug)]
pub(crate) enum Edit {
    /// An operation that needs to know nothing of the conversation.
    Plain(Operation),
    /// To this percentage of what the next request holds, down to this percentage of that, these turns last.
    Fit(u64, u64, usize),
    Remove(Vec<usize>),
    /// Keeps these messages, and clears the results among the others, or gives them a text.
    Policies(Vec<usize>, Vec<usize>, Option<String>),
    /// Summarises through this message, keeping this many of the first; if true, at the end.
    Summarize(usize, usize, bool, String),
    /// Replaces the list by itself with changes.
    Replace(Vec<Change>),
}

/// A change to a list of messages.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Leave(usize),
    Say(usize, String),
    Put(usize, Value),
}

/// A conversation of some rounds, with other operations of a host in between.
pub(crate) fn story() -> BoxedStrategy<Vec<Action>> {
    let step = prop_oneof![
        6 => round(),
        3 => message().prop_map(|message| vec![Action::Append(message)]),
        2 => action().prop_map(|action| vec![action]),
        2 => reduction(),
        1 => (round(), reduction()).prop_map(|(round, reduction)| undone(round, reduction)),
        2 => (round(), vec(wait(), 1..5)).prop_map(|(round, waits)| [round, waits].concat()),
        1 => (vec(wait(), 1..3), round(), vec(wait(), 1..3)).prop_map(|(before, round, after)| [before, round, after].concat()),
        1 => waiting().prop_map(given_up_at_once),
        1 => Just(vec![Action::Reload]),
        1 => Just(vec![Action::Undo]),
        1 => path_step().prop_map(|step| vec![step]),
    ];
    vec(step, 0..8).prop_map(|steps| steps.concat()).boxed()
}

/// A question, an answer with calls, and results, some of which are missing, late or double.
pub(crate) fn round() -> BoxedStrategy<Vec<Action>> {
    let results = prop_oneof![3 => Just(Vec::new()).boxed(), 2 => vec(result(), 0..4).boxed()];
    (user(), assistant(), results, 0..8_u8, any::<bool>())
        .prop_map(|(user, assistant, mut more, missing, turned)| {
            let calls = assistant["toolCalls"].as_array().cloned().unwrap_or_default();
            let answers = calls.iter().enumerate().filter(|(place, _)| *place != usize::from(missing));
            let mut results: Vec<Value> = answers
                .map(|(_, call)| json!({ "role": "tool", "content": "@@ done", "toolCallId": call["id"] }))
                .collect();
            if turned {
                results.reverse();
            }
            results.append(&mut more);
            [user, assistant].into_iter().chain(results).map(Action::Append).collect()
        })
        .boxed()
}

/// A draft that is begun, edited and committed, while messages keep coming.
pub(crate) fn reduction() -> BoxedStrategy<Vec<Action>> {
    (vec(edit(), 1..4), vec(message(), 0..2))
        .prop_map(|(edits, meanwhile)| {
            let edits = edits.into_iter().map(|edit| Action::Edit(0, edit));
            let appends = meanwhile.into_iter().map(Action::Append);
            std::iter::once(Action::Begin).chain(edits).chain(appends).chain([Action::Commit(0)]).collect()
        })
        .boxed()
}

/// Messages with one id, which only equal messages may share.
fn namesakes(mut list: Vec<Value>) -> Value {
    for (place, message) in list.iter_mut().enumerate().skip(1) {
        message["id"] = json!("namesake");
        message["content"] = json!(format!("@@ {place}"));
    }
    Value::Array(list)
}

/// A message that is promoted and rolled back, while another transaction saves the state in between.
fn given_up_at_once(waiting: Value) -> Vec<Action> {
    let waits = [Wait::Run(true), Wait::Enqueue(waiting), Wait::TryPromote].map(Action::Wait);
    let given_up = [Action::Save, Action::Wait(Wait::TakeBack(0)), Action::GoBack(0)];
    waits.into_iter().chain(given_up).collect()
}

/// A reduction that the host rolls back.
fn undone(round: Vec<Action>, reduction: Vec<Action>) -> Vec<Action> {
    std::iter::once(Action::Save).chain(round).chain(reduction).chain([Action::GoBack(0)]).collect()
}

/// Any single operation, including operations that are refused.
pub(crate) fn action() -> BoxedStrategy<Action> {
    let refused = prop_oneof![
        Just(json!({ "role": "wizard", "content": "@@" })),
        Just(json!({ "role": "user", "content": [{ "type": "hologram" }] })),
        Just(json!({ "role": "user", "content": "@@", "tool_calls": [] })),
        Just(json!([])),
    ];
    prop_oneof![
        2 => message().prop_map(Action::Append),
        1 => refused.prop_map(Action::Append),
        1 => (any::<usize>(), message()).prop_map(|(at, message)| Action::AppendAs(at, message)),
        1 => (0..4_usize, text()).prop_map(|(role, text)| Action::Text(role, text)),
        1 => openai_body().prop_map(|body| Action::Read("openai-chat", body)),
        1 => anthropic_body().prop_map(|body| Action::Read("anthropic", body)),
        1 => responses_body().prop_map(|body| Action::Read("openai-responses", body)),
        1 => gemini_body().prop_map(|body| Action::Read("gemini", body)),
        1 => mistral_body().prop_map(|body| Action::Read("mistral", body)),
        1 => bedrock_body().prop_map(|body| Action::Read("bedrock", body)),
        1 => vec(message(), 1..4).prop_map(|list| Action::Read("backscroll", Value::Array(list))),
        1 => vec(message(), 2..4).prop_map(|list| Action::Read("backscroll", namesakes(list))),
        1 => (prop::option::of(0..4_usize), any::<bool>()).prop_map(|(turns, keep)| Action::Truncate(turns, keep)),
        1 => Just(Action::Clear),
        1 => Just(Action::Begin),
        2 => (any::<usize>(), edit()).prop_map(|(draft, edit)| Action::Edit(draft, edit)),
        2 => any::<usize>().prop_map(Action::Commit),
        1 => Just(Action::Save),
        1 => any::<usize>().prop_map(Action::GoBack),
        4 => wait(),
        1 => Just(Action::Reload),
        1 => Just(Action::Undo),
        2 => path_step(),
    ]
    .boxed()
}

fn path_step() -> BoxedStrategy<Action> {
    let step = prop_oneof![
        Just(PathStep::Through),
        Just(PathStep::Before),
        user().prop_map(PathStep::Edit),
        Just(PathStep::Select),
    ];
    (any::<usize>(), step).prop_map(|(number, step)| Action::Path(number, step)).boxed()
}

fn wait() -> BoxedStrategy<Action> {
    let arguments = prop_oneof![2 => Just(None), 1 => Just(Some(json!({ "path": "@@ edited" })))];
    prop_oneof![
        1 => any::<bool>().prop_map(Wait::Run),
        4 => waiting().prop_map(Wait::Enqueue),
        1 => any::<usize>().prop_map(Wait::Withdraw),
        2 => Just(Wait::Promote),
        2 => Just(Wait::TryPromote),
        1 => any::<usize>().prop_map(Wait::KeepPromoted),
        2 => any::<usize>().prop_map(Wait::TakeBack),
        3 => any::<u8>().prop_map(Wait::Suspend),
        2 => (any::<usize>(), arguments).prop_map(|(number, arguments)| Wait::Answer(number, arguments)),
        1 => any::<usize>().prop_map(Wait::AnswerTwice),
    ]
    .prop_map(Action::Wait)
    .boxed()
}

fn edit() -> BoxedStrategy<Edit> {
    prop_oneof![
        5 => plain().prop_map(Edit::Plain),
        1 => (0..100_u64, 30..=100_u64, 1..4_usize).prop_map(|(to, jump, keep)| Edit::Fit(to, jump, keep)),
        1 => vec(any::<usize>(), 1..4).prop_map(Edit::Remove),
        1 => (vec(any::<usize>(), 0..3), vec(any::<usize>(), 0..6), prop::option::of(Just("@@ short".to_owned())))
            .prop_map(|(kept, results, text)| Edit::Policies(kept, results, text)),
        1 => (any::<usize>(), 0..3_usize, any::<bool>(), prop_oneof![3 => Just("@@ in short"), 1 => Just(" ")])
            .prop_map(|(through, pins, end, text)| Edit::Summarize(through, pins, end, text.to_owned())),
        1 => vec(change(), 0..5).prop_map(Edit::Replace),
    ]
    .boxed()
}

/// Operations that need to know nothing of the conversation. A new reduction gets a line here.
fn plain() -> BoxedStrategy<Operation> {
    let cleared = prop_oneof![Just((CLEARED, None)), Just(("", Some("search".to_owned())))];
    prop_oneof![
        (0..4_usize).prop_map(Operation::KeepRecentTurns),
        (0..12_usize).prop_map(Operation::KeepRecentMessages),
        (0..3_usize).prop_map(Operation::DropPictures),
        (0..12_usize, 0..4_usize, prop::option::of(0..300_u64))
            .prop_map(|(size, pin_first, until)| Operation::Slide(SlidingWindow { size, pin_first, until })),
        (0..60_usize, 0..20_usize, any::<bool>()).prop_map(|(longer_than, head, largest_first)| {
            let cut = Cut { longer_than, head, tail: head / 2, media: largest_first };
            Operation::ShortenResults(ShortenResults { cut, largest_first, until: None })
        }),
        (0..3_usize, cleared).prop_map(|(keep, (placeholder, excluded))| {
            let (placeholder, exclude) = (placeholder.to_owned(), excluded.into_iter().collect());
            Operation::ClearResults(ClearResults { keep, placeholder, exclude, until: None })
        }),
    ]
    .boxed()
}

fn change() -> BoxedStrategy<Change> {
    prop_oneof![
        4 => any::<usize>().prop_map(Change::Leave),
        2 => (any::<usize>(), Just("@@ shorter".to_owned())).prop_map(|(at, text)| Change::Say(at, text)),
        1 => (any::<usize>(), message()).prop_map(|(at, message)| Change::Put(at, message)),
    ]
    .boxed()
}
