//! The bodies to break: those of the rules' cases, and the transcripts of the fixtures.

use serde_json::Value;
use std::path::Path;
use std::sync::LazyLock;

pub(crate) static SEEDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds = Vec::new();
    for folder in files(&root.join("src/format")) {
        for file in files(&folder.join("rules")) {
            let cases = read(&file)["cases"].as_array().cloned().unwrap_or_default();
            seeds.extend(cases.iter().map(|case| case["given"].to_string()));
        }
    }
    let fixtures = files(&root.join("tests/fixtures"));
    let bodies = fixtures.iter().map(|file| read(file).to_string());
    // Skips long bodies: they take much time, and hold little that others lack.
    seeds.extend(bodies.filter(|body| body.len() < 20_000));
    assert!(seeds.len() > 200, "only {} bodies were found", seeds.len());
    seeds
});

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

fn read(file: &Path) -> Value {
    let text = std::fs::read_to_string(file).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or(Value::Null)
}
