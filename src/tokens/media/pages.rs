//! The pages and the words of documents.

use crate::list::PushAll;
use crate::message::base64;

/// The minimum base64 characters of a page, if the pages cannot be counted.
const CHARACTERS_A_PAGE: usize = 3_000;
const MOST_PAGES: u64 = 100;

/// A document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Document {
    /// Its pages.
    pub(super) pages: u64,
    /// The maximum tokens of its words, if its bytes show this.
    pub(super) most_words: Option<u64>,
    /// True for a PDF, whose pages are also read as pictures.
    pub(super) is_drawn: bool,
}

impl Document {
    /// A document without bytes.
    pub(super) const UNSEEN: Self = Self { pages: 1, most_words: None, is_drawn: true };

    /// Reads a document in base64.
    pub(super) fn of(data: &str) -> Self {
        let data = data.trim_start();
        let guess = u64::try_from(data.len() / CHARACTERS_A_PAGE).unwrap_or(MOST_PAGES).clamp(1, MOST_PAGES);
        // The first bytes of a ZIP, the form of office documents.
        if data.starts_with("UEsDB") {
            let words = base64::decode(data).map(|bytes| written_in(&bytes));
            return Self { pages: guess, most_words: words, is_drawn: false };
        }
        let bytes = if data.starts_with("JVBER") { base64::decode(data) } else { None };
        let Some(bytes) = bytes else { return Self { pages: guess, ..Self::UNSEEN } };
        // If the objects are compressed, the pages cannot be counted.
        let pages = Some(pages_in(&bytes)).filter(|pages| *pages > 0).unwrap_or(guess);
        let drawn = Some(drawn_in(&bytes)).filter(|drawn| *drawn > 0);
        Self { pages, most_words: drawn.map(words_in), is_drawn: true }
    }
}

/// Bytes of the commands of a page without words.
const EMPTY_PAGE: u64 = 40;
/// The minimum tokens of words in a document.
const FEWEST_WORDS: u64 = 24;

/// Returns the maximum tokens of words in this many compressed bytes. A token takes at least two and a half bytes,
/// with the commands that draw it.
fn words_in(bytes: u64) -> u64 {
    (bytes.saturating_sub(EMPTY_PAGE).saturating_mul(2) / 5).max(FEWEST_WORDS)
}

/// The names of the parts of an office document that hold words.
const WRITTEN: [&[u8]; 5] =
    [b"word/document", b"xl/sharedStrings", b"xl/worksheets/", b"ppt/slides/slide", b"content.xml"];

/// Compressed bytes of a part without words.
const EMPTY_PART: u64 = 500;

/// Returns the maximum tokens of words in an office document. A token takes at least one and a half compressed bytes.
fn written_in(bytes: &[u8]) -> u64 {
    let mut sum = 0_u64;
    let mut rest = bytes;
    // The entries of the directory at the end.
    while let Some(entry) = after(rest, b"PK\x01\x02") {
        let name = entry.get(42..).unwrap_or_default();
        let size = entry.get(16..20).and_then(|size| <[u8; 4]>::try_from(size).ok());
        let size = size.map_or(0, |size| u64::from(u32::from_le_bytes(size)));
        if WRITTEN.iter().any(|word| name.starts_with(word)) {
            sum = sum.saturating_add(size.saturating_sub(EMPTY_PART).saturating_mul(2) / 3);
        }
        rest = entry;
    }
    sum.max(FEWEST_WORDS)
}

/// Returns the number of objects of the type `/Page`.
fn pages_in(bytes: &[u8]) -> u64 {
    let mut count = 0_u64;
    let mut rest = bytes;
    while let Some(after) = after(rest, b"/Type") {
        rest = after;
        let kind = rest.trim_ascii_start();
        let is_page = kind.starts_with(b"/Page") && !kind.get(5).is_some_and(u8::is_ascii_alphanumeric);
        count = count.saturating_add(u64::from(is_page));
    }
    count
}

/// Returns the bytes of the streams that may draw words: the streams of the pages, and of the forms on them.
fn drawn_in(bytes: &[u8]) -> u64 {
    let pages = contents_in(bytes);
    let mut sum = 0_u64;
    let mut rest = bytes;
    while let Some(body) = after(rest, b"stream") {
        let Some(next) = after(body, b"endstream") else { break };
        let head = rest.get(..rest.len().saturating_sub(body.len())).unwrap_or_default();
        let start = head.windows(4).rposition(|word| word == b" obj").unwrap_or(0);
        let (before, dictionary) = head.split_at_checked(start).unwrap_or((head, &[]));
        // An object begins with its number and its generation.
        let mut numbers = before.rsplit(|byte| byte.is_ascii_whitespace());
        let own = numbers.nth(1).unwrap_or_default();
        let is_undrawn = after(dictionary, b"/Image").is_some() || after(dictionary, b"/Length1").is_some();
        let is_drawn = pages.is_empty() || pages.contains(&own) || after(dictionary, b"/Form").is_some();
        if is_drawn && !is_undrawn {
            sum = sum.saturating_add(u64::try_from(body.len().saturating_sub(next.len())).unwrap_or(0));
        }
        rest = next;
    }
    sum
}

/// Returns the numbers of the objects with page contents, and some others; none if the pages are compressed.
fn contents_in(bytes: &[u8]) -> Vec<&[u8]> {
    let mut found = Vec::new();
    let mut rest = bytes;
    while let Some(next) = after(rest, b"/Contents") {
        let list = next.split(|byte| matches!(byte, b'/' | b']' | b'>')).next().unwrap_or_default();
        let numbers = list.split(|byte| byte.is_ascii_whitespace() || *byte == b'[');
        found.push_all(numbers.filter(|number| number.first().is_some_and(u8::is_ascii_digit)));
        rest = next;
    }
    found
}

/// Returns the bytes after the first occurrence of a word.
fn after<'a>(bytes: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let at = bytes.windows(word.len()).position(|own| own == word)?;
    bytes.get(at.saturating_add(word.len())..)
}
