//! Recognises a failed result by its text, for results that carry no flag of failure.

use super::patterns::{Hit, Patterns};
use crate::text::find;
use std::sync::LazyLock;

/// The bytes at the beginning and the end of a result that are searched for a failure.
const HEAD: usize = 600;
const TAIL: usize = 400;

/// Beginnings of a failed result.
const BEGINNINGS: [&str; 7] = ["error", "fehler", "traceback", "fatal", "exception", "usage:", "npm err!"];

const SIGNS: u16 = 1;
const NUMBERED: u16 = 1 << 1;
const COUNTED: u16 = 1 << 2;

/// Words of a failed result; words before an exit code; words after a count of failures.
static FAILURES: LazyLock<Patterns> = LazyLock::new(|| {
    Patterns::new(&[
        (
            SIGNS,
            "command failed*|command not found*|no such file*|permission denied*|syntax error*|syntaxerror*|typeerror*|\
             referenceerror*|valueerror*|keyerror*|importerror*|modulenotfounderror*|could not|cannot find*|npm err!*|test \
             failed*|tests failed*|econnrefused*|timed out*|panicked at*|not found in*|must be unique*",
        ),
        (NUMBERED, "exit code *|exited with code *|exit code: *|exit status: *|exit status *|exited with *"),
        (COUNTED, "fail*|error*|problem*"),
    ])
});

/// Words of a line that explains a failure.
const REASONS: [&str; 16] = [
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
    "undefined",
    "out of memory",
];

/// Reports whether the text is the result of a failed call.
pub(super) fn tells_failure(text: &str) -> bool {
    let bytes = text.as_bytes();
    let begins = bytes.trim_ascii_start();
    let head = bytes.len().min(HEAD);
    let tail = bytes.len().saturating_sub(TAIL).max(head);
    BEGINNINGS
        .iter()
        .any(|word| begins.get(..word.len()).is_some_and(|own| own.eq_ignore_ascii_case(word.as_bytes())))
        || ends_in_failure(text)
        || [bytes.get(..head), bytes.get(tail..)].into_iter().flatten().any(holds_failure)
}

/// Reports whether the last of several lines names an error and is not code.
fn ends_in_failure(text: &str) -> bool {
    let text = text.trim_ascii_end();
    let Some((_, line)) = text.rsplit_once('\n') else { return false };
    let is_code = line.len() > LONG_LINE
        || line.ends_with(['{', '}', ';', ',', ')', '('])
        || line.starts_with([' ', '\t']);
    !is_code && is_reason(line)
}

/// Longer lines, in bytes, are data.
const LONG_LINE: usize = 160;

fn holds_failure(text: &[u8]) -> bool {
    let is_number = |at: usize| matches!(text.get(at), Some(b'1'..=b'9'));
    let mut fails = false;
    FAILURES.each(text, &mut |Hit { list, start, end }| {
        fails |= match list {
            NUMBERED => is_number(end),
            COUNTED => {
                let before = start.saturating_sub(1);
                let words = text.get(..before).unwrap_or_default();
                let digits = words.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
                text.get(before) == Some(&b' ') && digits > 0 && is_number(before.saturating_sub(digits))
            }
            _ => true,
        };
    });
    fails
}

/// Reports whether a piece of a failed result explains the failure.
pub(super) fn is_reason(piece: &str) -> bool {
    let piece = piece.to_ascii_lowercase();
    REASONS.iter().any(|word| find(&piece, word).is_some())
}

/// Reports whether a piece ends in the line that gives the exit code.
pub(super) fn is_exit(piece: &str) -> bool {
    let piece = piece.as_bytes().trim_ascii_end();
    let start = piece.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at.saturating_add(1));
    let mut exits = false;
    FAILURES.each(piece.get(start..).unwrap_or_default(), &mut |hit| exits |= hit.list == NUMBERED);
    exits
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
            ("[1/2] fetched\n[2/2] fetched\nqueue.go:51:14: undefined: NewRing", true),
            ("fn main() {\n    throw new Error(\"x\");", false),
            ("", false),
        ] {
            assert_eq!(tells_failure(text), wanted, "{}", text.get(..40).unwrap_or(text));
        }
    }
}
