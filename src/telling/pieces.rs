//! Pieces of a text: lines, or parts of long lines.

/// About the size of a piece, in bytes. Smaller ones are scraps, and larger ones hold too much that is not needed.
const PIECE: usize = 64;
/// Shorter texts are one piece: a part of them says little.
const SHORTEST_TEXT: usize = 160;

/// The ends of the pieces of a text, in bytes. The last one is its length.
pub(super) fn piece_ends(text: &str) -> Vec<usize> {
    let mut ends = Vec::new();
    let mut from = 0_usize;
    while from < text.len() {
        let is_short = text.len() <= SHORTEST_TEXT || text.len().saturating_sub(from) <= PIECE;
        from = if is_short { text.len() } else { next_end(text, from) };
        ends.push(from);
    }
    if ends.is_empty() {
        ends.push(0);
    }
    ends
}

/// The end of the piece that begins at `from`: behind the last line that fits, else behind the best break of a long line.
fn next_end(text: &str, from: usize) -> usize {
    let bytes = text.as_bytes();
    let after = |offset: usize| from.saturating_add(offset).saturating_add(1);
    let within = |length: usize| {
        let end = from.saturating_add(length).min(bytes.len());
        bytes.get(from..end).unwrap_or_default()
    };
    if let Some(line) = within(PIECE).iter().rposition(|byte| *byte == b'\n') {
        return after(line);
    }
    let longest = within(PIECE.saturating_mul(3) / 2);
    if let Some(line) = longest.iter().position(|byte| *byte == b'\n') {
        return after(line);
    }
    if longest.len() < PIECE {
        return bytes.len();
    }
    let least = PIECE / 2;
    for is_break in BREAKS {
        let mut at = least;
        while let Some(byte) = longest.get(at) {
            let before = longest.get(at.saturating_sub(1)).copied().unwrap_or_default();
            if is_break(before, *byte) {
                // White space goes with the piece before it.
                let space = longest.get(at.saturating_add(1)).is_some_and(|next| *next == b' ');
                return after(at.saturating_add(usize::from(space)));
            }
            at = at.saturating_add(1);
        }
    }
    let mut end = from.saturating_add(PIECE);
    while !text.is_char_boundary(end) {
        end = end.saturating_add(1);
    }
    end
}

/// Where a long line may be broken, the best first: behind an object or a list, behind a field, behind a sentence, behind a
/// word. Each gets a byte and the one before it.
const BREAKS: [fn(u8, u8) -> bool; 4] = [
    |before, byte| byte == b',' && matches!(before, b'}' | b']'),
    |_, byte| byte == b',',
    |before, byte| byte == b' ' && matches!(before, b'.' | b';' | b'!' | b'?'),
    |_, byte| matches!(byte, b' ' | b'\t'),
];

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
