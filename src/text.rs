//! Searches in text. The searchers of the standard library are built for long patterns, and cost 4 KB of every
//! download.

use backscroll_kernels::find_bytes;

/// The index of the first `wanted` in `text`.
pub(crate) fn find(text: &str, wanted: &str) -> Option<usize> {
    find_bytes(text.as_bytes(), wanted.as_bytes())
}

/// The text before and after the first `wanted`.
pub(crate) fn split_once<'a>(text: &'a str, wanted: &str) -> Option<(&'a str, &'a str)> {
    split(text, find(text, wanted)?, wanted)
}

/// The text before and after the last `wanted`.
pub(crate) fn rsplit_once<'a>(text: &'a str, wanted: &str) -> Option<(&'a str, &'a str)> {
    let at = (0..text.len()).rev().find(|at| text.get(*at..).is_some_and(|rest| rest.starts_with(wanted)))?;
    split(text, at, wanted)
}

fn split<'a>(text: &'a str, at: usize, wanted: &str) -> Option<(&'a str, &'a str)> {
    Some((text.get(..at)?, text.get(at.saturating_add(wanted.len())..)?))
}

/// The text without any `suffix` at its end.
pub(crate) fn trim_end<'a>(mut text: &'a str, suffix: &str) -> &'a str {
    while let Some(rest) = text.strip_suffix(suffix).filter(|_| !suffix.is_empty()) {
        text = rest;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_as_the_standard_library_finds_them() {
        for text in ["", "ab", "aab", "abab", "é-é--é", "xx://y://z", "a_call_call", "_call"] {
            for wanted in ["ab", "--", "://", "é", "_call", "a", "x://"] {
                assert_eq!(find(text, wanted), text.find(wanted));
                assert_eq!(split_once(text, wanted), text.split_once(wanted));
                assert_eq!(rsplit_once(text, wanted), text.rsplit_once(wanted));
                assert_eq!(trim_end(text, wanted), text.trim_end_matches(wanted));
            }
        }
    }
}
