//! I6, readable: the strict provider, which shares no code with the engine, accepts every request for its target.

use super::action::story;
use super::bodies::{anthropic_body, bedrock_body, gemini_body, mistral_body, openai_body};
use super::bodies_responses::responses_body;
use super::config::cases;
use super::wish::{ANTHROPIC, BEDROCK, GEMINI, MISTRAL, RESPONSES, Wish, family, wish};
use super::world::{World, estimator};
use crate::judge::objection;
use backscroll::error::Code;
use backscroll::message::{Body, Content, Message};
use proptest::prelude::*;
use serde_json::Value;

/// Returns true if the history has a user message to which no rule objects.
fn asks(message: &Message) -> bool {
    matches!(message.body, Body::User(_)) && !message.content().plain_text().trim().is_empty()
}

/// Fails when the provider refuses the body. Calls that stay open are answered first, as the caller would.
fn accepted(wish: &Wish, body: &Value, provider: &Value) -> Result<(), TestCaseError> {
    let broken = wish.promises().broken(wish.target, body);
    prop_assert!(broken.is_empty(), "{:?}\nof {}", broken, body);
    let body = if wish.keeps_open() { answered(wish, body)? } else { body.clone() };
    let found = objection(wish.target, &without_novelties(&body), provider);
    prop_assert!(found.is_none(), "{:?}\nof {}", found, body);
    Ok(())
}

fn answered(wish: &Wish, body: &Value) -> Result<Value, TestCaseError> {
    let (answered, repairs) = wish.clone().close().mend(&body.to_string()).expect("a body with messages");
    let others: Vec<&Value> =
        repairs.iter().filter(|repair| repair["code"] != "missing-result-added").collect();
    prop_assert!(others.is_empty(), "{:?}\nof {}", others, body);
    Ok(answered)
}

/// Parts of unknown types become text here, because the strict provider does not know them.
fn without_novelties(body: &Value) -> Value {
    let text = body
        .to_string()
        .replace(r#"{"type":"anthropic_novelty"}"#, TEXT)
        .replace(r#"{"type":"openai_novelty"}"#, TEXT);
    serde_json::from_str(&text).expect("JSON")
}

const TEXT: &str = r#"{"type":"text","text":"new"}"#;

fn mended(wish: &Wish, body: &Value) -> Result<(), TestCaseError> {
    let Ok((mended, repairs)) = wish.mend(&body.to_string()) else { return Ok(()) };
    let mut provider = wish.vendor();
    // A body that was sound stays as it is where some model may take it: the bodies name no model that is known.
    if repairs.is_empty() {
        provider["allowPrefill"] = true.into();
        if wish.target == MISTRAL {
            provider["allowUserAfterTool"] = true.into();
        }
    }
    accepted(wish, &mended, &provider)
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i6_readable(estimator in estimator(), story in story(), wish in wish()) {
        let mut world = World::after(estimator, &story);
        match wish.request(&mut world) {
            Ok(written) => {
                accepted(&wish, &written.body, &wish.provider())?;
            }
            Err(error) => {
                prop_assert_eq!(error.code(), Code::NothingToSend);
                let messages = world.look().messages;
                // An answer may not be sent behind a message of the user without content: nothing is said in the user's name.
                let is_unsaid = messages.last().is_some_and(|message| matches!(message.body, Body::User(Content::Null)));
                prop_assert!(is_unsaid || !messages.iter().any(asks), "there was something to send");
            }
        }
    }

    #[test]
    fn i6_readable_after_mending_chat_completions(body in openai_body(), target in family(), wish in wish()) {
        mended(&wish.of(target), &body)?;
    }

    #[test]
    fn i6_readable_after_mending_messages(body in anthropic_body(), wish in wish()) {
        mended(&wish.of(ANTHROPIC), &body)?;
    }

    #[test]
    fn i6_readable_after_mending_responses(body in responses_body(), wish in wish()) {
        mended(&wish.of(RESPONSES), &body)?;
    }

    #[test]
    fn i6_readable_after_mending_contents(body in gemini_body(), wish in wish()) {
        mended(&wish.of(GEMINI), &body)?;
    }

    #[test]
    fn i6_readable_after_mending_mistral(body in mistral_body(), wish in wish()) {
        mended(&wish.of(MISTRAL), &body)?;
    }

    #[test]
    fn i6_readable_after_mending_converse(body in bedrock_body(), wish in wish()) {
        let wish = wish.of(BEDROCK);
        // A caller who says that tools are declared, where the params have none, declares them elsewhere.
        prop_assume!(!(wish.vouches_for_tools() && body.get("toolConfig").is_none()));
        mended(&wish, &body)?;
    }
}
