//! The bodies to break: those of the rules' cases, and the transcripts of the fixtures.

use super::ROOT;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

pub(crate) static SEEDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let root = Path::new(ROOT);
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

/// The distinct fields of all bodies, as they stand in objects. Long ones are left out.
pub(crate) static FIELDS: LazyLock<Vec<(String, Value)>> = LazyLock::new(|| {
    let mut fields = BTreeMap::new();
    for seed in SEEDS.iter() {
        collect(&serde_json::from_str(seed).unwrap_or_default(), &mut fields);
    }
    fields.into_values().collect()
});

fn collect(value: &Value, fields: &mut BTreeMap<String, (String, Value)>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect(item, fields)),
        Value::Object(inner) => {
            for (name, item) in inner {
                collect(item, fields);
                let text = format!("{name} {item}");
                if text.len() < 200 {
                    fields.insert(text, (name.clone(), item.clone()));
                }
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

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
