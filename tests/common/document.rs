//! Writes `RULES.md` from the files of the rules.

use super::rule_file::{Accepted, AcceptedFile, Kept, RuleFile, file, rules_of};
use backscroll::format::{TARGETS, Target};
use backscroll::rules::Catalogue;

/// The first sentences of the document, after the list of the providers.
const INTRODUCTION: &[&str] = &[
    "A report names the rule that a repair serves, and so do the comments of the code, and the file of the rule.",
    "The quoted texts are what the providers answer, with status 400, to a request that breaks the rule; they are \
     collected from public issue trackers, recorded responses and the types of the providers' own clients.",
    "A rule without quoted words names its evidence in the same column.",
    "Each provider's number 0 is its reference: types, and fields that must be there.",
    "The last column names the file in `src/sanitize` that repairs a request, or the file in `src/format` if \
     `sanitize` has none of this name; `history` stands for rules that every history keeps by its structure.",
    "Accepted requests that look faulty have cases, too, each with the number of such requests that \
     were answered, if they were counted.",
];

/// The last sentences of the document.
const NOT_CHECKED: &[&str] = &[
    "Limits that only the provider can judge, or that are the caller's own: the number of declared tools (OC11), \
     whether bytes are a valid picture (OC12), the number and size of pictures in a request (AN23), and which blocks \
     a model behind Converse takes (BE13).",
];

/// Returns the document.
pub(crate) fn document() -> String {
    let named = TARGETS.map(|target| target.dialect().catalogue).map(|it| {
        let AcceptedFile { title, .. } = file(it.format.as_str(), "accepted");
        format!("`{}` for {title}", prefix(it))
    });
    let opening = format!("What a request must satisfy, numbered: {}.", named.join(", "));
    let mut sections =
        vec![format!("# The rules of the providers\n\n{opening}\n{}", INTRODUCTION.join("\n"))];
    sections.extend(TARGETS.map(section));
    sections.push(format!("## Not checked\n\n{}", NOT_CHECKED.join("\n")));
    format!("{}\n", sections.join("\n\n"))
}

/// Returns the letters with which the ids of a provider's rules begin.
pub(crate) fn prefix(catalogue: &Catalogue) -> &'static str {
    catalogue.rules.first().and_then(|rule| rule.id.strip_suffix('0')).expect("a rule with the number 0")
}

fn section(target: &dyn Target) -> String {
    let about: AcceptedFile = file(target.dialect().format.as_str(), "accepted");
    let rows: Vec<String> = rules_of(target).iter().map(row).collect();
    let accepted: Vec<String> = about.accepted.iter().map(item).collect();
    let paragraphs = [
        format!("## {}", about.title),
        about.opening.join("\n"),
        format!(
            "| rule | what must hold | what is answered | what is done | where |\n|---|---|---|---|---|\n{}",
            rows.join("\n")
        ),
        match accepted.as_slice() {
            [] => String::new(),
            items => format!("Not rules, because {}:\n\n{}", about.because, items.join("\n")),
        },
        about.closing.join("\n"),
    ];
    let said: Vec<String> = paragraphs.into_iter().filter(|paragraph| !paragraph.is_empty()).collect();
    said.join("\n\n")
}

fn row(rule: &RuleFile) -> String {
    let quoted = rule.words.iter().map(|answer| format!("\"{answer}\""));
    let answers: Vec<String> =
        quoted.chain(Some(rule.evidence.clone()).filter(|basis| !basis.is_empty())).collect();
    let (done, places) = match rule.kept() {
        Kept::Repaired(done, places) => (done.to_owned(), listed(places)),
        Kept::Refused(codes) => (format!("refused: {}", listed(codes)), String::new()),
        Kept::Left(reason) => (format!("nothing: {reason}"), String::new()),
    };
    let answers = answers.join("; ");
    let cells = [&rule.rule, &rule.demands, &answers, &done, &places].map(String::as_str);
    // An empty cell has one space, not two.
    format!("| {} |", cells.join(" | ")).replace("|  |", "| |")
}

fn listed(names: &[String]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<String>>().join(", ")
}

fn item(accepted: &Accepted) -> String {
    match accepted.seen {
        0 => format!("- {}", accepted.what),
        seen => format!("- {} ({seen})", accepted.what),
    }
}
