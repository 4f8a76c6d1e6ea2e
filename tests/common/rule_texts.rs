//! Writes `rule-texts.ts`: the texts of the rules, for the package.

use super::rule_file::{RuleFile, rules_of};
use backscroll::format::TARGETS;

/// Returns the file.
pub(crate) fn rule_texts() -> String {
    let rows: Vec<String> =
        TARGETS.iter().flat_map(|target| rules_of(*target)).map(|rule| row(&rule)).collect();
    format!(
        "// The sentences of the rules, for people.\n//\n// Made from `src/format/*/rules` by `BLESS=1 cargo test --test \
         rules`.\n\n/** The sentence of each rule. */\nexport const RULE_TEXTS: Readonly<Record<string, string>> = \
         {{\n{}\n}};\n",
        rows.join("\n")
    )
}

fn row(rule: &RuleFile) -> String {
    format!("  {}: {},", rule.rule, serde_json::json!(rule.sentence()))
}
