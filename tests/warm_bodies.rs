//! A body that reuses cached bytes equals the body that is written from nothing, and so does its report. A request with a
//! system prompt of its own equals one of a conversation that has it, and leaves no trace.

use backscroll::engine::{Conversation, MessageParts, Operation, Settings};
use backscroll::message::Role;
use backscroll::tokens::Estimator;
use proptest::prelude::*;

/// An operation on a conversation.
#[derive(Clone, Debug)]
enum Step {
    Say(Role, &'static str),
    /// Adds calls with these numbers, with or without text.
    Call(Option<&'static str>, Vec<u8>),
    Answer(u8),
    /// Adds a message that needs a special form: instructions in the middle, cache breakpoints, thinking.
    Read(&'static str, &'static str),
    Truncate(usize),
    KeepMessages(usize),
    Shorten,
    Clear,
    /// Sets or removes the system prompt.
    Prompt(Option<&'static str>),
    Undo,
    /// Requests a body with another system prompt, or without one.
    RequestWith(Option<&'static str>, Wish),
    /// Requests a body.
    Request(Wish),
}

/// The options of a request.
#[derive(Clone, Copy, Debug)]
struct Wish {
    target: usize,
    params: &'static str,
    options: &'static str,
}

const PARAMS: [&str; 5] = [
    "",
    r#"{"model":"a"}"#,
    r#"{"model":"a","tools":[{"name":"t","cache_control":{"type":"ephemeral"}}],"max_tokens":10}"#,
    r#"{"model":"a","thinking":{"type":"enabled","budget_tokens":1024},"tools":[]}"#,
    r#"{"model":"a","previous_response_id":"resp_1","store":false}"#,
];

const OPTIONS: [&str; 6] = [
    "",
    r#"{"openCalls":"drop"}"#,
    r#"{"openCalls":"keep"}"#,
    r#"{"capabilities":{"assistantFirst":false,"prefill":true}}"#,
    r#"{"capabilities":{"systemMidConversation":false}}"#,
    r#"{"capabilities":{"toolsDeclared":false},"summaryRole":"user"}"#,
];

const BODIES: [(&str, &str); 12] = [
    (
        "anthropic",
        r#"{"messages":[{"role":"assistant","content":[{"type":"server_tool_use","id":"s1","name":"web_search","input":{}}]},{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"s1","content":[]}]}]}"#,
    ),
    (
        "anthropic",
        r#"{"messages":[{"role":"assistant","content":[{"type":"web_search_tool_result","tool_use_id":"s1","content":[]}]}]}"#,
    ),
    (
        "anthropic",
        r#"{"messages":[{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}},{"type":"text","text":"b","cache_control":{"type":"ephemeral"}}]}]}"#,
    ),
    (
        "anthropic",
        r#"{"messages":[{"role":"user","content":"go on"},{"role":"system","content":"Be brief."}]}"#,
    ),
    (
        "anthropic",
        r#"{"messages":[{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"text","text":"so "}]}]}"#,
    ),
    (
        "anthropic",
        r#"{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"c9","content":"early"}]},{"role":"assistant","content":[{"type":"tool_use","id":"c9","name":"t","input":{}}]}]}"#,
    ),
    (
        "openai-responses",
        r#"{"input":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"e"},{"type":"function_call","id":"fc_1","call_id":"c1","name":"t","arguments":"{}"},{"type":"function_call_output","call_id":"c1","output":"done"}]}"#,
    ),
    (
        "openai-responses",
        r#"{"input":[{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"e"},{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"so","annotations":[]}]}]}"#,
    ),
    (
        "openai-responses",
        r#"{"input":[{"type":"message","id":"msg_1","role":"assistant","status":"completed","content":[{"type":"output_text","text":"so","annotations":[]}]},{"type":"web_search_call","id":"ws_1","status":"completed","action":{}}]}"#,
    ),
    (
        "openai-responses",
        r#"{"input":[{"type":"function_call","call_id":"c1","name":"t","arguments":"{}","async":true},{"type":"custom_tool_call","call_id":"c2","name":"t","input":"","async":true}]}"#,
    ),
    (
        "openai-responses",
        r#"{"input":[{"type":"custom_tool_call","call_id":"c3","name":"t","input":"","async":true},{"role":"user","content":"go on"},{"type":"custom_tool_call_output","call_id":"c3","output":"late"}]}"#,
    ),
    (
        "openai-responses",
        r#"{"input":[{"role":"developer","content":"Be brief."},{"type":"function_call_output","call_id":"stored","output":"done"}]}"#,
    ),
];

fn wish() -> impl Strategy<Value = Wish> {
    (
        0..backscroll::format::TARGETS.len(),
        prop::sample::select(&PARAMS[..]),
        prop::sample::select(&OPTIONS[..]),
    )
        .prop_map(|(target, params, options)| Wish { target, params, options })
}

/// Mostly repeats one wish, as programs do.
fn steps() -> impl Strategy<Value = Vec<Step>> {
    wish().prop_flat_map(|favourite| prop::collection::vec(step(favourite), 1..40))
}

fn step(favourite: Wish) -> impl Strategy<Value = Step> {
    let text = prop::sample::select(vec!["", " ", "Hello.", "trailing \n", "한국어 \"quoted\""]);
    let role = prop::sample::select(vec![Role::System, Role::User, Role::Assistant]);
    let prompt = prop::option::of(prop::sample::select(vec!["", "Be brief.", "Be long."]));
    let calls = (prop::option::of(Just("calling")), prop::collection::vec(0..4_u8, 1..3));
    prop_oneof![
        6 => (role, text).prop_map(|(role, text)| Step::Say(role, text)),
        3 => calls.prop_map(|(text, calls)| Step::Call(text, calls)),
        5 => (0..5_u8).prop_map(Step::Answer),
        4 => prop::sample::select(&BODIES[..]).prop_map(|(format, body)| Step::Read(format, body)),
        1 => prop_oneof![
            (0..4_usize).prop_map(Step::Truncate),
            (1..6_usize).prop_map(Step::KeepMessages),
            Just(Step::Shorten),
            Just(Step::Clear),
            Just(Step::Undo),
            prompt.clone().prop_map(Step::Prompt),
        ],
        1 => (prompt, wish()).prop_map(|(prompt, wish)| Step::RequestWith(prompt, wish)),
        1 => wish().prop_map(Step::Request),
        10 => Just(Step::Request(favourite)),
    ]
}

/// A long talk of rounds, cut again and again at its front. Most calls have ids of their own, as with models. The rest of the
/// steps come now and then.
fn long_steps() -> impl Strategy<Value = Vec<Step>> {
    (wish(), 2..12_usize, 0..3_u32).prop_flat_map(|(wish, turns, others)| {
        let text = prop::option::of(Just("calling"));
        let round = (text, 1..4_u8, 0..10_u8).prop_map(|(text, calls, missing)| {
            let mut steps = vec![Step::Say(Role::User, "Look."), Step::Call(text, (0..calls).collect())];
            let answered = if missing == 0 { calls.saturating_sub(1) } else { calls };
            steps.extend((0..answered).map(Step::Answer));
            steps
        });
        let says = prop::sample::select(vec![Role::User, Role::Assistant]);
        let say = says.prop_map(|role| vec![Step::Say(role, "Hello.")]);
        let cut = prop_oneof![
            4 => Just(Step::Truncate(turns)),
            1 => Just(Step::KeepMessages(turns.saturating_mul(2))),
            1 => Just(Step::Shorten),
        ];
        let cut = cut.prop_map(move |cut| vec![cut, Step::Request(wish)]);
        let talk = prop_oneof![
            30 => round,
            10 => say,
            20 => Just(vec![Step::Request(wish)]),
            20 => cut,
            others => step(wish).prop_map(|step| vec![step]),
        ];
        let has_own_ids = prop::bool::weighted(0.9);
        prop::collection::vec((talk, has_own_ids), 20..90).prop_map(|talks| {
            let numbered = talks.into_iter().enumerate().map(|(place, (steps, has_own_ids))| {
                let first = if has_own_ids {
                    u8::try_from(place % 60).unwrap_or_default().saturating_mul(4)
                } else {
                    0
                };
                steps.into_iter().map(|step| of_round(step, first.saturating_add(4))).collect()
            });
            let steps: Vec<Vec<Step>> = numbered.collect();
            steps.concat()
        })
    })
}

/// The step with calls that are numbered from `first` on.
fn of_round(step: Step, first: u8) -> Step {
    match step {
        Step::Call(text, calls) => {
            Step::Call(text, calls.into_iter().map(|call| call.saturating_add(first)).collect())
        }
        Step::Answer(call) => Step::Answer(call.saturating_add(first)),
        other @ (Step::Say(..)
        | Step::Read(..)
        | Step::Truncate(_)
        | Step::KeepMessages(_)
        | Step::Shorten
        | Step::Clear
        | Step::Prompt(_)
        | Step::Undo
        | Step::RequestWith(..)
        | Step::Request(_)) => other,
    }
}

fn start() -> Conversation {
    let mut conversation = Conversation::new(Settings {
        keeps_transcript: true,
        ..Settings { estimator: Estimator::CHARS_QUARTER, ..Settings::default() }
    });
    conversation.name_ids("m");
    conversation
}

/// Returns the id of a call; the last number means no id.
fn call_id(number: u8) -> String {
    if number == 3 { String::new() } else { format!("c{number}") }
}

/// Applies a step. A refused step changes neither conversation.
fn take(conversation: &mut Conversation, step: &Step) {
    match step {
        Step::Say(role, text) => {
            let parts = MessageParts { content: Some(text), ..MessageParts::default() };
            drop(conversation.append_parts(*role, &parts, 0));
        }
        Step::Call(text, calls) => {
            let content = text.map_or("null".to_owned(), |text| format!("\"{text}\""));
            let call =
                |number: &u8| format!(r#"{{"id":"{}","name":"t","arguments":"{{}}"}}"#, call_id(*number));
            let calls: Vec<String> = calls.iter().map(call).collect();
            let calls = calls.join(",");
            let json = format!(r#"{{"role":"assistant","content":{content},"toolCalls":[{calls}]}}"#);
            drop(conversation.append_json(&json, 0));
        }
        Step::Answer(call) => {
            let content = "result ".repeat(usize::from(*call % 4) * 40);
            let json =
                format!(r#"{{"role":"tool","toolCallId":"{}","content":"{content}"}}"#, call_id(*call));
            drop(conversation.append_json(&json, 0));
        }
        Step::Read(format, body) => drop(conversation.read(format, body, 0)),
        Step::Truncate(turns) => drop(conversation.truncate(Some(*turns), true)),
        Step::KeepMessages(count) => {
            let mut draft = conversation.begin_draft();
            drop(conversation.edit(&mut draft, Operation::KeepRecentMessages(*count)));
            drop(conversation.commit(draft));
        }
        Step::Shorten => {
            let mut draft = conversation.begin_draft();
            drop(conversation.edit(&mut draft, Operation::ShortenResults(Default::default())));
            drop(conversation.commit(draft));
        }
        Step::Clear => drop(conversation.truncate(Some(0), false)),
        Step::Prompt(text) => drop(conversation.set_system_prompt(*text, 0)),
        Step::Undo => drop(conversation.undo()),
        Step::Request(_) | Step::RequestWith(..) => {}
    }
}

/// Returns the body and its repairs, or the code of the error.
fn written(conversation: &mut Conversation, wish: Wish) -> Result<(String, String), String> {
    let body = conversation.request_view(wish.target, wish.params, wish.options);
    let body = body.map(<[u8]>::to_vec).map_err(|error| error.code().as_str().to_owned())?;
    let repairs = format!("{:#?}", conversation.repairs());
    Ok((String::from_utf8_lossy(&body).into_owned(), repairs))
}

/// Applies the steps, and compares the body of each request with one that is written from nothing.
fn check(steps: &[Step]) -> Result<(), TestCaseError> {
    let mut warm = start();
    for (at, step) in steps.iter().enumerate() {
        take(&mut warm, step);
        let mut cold = start();
        steps.iter().take(at).for_each(|step| take(&mut cold, step));
        if let Step::RequestWith(prompt, Wish { target, params, options }) = step {
            let own = warm.request_with_prompt(*target, params, options, *prompt);
            let own = own.map(<[u8]>::to_vec).map_err(|error| error.code());
            let before = warm.history().context_tokens();
            let size = before.saturating_add_signed(warm.prompt_tokens());
            take(&mut cold, &Step::Prompt(*prompt));
            let set = cold.request_view(*target, params, options);
            prop_assert_eq!(
                &own,
                &set.map(<[u8]>::to_vec).map_err(|error| error.code()),
                "after {} steps",
                at
            );
            if own.is_ok() && warm.history().estimator() == cold.history().estimator() {
                prop_assert_eq!(size, cold.history().context_tokens());
            }
            continue;
        }
        let Step::Request(wish) = step else { continue };
        prop_assert_eq!(written(&mut warm, *wish), written(&mut cold, *wish), "after {} steps", at);
    }
    Ok(())
}

#[test]
fn a_second_result_of_a_tool_of_the_provider_finds_its_call_behind_results_of_the_hosts() {
    let wish = |options| Step::Request(Wish { target: 1, params: "", options });
    let read = |place: usize| Step::Read(BODIES[place].0, BODIES[place].1);
    for options in OPTIONS {
        let steps = [read(0), read(5), read(4), wish(options), read(1), wish(options), wish(options)];
        check(&steps).unwrap();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn reused_bytes_equal_newly_written_ones(steps in steps()) {
        check(&steps)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn bytes_that_stay_where_they_are_after_a_cut_equal_newly_written_ones(steps in long_steps()) {
        check(&steps)?;
    }
}
