//! The rules of the providers: complete, consistent with the code and the corpus, and listed in `src/rules/RULES.md`.
//!
//! `BLESS=1 cargo test --test rules` writes the document and the texts of the package anew.

#![cfg(test)]

#[path = "common/cases.rs"]
mod cases;
#[path = "common/document.rs"]
mod document;
#[path = "common/model_list.rs"]
mod models;
#[path = "common/rule_file.rs"]
mod rule_file;
#[path = "common/rule_list.rs"]
mod rule_list;
#[path = "common/size_list.rs"]
mod sizes;
#[path = "common/sources.rs"]
mod sources;
#[path = "common/target_list.rs"]
mod target_list;
#[path = "common/rule_texts.rs"]
mod texts;
#[path = "common/vendor_list.rs"]
mod vendors;

use backscroll::error::Code;
use backscroll::format::TARGETS;
use backscroll::format::models::MODELS;
use backscroll::format::openai_chat::VENDORS;
use backscroll::format::sizes::SIZES;
use backscroll::repair::RepairCode;
use backscroll::rules::{Catalogue, Rule};
use backscroll::sanitize::{Dialect, RequestOptions};
use backscroll::tokens::ModelSize;
use cases::{Case, cases};
use rule_file::{AcceptedFile, Kept, RuleFile, file, folder, rules_of};
use sources::{root, sources};
use std::collections::BTreeSet;

/// The file of the corpus with bodies that break no rule.
const ACCEPTED: &str = "accepted";

fn catalogues() -> impl Iterator<Item = &'static Catalogue> {
    TARGETS.iter().map(|target| target.dialect().catalogue)
}

fn rules() -> impl Iterator<Item = &'static Rule> {
    catalogues().flat_map(|catalogue| catalogue.rules.iter().copied())
}

fn files() -> Vec<RuleFile> {
    TARGETS.iter().flat_map(|target| rules_of(*target)).collect()
}

fn rule(id: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.id == id)
}

fn ids() -> BTreeSet<&'static str> {
    rules().map(|rule| rule.id).collect()
}

/// Fails with the list of wrong items.
fn check_none(wrong: Vec<impl std::fmt::Debug>, what: &str) {
    assert!(wrong.is_empty(), "{what}: {wrong:#?}");
}

/// Returns true if a text is the id of a rule: two letters, a number, and perhaps a letter.
fn is_rule(text: &str) -> bool {
    let number =
        catalogues().find_map(|catalogue| text.strip_prefix(document::prefix(catalogue))).unwrap_or_default();
    let digits = number.trim_end_matches(|last: char| last.is_ascii_lowercase());
    !digits.is_empty()
        && digits.chars().all(|digit| digit.is_ascii_digit())
        && number.len() <= digits.len() + 1
}

/// The dialects of a target: of any model, and of the models that it distinguishes.
fn dialects() -> Vec<&'static Dialect> {
    let models =
        ["gpt-5", "qwen3.5-32b", "us.anthropic.claude-sonnet-4-5-20250929-v1:0", "us.amazon.nova-pro-v1:0"];
    let vendor = VENDORS.iter().find(|vendor| vendor.renders_templates);
    let all = TARGETS.iter().map(|target| target.dialect());
    let asked = |model: &str| {
        let mut options = RequestOptions { vendor, ..RequestOptions::default() };
        options.capabilities.model = Some(model.to_owned());
        options
    };
    all.flat_map(|dialect| models.map(|model| dialect.for_request(&asked(model)))).collect()
}

#[test]
fn every_target_has_a_catalogue_of_its_own_rules() {
    for target in TARGETS {
        let dialect = target.dialect();
        let catalogue = dialect.catalogue;
        assert_eq!(catalogue.format, dialect.format);
        let name = catalogue.format.as_str();
        assert!(dialect.form_rule.is_some_and(|rule| catalogue.rules.contains(&rule)), "{name}");
        let prefix = document::prefix(catalogue);
        assert_eq!(prefix.len(), 2, "{name}: {prefix}");
        assert!(catalogue.rules.iter().all(|rule| rule.id.starts_with(prefix)), "{name}");
    }
}

#[test]
fn ids_of_rules_are_recognised_and_found() {
    assert_eq!(ids().len(), rules().count(), "a number stands there twice");
    for told in rules() {
        assert!(is_rule(told.id), "{} is no number", told.id);
        assert_eq!(rule(told.id), Some(told));
    }
}

#[test]
fn ids_of_a_provider_have_no_gap() {
    for catalogue in catalogues() {
        let number = |rule: &&Rule| {
            let digits: String = rule.id.chars().filter(char::is_ascii_digit).collect();
            digits.parse::<usize>().expect(rule.id)
        };
        let mut numbers: Vec<usize> = catalogue.rules.iter().map(number).collect();
        numbers.dedup();
        assert_eq!(numbers, (0..numbers.len()).collect::<Vec<usize>>(), "{}", catalogue.format.as_str());
    }
}

/// A provider's rules are private to its folder, so its code alone can refer to them, and refers to them by value.
#[test]
fn no_code_names_a_rule_by_its_id_but_the_list_of_its_provider() {
    for (path, text) in sources().into_iter().filter(|(path, _)| !path.ends_with("/rules.rs")) {
        check_none(
            text.split('"').filter(|literal| is_rule(literal)).collect(),
            &format!("{path} names a rule by its id"),
        );
    }
}

#[test]
fn every_file_of_a_rule_is_one_in_the_list_of_its_provider() {
    for catalogue in catalogues() {
        let entries = std::fs::read_dir(folder(catalogue.format.as_str())).expect("a folder of rules");
        let names = entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned());
        let known = |name: &String| {
            let stem = name.strip_suffix(".json").unwrap_or_default();
            stem == ACCEPTED || catalogue.rules.iter().any(|rule| rule.id == stem)
        };
        check_none(names.filter(|name| !known(name)).collect(), "add it to `rules.rs`");
    }
}

#[test]
fn every_rule_has_its_demand_and_its_repair() {
    let codes: Vec<&str> = Code::ALL.iter().map(|code| code.as_str()).collect();
    let is_told = |rule: &RuleFile| {
        let is_kept = match rule.kept() {
            Kept::Repaired(_, places) => !places.is_empty(),
            Kept::Refused(with) => with.iter().all(|code| codes.contains(&code.as_str())),
            Kept::Left(_) => true,
        };
        let is_row = rule.words.iter().all(|words| !words.is_empty() && !words.contains('|'));
        is_kept && rule.demands.ends_with('.') && !rule.demands.contains(". ") && is_row
    };
    check_none(files().into_iter().filter(|rule| !is_told(rule)).collect(), "not told");
}

#[test]
fn every_rule_has_the_providers_text_or_its_evidence() {
    let is_based = |rule: &RuleFile| rule.words.is_empty() != rule.evidence.is_empty();
    check_none(files().into_iter().filter(|rule| !is_based(rule)).collect(), "without evidence");
}

#[test]
fn the_place_of_a_rule_is_a_file() {
    let paths: Vec<String> = sources().into_iter().map(|(path, _)| format!("/{path}")).collect();
    let is_there = |place: &str| {
        let (file, room) = (format!("/{place}"), format!("/{place}/"));
        paths.iter().any(|path| path.ends_with(&file) || path.starts_with(&room))
    };
    let all = files();
    let places = all.iter().flat_map(|rule| match rule.kept() {
        Kept::Repaired(_, places) => places.iter().map(|place| (&rule.rule, place)).collect(),
        Kept::Refused(_) | Kept::Left(_) => Vec::new(),
    });
    check_none(places.filter(|(_, place)| !is_there(place)).collect(), "not there");
}

#[test]
fn every_target_has_its_own_rule_for_empty_bodies() {
    for dialect in dialects() {
        let rule = dialect.turns.empty_rule.expect("a rule");
        assert!(dialect.catalogue.rules.contains(&rule), "{}", rule.id);
    }
}

#[test]
fn every_enforced_rule_has_cases() {
    for target in TARGETS {
        let cases = cases(target.dialect().format.as_str());
        let shown = |rule: &RuleFile| {
            let mut of_it = cases.iter().filter(|case| case.file == rule.rule);
            match rule.kept() {
                Kept::Repaired(..) => of_it.next().is_some(),
                Kept::Refused(codes) => {
                    let of_it: Vec<&Case> = of_it.collect();
                    codes.iter().all(|code| of_it.iter().any(|case| case.said["error"] == code.as_str()))
                }
                Kept::Left(_) => true,
            }
        };
        let without = rules_of(target).into_iter().filter(|rule| !shown(rule));
        check_none(
            without.map(|rule| rule.rule).collect(),
            "no case (src/rules/README.md has the form of the file)",
        );
    }
}

#[test]
fn accepted_bodies_have_cases_that_stay_unchanged() {
    for catalogue in catalogues() {
        let cases = cases(catalogue.format.as_str());
        let is_left_alone = |said: &serde_json::Value| {
            said["repairs"].as_array().is_some_and(Vec::is_empty) && said.get("expected").is_none()
        };
        let named = |case: &Case| case.said["accepts"].as_str().unwrap_or_default().to_owned();
        let accepted: Vec<&Case> = cases.iter().filter(|case| case.file == ACCEPTED).collect();
        let changed = accepted.iter().filter(|case| !is_left_alone(&case.said));
        check_none(changed.map(|case| named(case)).collect(), "changed");
        let shown: BTreeSet<String> = accepted.iter().map(|case| named(case)).collect();
        let AcceptedFile { title, accepted: kinds, .. } = file(catalogue.format.as_str(), ACCEPTED);
        let listed: BTreeSet<String> = kinds.iter().map(|one| one.id.clone()).collect();
        assert_eq!(shown, listed, "{title}");
        assert_eq!(listed.len(), kinds.len(), "{title}: a name stands there twice");
    }
}

#[test]
fn cases_report_known_codes_and_rules() {
    let codes: Vec<&str> = RepairCode::ALL.iter().map(|code| code.as_str()).collect();
    for case in catalogues().flat_map(|catalogue| cases(catalogue.format.as_str())) {
        for repair in case.said["repairs"].as_array().into_iter().flatten() {
            let (id, code) = (repair["rule"].as_str(), repair["code"].as_str());
            // A few repairs serve no provider's rule.
            assert!(id.is_none_or(|id| rule(id).is_some()), "{}: no rule has the id of {repair}", case.file);
            assert!(
                code.is_some_and(|code| codes.contains(&code)),
                "{}: no repair has the code of {repair}; known are {}",
                case.file,
                codes.join(", "),
            );
        }
    }
}

/// Compares a generated file with its expected content, or writes it.
fn check_made(path: &str, text: &str) {
    let path = root().join(path);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, text).expect("the file is written");
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    let differs = there.lines().zip(text.lines()).find(|(there, made)| there != made);
    assert!(there == text, "`BLESS=1 cargo test --test rules` writes it anew; {differs:#?}");
}

#[test]
fn the_document_holds_the_rules() {
    check_made("src/rules/RULES.md", &document::document());
}

#[test]
fn the_package_holds_the_texts_of_the_rules() {
    check_made("pkg-template/src/providers/rule-texts.ts", &texts::rule_texts());
    check_made("pkg-template/src/providers/rule-list.ts", &rule_list::rule_list());
}

#[test]
fn the_package_and_the_tests_hold_the_list_of_targets() {
    check_made("pkg-template/src/types/target.ts", &target_list::types());
    check_made("pkg-template/src/providers/names.ts", &target_list::names());
    check_made("tests/support/targets.json", &target_list::data());
}

#[test]
fn the_documents_hold_the_rows_of_vendors_models_and_sizes() {
    check_made("src/rules/VENDORS.md", &vendors::document());
    check_made("src/rules/MODELS.md", &models::document());
    check_made("src/rules/SIZES.md", &sizes::document());
}

#[test]
fn the_package_and_the_tests_hold_the_list_of_vendors() {
    check_made("pkg-template/src/types/vendor.ts", &vendors::types());
    check_made("pkg-template/src/providers/overflow-phrases.ts", &vendors::phrases());
    check_made("tests/support/vendors.json", &vendors::data());
}

#[test]
fn every_row_has_its_source() {
    let vendors = VENDORS.iter().filter(|vendor| vendor.sources.is_empty() || vendor.title.is_empty());
    check_none(vendors.map(|vendor| vendor.name).collect(), "vendors without a source");
    let models = MODELS.iter().filter(|row| row.source.is_empty() || row.date.is_empty());
    check_none(models.collect(), "models without a source");
    let sizes = SIZES.iter().filter(|row| row.source.is_empty());
    check_none(sizes.collect(), "sizes without a source");
}

#[test]
fn rows_of_sizes_differ_by_name_unless_they_are_equal() {
    let rows = || SIZES.iter().map(|row| &row.size);
    let is_other = |one: &ModelSize, other: &ModelSize| {
        one.name == other.name && format!("{one:?}") != format!("{other:?}")
    };
    check_none(
        rows().filter(|one| rows().any(|other| is_other(one, other))).map(|one| one.name).collect(),
        "sizes of one name that differ",
    );
}

#[test]
fn rows_of_vendors_differ_by_name_and_by_address() {
    let names: BTreeSet<&str> = VENDORS.iter().map(|vendor| vendor.name).collect();
    assert_eq!(names.len(), VENDORS.len(), "a name stands there twice");
    let hosts: Vec<&str> = VENDORS.iter().flat_map(|vendor| vendor.hosts).copied().collect();
    assert_eq!(hosts.iter().collect::<BTreeSet<_>>().len(), hosts.len(), "an address stands there twice");
}
