//! The checks that `npm run fuzz` makes, by the names of its targets.

use super::ways_in::{WAYS_IN, WayIn};
use super::{mended, replays, snapshots, views};
use backscroll::format::TARGETS;

/// The targets: the readers of the providers, of snapshots and of JSON, and `fit`.
pub(crate) const NAMES: [&str; 9] = [
    "openai-chat",
    "anthropic",
    "openai-responses",
    "gemini",
    "bedrock",
    "mistral",
    "snapshots",
    "views",
    "fit",
];

/// Makes the checks of a target with this text.
///
/// # Errors
///
/// The first property that the text breaks.
pub(crate) fn check(name: &str, text: &str) -> Result<(), String> {
    let ways_in = WAYS_IN.iter().filter(|way_in| way_in.is_of(name));
    for way_in in ways_in {
        let once = way_in.checked(text)?;
        if way_in.checked(text)? != once {
            return Err(format!("{}: equal inputs gave different outputs", way_in.name));
        }
    }
    match name {
        "snapshots" => snapshots::check(text),
        "views" => views::check(text),
        "fit" => replays::check(text),
        provider => {
            let number = TARGETS.iter().position(|target| target.dialect().format.as_str() == provider);
            mended::check(number.ok_or("no such target")?, text)
        }
    }
}

impl WayIn {
    /// Reports whether the target of this name takes this way.
    fn is_of(&self, name: &str) -> bool {
        match name {
            "snapshots" => self.name == "a snapshot",
            "views" => self.name == "tool calls",
            provider => {
                self.name.ends_with(&format!(" {provider}"))
                    || self.name.starts_with(&format!("{provider} to "))
            }
        }
    }
}
