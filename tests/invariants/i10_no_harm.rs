//! I10, no harm: a request that the provider accepts is not changed.

use super::accepted::{
    accepted_by_anthropic, accepted_by_bedrock, accepted_by_gemini, accepted_by_mistral, accepted_by_openai,
};
use super::accepted_responses::accepted_by_responses;
use super::config::cases;
use super::wish::{ANTHROPIC, BEDROCK, GEMINI, MISTRAL, OPENAI, RESPONSES, plain};
use crate::judge::objection;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Returns the provider's objection. Vendors' fields and the role of the last message are not judged, because
/// models differ.
fn refusal(target: usize, body: &Value) -> Option<String> {
    let mut options = plain(target).vendor();
    options["allowPrefill"] = json!(true);
    objection(target, body, &options)
}

fn unharmed(target: usize, body: &Value) -> Result<(), String> {
    let (mended, repairs) = plain(target).mend(&body.to_string()).map_err(|error| error.to_string())?;
    match repairs.is_empty() && mended == *body {
        true => Ok(()),
        false => Err(format!("{repairs:#?}\n{body}\nbecame\n{mended}")),
    }
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn i10_no_harm(
        openai in accepted_by_openai(),
        anthropic in accepted_by_anthropic(),
        responses in accepted_by_responses(),
        gemini in accepted_by_gemini(),
        bedrock in accepted_by_bedrock(),
        mistral in accepted_by_mistral(),
    ) {
        let bodies = [
            (OPENAI, openai),
            (ANTHROPIC, anthropic),
            (RESPONSES, responses),
            (GEMINI, gemini),
            (BEDROCK, bedrock),
            (MISTRAL, mistral),
        ];
        for (target, body) in bodies {
            prop_assert_eq!(refusal(target, &body), None, "of {}", body);
            prop_assert_eq!(unharmed(target, &body), Ok(()));
        }
    }
}
