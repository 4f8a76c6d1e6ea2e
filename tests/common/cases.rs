//! The cases in the files of the rules.

use serde_json::{Value, json};
use std::path::Path;

/// A case, and the id of its rule, which is the name of its file.
pub(crate) struct Case {
    pub(crate) file: String,
    pub(crate) said: Value,
}

/// Returns the cases of a format.
pub(crate) fn cases(format: &str) -> Vec<Case> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src/format").join(format.replace('-', "_")).join("rules");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("text");
        let content: Value =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let file = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        assert_eq!(content["rule"], json!(file), "the file is named after its rule");
        for said in content["cases"].as_array().expect("a list of cases") {
            assert!(said["name"].is_string(), "{file}: a case has no name");
            cases.push(Case { file: file.clone(), said: said.clone() });
        }
    }
    cases
}
