//! The files of the rules: `src/format/<provider>/rules/<ID>.json`.

use backscroll::format::Target;
use backscroll::rules::Catalogue;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::path::PathBuf;

/// The file of a rule. `src/rules/README.md` describes the fields.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleFile {
    pub(crate) rule: String,
    pub(crate) demands: String,
    #[serde(default)]
    pub(crate) words: Vec<String>,
    #[serde(default, rename = "source")]
    _source: String,
    #[serde(default)]
    pub(crate) evidence: String,
    #[serde(default)]
    repaired: String,
    #[serde(default, rename = "in")]
    places: Vec<String>,
    #[serde(default)]
    refused: Vec<String>,
    #[serde(default)]
    left: String,
    #[serde(rename = "cases")]
    _cases: Vec<Value>,
}

/// The way in which a rule is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kept<'a> {
    /// A request that breaks the rule is repaired: the repair, and the files or folders that do it.
    Repaired(&'a str, &'a [String]),
    /// A request that breaks the rule is refused with one of these error codes.
    Refused(&'a [String]),
    /// The rule is left to the caller, for this reason.
    Left(&'a str),
}

impl RuleFile {
    /// The way in which the rule is kept. The file has one of three fields.
    pub(crate) fn kept(&self) -> Kept<'_> {
        match (self.repaired.is_empty(), self.refused.is_empty(), self.left.is_empty()) {
            (false, true, true) => Kept::Repaired(&self.repaired, &self.places),
            (true, false, true) => Kept::Refused(&self.refused),
            (true, true, false) => Kept::Left(&self.left),
            _ => panic!("{}: give `repaired` with `in`, `refused`, or `left`", self.rule),
        }
    }

    /// The sentence, without its full stop.
    pub(crate) fn sentence(&self) -> &str {
        self.demands.trim_end_matches('.')
    }
}

/// The file of what a provider accepts, with the sentences on all its rules.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AcceptedFile {
    #[serde(rename = "rule")]
    _rule: String,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) opening: Vec<String>,
    #[serde(default)]
    pub(crate) because: String,
    pub(crate) accepted: Vec<Accepted>,
    #[serde(default)]
    pub(crate) closing: Vec<String>,
    #[serde(rename = "cases")]
    _cases: Vec<Value>,
}

/// A kind of request that looks faulty. The provider answers it, so it is not repaired.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Accepted {
    /// The name of its cases.
    pub(crate) id: String,
    /// The property of such a request.
    pub(crate) what: String,
    /// Number of such requests that were answered in recordings; 0 if they were not counted.
    #[serde(default)]
    pub(crate) seen: u32,
}

/// The folder of the rules of a format.
pub(crate) fn folder(format: &str) -> PathBuf {
    let path = format!("src/format/{}/rules", format.replace('-', "_"));
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Reads the files of all rules of a target, in the order of the document.
pub(crate) fn rules_of(target: &dyn Target) -> Vec<RuleFile> {
    let Catalogue { format, rules } = target.dialect().catalogue;
    rules.iter().map(|rule| file(format.as_str(), rule.id)).collect()
}

/// Reads a file of the rules of a format.
pub(crate) fn file<T: DeserializeOwned>(format: &str, name: &str) -> T {
    let path = folder(format).join(format!("{name}.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
