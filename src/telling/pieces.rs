//! Pieces of a text: lines, or parts of long lines.

use backscroll_kernels::find_byte;

/// The approximate size of a piece, in bytes. A smaller piece says little, and a larger one holds too much unneeded
/// text.
const PIECE: usize = 64;
/// A shorter text is one piece, because a part of it says little.
const SHORTEST_TEXT: usize = 160;

/// Returns the ends of the pieces of a text, in bytes. The last end is the length of the text.
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

/// Returns the byte after the line that holds the byte at `from`; `usize::MAX` if the line does not end.
fn line_end(text: &str, from: usize) -> usize {
    let rest = text.as_bytes().get(from..).unwrap_or_default();
    let end = find_byte(rest, b'\n');
    end.map_or(usize::MAX, |at| from.saturating_add(at).saturating_add(1))
}

/// Returns the end of the piece that begins at `from`, in a line that ends at `line`: after the last line that fits,
/// else after the best break of a long line.
fn next_end(text: &str, from: usize, line: usize) -> usize {
    let longest = PIECE.saturating_mul(3) / 2;
    if line.saturating_sub(from) > longest {
        return best_break(text, from, longest);
    }
    let fitting = text.as_bytes().get(line..from.saturating_add(PIECE)).unwrap_or_default();
    let further = fitting.iter().rposition(|byte| *byte == b'\n');
    further.map_or(line, |at| line.saturating_add(at).saturating_add(1))
}

/// Returns the byte after the best break in the `longest` bytes from `from` on; if there is no break, after a
/// character.
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
    // White space belongs to the piece before it.
    let space = bytes.get(at.saturating_add(1)).is_some_and(|next| *next == b' ');
    from.saturating_add(at).saturating_add(1).saturating_add(usize::from(space))
}

/// Returns the index of the first byte after which a line may be broken.
fn next_break(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| matches!(byte, b' ' | b'\t' | b','))
}

/// A place where a long line may be broken, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    /// After an object or a list.
    Value,
    /// After a field.
    Field,
    /// After a sentence.
    Sentence,
    /// After a word.
    Word,
}

impl Break {
    /// Returns the kind of the break after the second of these bytes.
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
