//! Writes `rule-texts.ts`: the texts of the rules, for the package.

use super::rule_file::{RuleFile, rules_of};
use backscroll::format::TARGETS;

/// Returns the file.
pub(crate) fn rule_texts() -> String {
    let rows: Vec<String> =
        TARGETS.iter().flat_map(|target| rules_of(*target)).map(|rule| row(&rule)).collect();
    format!(
        "// Texts of the rules, for people.\n//\n// Made from `src/format/*/rules` by `BLESS=1 cargo test --test \
         rules`.\n\n/** The sentence of each rule, and the provider's words when it is broken, where they are known. \
         */\nexport const RULE_TEXTS: Readonly<Record<string, readonly [sentence: string, words?: string]>> = \
         {{\n{}\n}};\n",
        rows.join("\n")
    )
}

fn row(rule: &RuleFile) -> String {
    let sentence = serde_json::json!(rule.sentence());
    match rule.words.first() {
        None => format!("  {}: [{sentence}],", rule.rule),
        Some(words) => format!("  {}: [{sentence}, {}],", rule.rule, serde_json::json!(words)),
    }
}
