//! Writes `rule-list.ts`: the rules with all their texts, for the entry that shows them.

use super::rule_file::{Kept, RuleFile, rules_of};
use backscroll::format::TARGETS;
use serde_json::json;

/// Returns the file.
pub(crate) fn rule_list() -> String {
    let rows: Vec<String> = TARGETS
        .iter()
        .flat_map(|target| {
            let format = target.dialect().format.as_str();
            rules_of(*target).into_iter().map(move |rule| row(format, &rule))
        })
        .collect();
    format!(
        "// The rules of the providers, with their texts.\n//\n// Made from `src/format/*/rules` by `BLESS=1 cargo \
         test --test rules`.\n\nimport type {{ ProviderRule }} from \"../doctor/types.js\";\n\n/**\n * The rules of all \
         providers, in the order of their numbers.\n *\n * @example\n * const ofAnthropic = RULES.filter(({{ target \
         }}) => target === \"anthropic\");\n */\nexport const RULES: readonly ProviderRule[] = [\n{}\n];\n",
        rows.join("\n")
    )
}

fn row(target: &str, rule: &RuleFile) -> String {
    let (handling, remedy) = match rule.kept() {
        Kept::Repaired(done, _) => ("repaired", done.to_owned()),
        Kept::Refused(codes) => ("refused", codes.join(", ")),
        Kept::Left(reason) => ("left", reason.to_owned()),
    };
    let evidence = if rule.evidence.is_empty() {
        String::new()
    } else {
        format!(", evidence: {}", json!(rule.evidence))
    };
    format!(
        "  {{ id: {}, target: {}, sentence: {}, words: {}{evidence}, handling: {}, remedy: {} }},",
        json!(rule.rule),
        json!(target),
        json!(rule.sentence()),
        json!(rule.words),
        json!(handling),
        json!(remedy),
    )
}
