//! Pieces of a text: lines, or parts of long lines.

use crate::text::find_byte;

/// About the size of a piece, in bytes. Smaller ones are scraps, and larger ones hold too much that is not needed.
const PIECE: usize = 64;
/// Shorter texts are one piece: a part of them says little.
const SHORTEST_TEXT: usize = 160;

/// The ends of the pieces of a text, in bytes. The last one is its length.
pub(super) fn piece_ends(text: &str) -> Vec<usize> {
    if text.len() <= SHORTEST_TEXT {
        return vec![text.len()];
    }
    let mut ends = Vec::with_capacity(text.len() / PIECE);
    let mut from = 0_usize;
    // The end of the line that holds `from`.
    let mut line = 0_usize;
    while from < text.len() {
        if line <= from {
            line = line_end(text, from);
        }
        let is_last = text.len().saturating_sub(from) <= PIECE;
        from = if is_last { text.len() } else { next_end(text, from, line) };
        ends.push(from);
    }
    ends
}

/// The byte behind the line that holds the byte at `from`; `usize::MAX` for a line that does not end.
fn line_end(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let end = find_byte(rest, b'\n');
    end.map_or(usize::MAX, |at| from.saturating_add(at).saturating_add(1))
}

/// The end of the piece that begins at `from`, in a line that ends at `line`: behind the last line that fits, else behind
/// the best break of a long line.
fn next_end(text: &str, from: usize, line: usize) -> usize {
    let longest = PIECE.saturating_mul(3) / 2;
    if line.saturating_sub(from) > longest {
        return best_break(text, from, longest);
    }
    let fitting = text.as_bytes().get(line..from.saturating_add(PIECE)).unwrap_or_default();
    let further = fitting.iter().rposition(|byte| *byte == b'\n');
    further.map_or(line, |at| line.saturating_add(at).saturating_add(1))
}

/// The byte behind the best of the breaks in the `longest` bytes from `from` on; behind a character if there is none.
fn best_break(text: &str, from: usize, longest: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let bytes = rest.get(..longest).unwrap_or(rest);
    let mut best: Option<(Break, usize)> = None;
    let mut at = PIECE / 2;
    while let Some(further) = next_break(bytes.get(at..).unwrap_or_default()) {
        at = at.saturating_add(further);
        let own = Break::of(bytes.get(at.saturating_sub(1)..).unwrap_or_default());
        if best.is_none_or(|(best, _)| own < best) {
            best = Some((own, at));
        }
        at = at.saturating_add(1);
    }
    let Some((_, at)) = best else {
        let mut end = from.saturating_add(PIECE);
        while !text.is_char_boundary(end) {
            end = end.saturating_add(1);
        }
        return end;
    };
    // White space goes with the piece before it.
    let space = bytes.get(at.saturating_add(1)).is_some_and(|next| *next == b' ');
    from.saturating_add(at).saturating_add(1).saturating_add(usize::from(space))
}

/// The index of the first byte behind which a line may be broken.
fn next_break(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b' ' | b'\t' | b','))
}

/// A place at which a long line may be broken. The best come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    /// Behind an object or a list.
    Value,
    /// Behind a field.
    Field,
    /// Behind a sentence.
    Sentence,
    /// Behind a word.
    Word,
}

impl Break {
    /// The break behind the second of these bytes.
    fn of(bytes: &[u8]) -> Self {
        match bytes {
            [b'}' | b']', b',', ..] => Self::Value,
            [_, b',', ..] => Self::Field,
            [b'.' | b';' | b'!' | b'?', b' ', ..] => Self::Sentence,
            _ => Self::Word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pieces(text: &str) -> Vec<&str> {
        let mut from = 0;
        piece_ends(text)
            .into_iter()
            .map(|end| text.get(std::mem::replace(&mut from, end)..end).unwrap_or("cut in a character"))
            .collect()
    }

    #[test]
    fn pieces_are_lines_or_parts_of_long_lines_and_together_the_text() {
        let texts = [
            "one line\n".repeat(40),
            format!("[{}]", "{\"id\": \"A17\", \"price\": 250}, ".repeat(30)),
            "가나다라".repeat(90),
            "word ".repeat(100),
            "x".repeat(500),
        ];
        for text in texts {
            let pieces = pieces(&text);
            assert_eq!(pieces.concat(), text);
            assert!(pieces.len() > 3 && pieces.iter().all(|piece| piece.len() <= 100), "{pieces:?}");
        }
        assert_eq!(pieces(&"short text ".repeat(10)).len(), 1);
        assert_eq!(pieces(""), [""]);
        assert!(pieces(&"one line\n".repeat(40)).iter().all(|piece| piece.ends_with('\n')));
    }
}
