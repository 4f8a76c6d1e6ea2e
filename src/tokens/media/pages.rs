//! The pages of documents.

use crate::message::base64;

/// Characters of base64 that a page takes at least, where the pages cannot be counted.
const CHARACTERS_A_PAGE: usize = 3_000;
const MOST_PAGES: u64 = 100;

/// The pages of a document in base64. In a PDF whose objects are compressed they cannot be counted, and so in any other document.
pub(super) fn count(data: &str) -> u64 {
    let guess = || u64::try_from(data.len() / CHARACTERS_A_PAGE).unwrap_or(MOST_PAGES).clamp(1, MOST_PAGES);
    let is_pdf = data.trim_start().starts_with("JVBER");
    let pages = if is_pdf { base64::decode(data).map_or(0, |bytes| pages_in(&bytes)) } else { 0 };
    if pages == 0 { guess() } else { pages }
}

/// The objects of the type `/Page`.
fn pages_in(bytes: &[u8]) -> u64 {
    let mut count = 0_u64;
    let mut rest = bytes;
    while let Some(at) = rest.windows(5).position(|name| name == b"/Type") {
        rest = rest.get(at.saturating_add(5)..).unwrap_or_default();
        let kind = rest.trim_ascii_start();
        let is_page = kind.starts_with(b"/Page") && !kind.get(5).is_some_and(u8::is_ascii_alphanumeric);
        count = count.saturating_add(u64::from(is_page));
    }
    count
}
