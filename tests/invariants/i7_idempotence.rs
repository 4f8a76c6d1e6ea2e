//! I7, idempotence: sanitising twice repairs nothing.

use super::action::story;
use super::bodies::{anthropic_body, bedrock_body, gemini_body, mistral_body, openai_body};
use super::bodies_responses::responses_body;
use super::config::cases;
use super::wish::{ANTHROPIC, BEDROCK, GEMINI, MISTRAL, RESPONSES, Wish, family, wish};
use super::world::{World, estimator};
use proptest::prelude::*;
use serde_json::Value;

fn again(wish: &Wish, body: &Value) -> Result<(), TestCaseError> {
    let (second, repairs) = wish.mend(&body.to_string()).expect("what was sendable is sendable");
    prop_assert!(repairs.is_empty(), "{:#?}\nof {}", repairs, body);
    prop_assert_eq!(&second, body);
    Ok(())
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i7_idempotence(estimator in estimator(), story in story(), wish in wish()) {
        let mut world = World::after(estimator, &story);
        let Ok(written) = wish.request(&mut world) else { return Ok(()) };
        again(&wish, &written.body)?;
    }

    #[test]
    fn i7_idempotence_of_mending_chat_completions(body in openai_body(), target in family(), wish in wish()) {
        let wish = wish.of(target);
        let Ok((first, repairs)) = wish.mend(&body.to_string()) else { return Ok(()) };
        // A call stays open only while nothing stands behind it, and moved media of its neighbour's result
        // stand behind it.
        let moved = repairs.iter().any(|repair| repair["code"] == "media-moved");
        prop_assume!(!(moved && wish.keeps_open()));
        again(&wish, &first)?;
    }

    #[test]
    fn i7_idempotence_of_mending_messages(body in anthropic_body(), wish in wish()) {
        let wish = wish.of(ANTHROPIC);
        let Ok((first, _)) = wish.mend(&body.to_string()) else { return Ok(()) };
        again(&wish, &first)?;
    }

    #[test]
    fn i7_idempotence_of_mending_responses(body in responses_body(), wish in wish()) {
        let wish = wish.of(RESPONSES);
        let Ok((first, _)) = wish.mend(&body.to_string()) else { return Ok(()) };
        again(&wish, &first)?;
    }

    #[test]
    fn i7_idempotence_of_mending_contents(body in gemini_body(), wish in wish()) {
        let wish = wish.of(GEMINI);
        let Ok((first, repairs)) = wish.mend(&body.to_string()) else { return Ok(()) };
        let moved = repairs.iter().any(|repair| repair["code"] == "media-moved");
        prop_assume!(!(moved && wish.keeps_open()));
        again(&wish, &first)?;
    }

    #[test]
    fn i7_idempotence_of_mending_mistral(body in mistral_body(), wish in wish()) {
        let wish = wish.of(MISTRAL);
        let Ok((first, repairs)) = wish.mend(&body.to_string()) else { return Ok(()) };
        let moved = repairs.iter().any(|repair| repair["code"] == "media-moved");
        prop_assume!(!(moved && wish.keeps_open()));
        again(&wish, &first)?;
    }

    #[test]
    fn i7_idempotence_of_mending_converse(body in bedrock_body(), wish in wish()) {
        let wish = wish.of(BEDROCK);
        let Ok((first, repairs)) = wish.mend(&body.to_string()) else { return Ok(()) };
        let moved = repairs.iter().any(|repair| repair["code"] == "media-moved");
        prop_assume!(!(moved && wish.keeps_open()));
        again(&wish, &first)?;
    }
}
