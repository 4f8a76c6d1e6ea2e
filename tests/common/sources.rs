//! The files of the crate, read as text.

use std::path::{Path, PathBuf};

/// The crate's own folder.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all Rust files under `src`: their relative paths, with `/` as the separator, and their text.
pub(crate) fn sources() -> Vec<(String, String)> {
    let source = root().join("src");
    let mut files = Vec::new();
    let mut folders = vec![source.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path: PathBuf = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name =
                    path.strip_prefix(&source).expect("under src").to_string_lossy().replace('\\', "/");
                files.push((name, std::fs::read_to_string(&path).expect("text")));
            }
        }
    }
    files.sort();
    files
}
