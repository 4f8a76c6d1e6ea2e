//! Ids of models at Bedrock: ARNs, inference profiles, versions. Bedrock also serves the APIs of other providers, so
//! their formats see these ids, too.

use crate::text::rsplit_once;

/// Reports whether a name hides the model, as ARNs of the caller's own profiles, deployments and prompts do. Only the
/// caller knows their model.
pub(in crate::format) fn is_opaque(name: &str) -> bool {
    let resource = name.strip_prefix("arn:").and_then(|arn| arn.splitn(5, ':').nth(4));
    let kind = resource.and_then(|resource| resource.split('/').next());
    kind.is_some_and(|kind| !["foundation-model", "inference-profile"].contains(&kind))
}

/// A model's name without the ARN, the region of an inference profile and the version.
pub(in crate::format) fn bare(name: &str) -> &str {
    let name = if name.starts_with("arn:") { name.rsplit('/').next().unwrap_or(name) } else { name };
    let region = name.split_once('.').filter(|(region, _)| REGIONS.contains(region));
    let name = region.map_or(name, |(_, name)| name);
    let version = name.rsplit_once(':').map(|(name, _)| name);
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let whole = version.and_then(|name| rsplit_once(name, "-v")).filter(|(_, number)| is_digits(number));
    whole.map_or(name, |(name, _)| name)
}

/// The regions that inference profiles put before a model's name.
const REGIONS: [&str; 9] = ["us", "us-gov", "eu", "apac", "jp", "au", "ca", "sa", "global"];

#[cfg(test)]
mod tests {
    use crate::format::models::alias::is_same_model;

    const PROFILE: &str =
        "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-sonnet-4-5-20250929-v1:0";
    const OWN_PROFILE: &str = "arn:aws:bedrock:us-east-1:1:application-inference-profile/a1b2c3";

    #[test]
    fn an_id_stands_for_the_model_in_it() {
        let cases = [
            (
                "us.anthropic.claude-sonnet-4-5-20250929-v1:0",
                "anthropic.claude-sonnet-4-5-20250929-v1:0",
                true,
            ),
            (
                "global.anthropic.claude-sonnet-4-5-20250929-v1:0",
                "eu.anthropic.claude-sonnet-4-5-20250929-v1:0",
                true,
            ),
            (PROFILE, "anthropic.claude-sonnet-4-5-20250929-v1:0", true),
            (OWN_PROFILE, "anthropic.claude-sonnet-4-5-20250929-v1:0", true),
            ("anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-opus-4-5-20251101-v1:0", false),
            ("us.anthropic.claude-sonnet-4-5-20250929-v1:0", "us.amazon.nova-pro-v1:0", false),
            (PROFILE, "amazon.nova-pro-v1:0", false),
        ];
        for (one, other, expected) in cases {
            assert_eq!(is_same_model(one, other), expected, "{one} and {other}");
            assert_eq!(is_same_model(other, one), expected, "{other} and {one}");
        }
    }
}
