//! Writes `rule-texts.ts`: the texts of the rules, for the package.

use backscroll::format::TARGETS;
use backscroll::rules::Rule;

/// Returns the file.
pub(crate) fn rule_texts() -> String {
    let rules = TARGETS.iter().flat_map(|target| target.dialect().catalogue.rules.iter().copied());
    let rows: Vec<String> = rules.map(row).collect();
    format!(
        "// Texts of the rules, for people.\n//\n// Made from `src/format/*/rules.rs` by `BLESS=1 cargo test --test \
         rules`.\n\n/** The sentence of each rule, and the provider's words when it is broken, where they are known. \
         */\nexport const RULE_TEXTS: Readonly<Record<string, readonly [sentence: string, words?: string]>> = \
         {{\n{}\n}};\n",
        rows.join("\n")
    )
}

fn row(rule: &Rule) -> String {
    let sentence = serde_json::json!(rule.sentence.trim_end_matches('.'));
    match rule.words {
        "" => format!("  {}: [{sentence}],", rule.id),
        words => format!("  {}: [{sentence}, {}],", rule.id, serde_json::json!(words)),
    }
}
