//! I6, readable: what is written satisfies its target's rules, judged by rules that the engine does not know.

use super::action::story;
use super::bodies::{anthropic_body, bedrock_body, gemini_body, mistral_body, openai_body};
use super::bodies_responses::responses_body;
use super::config::cases;
use super::wish::{ANTHROPIC, BEDROCK, GEMINI, MISTRAL, OPENAI, RESPONSES, Wish, wish};
use super::world::{World, estimator};
use crate::judge::{Leave, objections};
use backscroll::error::Code;
use backscroll::message::{Body, Message};
use proptest::prelude::*;
use serde_json::Value;

/// Whether the person said something that no rule could object to.
fn asks(message: &Message) -> bool {
    matches!(message.body, Body::User(_)) && !message.content().plain_text().trim().is_empty()
}

fn mended(wish: &Wish, body: &Value) -> Result<(), TestCaseError> {
    let Ok((mended, repairs)) = wish.mend(&body.to_string()) else { return Ok(()) };
    // A body may hold the vendor's own fields; they are the caller's.
    let leave = Leave { reasoning_content: true, ..wish.leave() };
    let found = objections(wish.target, &mended, &leave);
    prop_assert!(found.is_empty(), "{:#?}\nof {}\nrepaired by {:?}", found, mended, repairs);
    Ok(())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i6_readable(estimator in estimator(), story in story(), wish in wish()) {
        let mut world = World::after(estimator, &story);
        match wish.request(&mut world) {
            Ok(written) => {
                let found = objections(wish.target, &written.body, &wish.leave());
                prop_assert!(found.is_empty(), "{:#?}\nof {}", found, written.body);
            }
            Err(error) => {
                prop_assert_eq!(error.code(), Code::NothingToSend);
                prop_assert!(!world.look().messages.iter().any(asks), "there was something to send");
            }
        }
    }

    #[test]
    fn i6_readable_after_mending_chat_completions(body in openai_body(), wish in wish()) {
        mended(&wish.of(OPENAI), &body)?;
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
        // Who says that tools are declared where none are, has them elsewhere.
        prop_assume!(!(wish.vouches_for_tools() && body.get("toolConfig").is_none()));
        mended(&wish, &body)?;
    }
}
