//! Failures, read from the text of a result where no flag of the format tells them.

use crate::text::find;

/// The bytes at the beginning and the end of a result in which a failure shows.
const HEAD: usize = 600;
const TAIL: usize = 400;

/// Words with which a failed result begins.
const BEGINNINGS: [&str; 7] = ["error", "fehler", "traceback", "fatal", "exception", "usage:", "npm err!"];
/// Words that a failed result holds.
const SIGNS: [&str; 22] = [
    "command failed",
    "command not found",
    "no such file",
    "permission denied",
    "syntax error",
    "syntaxerror",
    "typeerror",
    "referenceerror",
    "valueerror",
    "keyerror",
    "importerror",
    "modulenotfounderror",
    "could not ",
    "cannot find",
    "npm err!",
    "test failed",
    "tests failed",
    "econnrefused",
    "timed out",
    "panicked at",
    "not found in",
    "must be unique",
];
/// Words before the number of an exit, or of failures.
const NUMBERED: [&str; 6] =
    ["exit code ", "exited with code ", "exit code: ", "exit status: ", "exit status ", "exited with "];
/// Words behind a number of failures.
const COUNTED: [&str; 3] = ["fail", "error", "problem"];
/// Words of a line that says why something failed.
const REASONS: [&str; 14] = [
    "error",
    "fail",
    "fatal",
    "exception",
    "traceback",
    "cannot",
    "could not",
    "not found",
    "denied",
    "refused",
    "panicked",
    "✗",
    "expected",
    "unable",
];

/// Reports whether the text is what a failed call returned.
pub(super) fn tells_failure(text: &str) -> bool {
    let head = boundary(text, HEAD.min(text.len()));
    let tail = boundary(text, text.len().saturating_sub(TAIL).max(head));
    let parts =
        [text.get(..head), text.get(tail..)].map(|part| part.unwrap_or_default().to_ascii_lowercase());
    let begins = parts.first().is_some_and(|head| {
        let words = head.trim_ascii_start();
        BEGINNINGS.iter().any(|word| words.starts_with(word))
    });
    begins || parts.iter().any(|part| SIGNS.iter().any(|sign| holds(part, sign)) || counts(part))
}

/// Reports whether a piece of a failed result says why.
pub(super) fn is_reason(piece: &str) -> bool {
    let piece = piece.to_ascii_lowercase();
    REASONS.iter().any(|word| holds(&piece, word))
}

/// Reports whether a piece ends in the line that gives the exit code.
pub(super) fn is_exit(piece: &str) -> bool {
    let line = piece.trim_ascii_end();
    let line = line.rsplit('\n').next().unwrap_or_default().to_ascii_lowercase();
    NUMBERED.iter().any(|words| holds(&line, words))
}

/// Reports whether a number above 0 stands behind the words for an exit, or before those for failures.
fn counts(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_number = |at: usize| bytes.get(at).is_some_and(|byte| matches!(byte, b'1'..=b'9'));
    let exits =
        NUMBERED.iter().any(|words| places(text, words).any(|at| is_number(at.saturating_add(words.len()))));
    exits
        || COUNTED.iter().any(|word| {
            places(text, word).any(|at| {
                let end = at.saturating_sub(1);
                let before = bytes.get(..end).unwrap_or_default();
                let digits = before.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
                bytes.get(end) == Some(&b' ') && digits > 0 && is_number(end.saturating_sub(digits))
            })
        })
}

fn holds(text: &str, word: &str) -> bool {
    find(text, word).is_some()
}

fn places<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    let next = move |from: usize| Some(find(text.get(from..)?, word)?.saturating_add(from));
    std::iter::successors(next(0), move |at| next(at.saturating_add(word.len())))
}

/// The first byte from here on at which a character begins, or the text ends.
fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at = at.saturating_add(1);
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_show_at_the_beginning_and_the_end_of_a_result() {
        let long = format!("{}\n\nCommand exited with code 1", "line of output\n".repeat(200));
        for (text, wanted) in [
            ("Error: oldText not found", true),
            (&long, true),
            ("12 passed, 3 failed", true),
            ("12 passed, 0 failed", false),
            ("bash: foo: command not found", true),
            ("process exited with code 0", false),
            ("export function parse(error) {}", false),
            ("found 40 errors.rs", true),
            ("", false),
        ] {
            assert_eq!(tells_failure(text), wanted, "{}", text.get(..40).unwrap_or(text));
        }
    }
}
