//! Writes `RULES.md` from the catalogue.

use backscroll::format::TARGETS;
use backscroll::rules::{Accepted, Catalogue, INTRODUCTION, Kept, NOT_CHECKED, Rule};

/// Returns the document.
pub(crate) fn document() -> String {
    let named = TARGETS
        .map(|target| target.dialect().catalogue)
        .map(|it| format!("`{}` for {}", prefix(it), it.title));
    let opening = format!("What a request must satisfy, numbered: {}.", named.join(", "));
    let mut sections =
        vec![format!("# The rules of the providers\n\n{opening}\n{}", INTRODUCTION.join("\n"))];
    sections.extend(TARGETS.map(|target| section(target.dialect().catalogue)));
    sections.push(format!("## Not checked\n\n{}", NOT_CHECKED.join("\n")));
    format!("{}\n", sections.join("\n\n"))
}

/// Returns the letters with which the ids of a provider's rules begin.
pub(crate) fn prefix(catalogue: &Catalogue) -> &'static str {
    catalogue.rules.first().and_then(|rule| rule.id.strip_suffix('0')).expect("a rule with the number 0")
}

fn section(catalogue: &Catalogue) -> String {
    let rows: Vec<String> = catalogue.rules.iter().copied().map(row).collect();
    let accepted: Vec<String> = catalogue.accepted.iter().map(item).collect();
    let paragraphs = [
        format!("## {}", catalogue.title),
        catalogue.opening.join("\n"),
        format!(
            "| rule | what must hold | what is answered | what is done | where |\n|---|---|---|---|---|\n{}",
            rows.join("\n")
        ),
        match accepted.as_slice() {
            [] => String::new(),
            items => format!("Not rules, because {}:\n\n{}", catalogue.accepted_because, items.join("\n")),
        },
        catalogue.closing.join("\n"),
    ];
    let said: Vec<String> = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect();
    said.join("\n\n")
}

fn row(rule: &Rule) -> String {
    let answers = [rule.words].into_iter().chain(rule.other_words.iter().copied());
    let answers = answers.filter(|answer| !answer.is_empty()).map(|answer| format!("\"{answer}\""));
    let basis = (!rule.evidence.is_empty()).then(|| rule.evidence.to_owned());
    let answers = answers.chain(basis);
    let (done, places) = match rule.kept {
        Kept::Repaired(done, places) => (done.to_owned(), listed(places)),
        Kept::Refused(codes) => (format!("refused: {}", listed(codes)), String::new()),
        Kept::NotEnforced(reason) => (format!("nothing: {reason}"), String::new()),
    };
    let cells = [rule.id, rule.sentence, &answers.collect::<Vec<String>>().join("; "), &done, &places];
    // An empty cell has one space, not two.
    format!("| {} |", cells.join(" | ")).replace("|  |", "| |")
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<String>>().join(", ")
}

fn item(accepted: &Accepted) -> String {
    match accepted.seen {
        0 => format!("- {}", accepted.what),
        seen => format!("- {} ({seen})", accepted.what),
    }
}
