//! The size of pictures, documents, sound and film. It follows the rules of the model, whichever estimator weighs the
//! texts.

mod film;
mod pages;
mod pixels;
mod sound;

use crate::message::{Media, base64, is_text_type};
use pages::Document;
pub use pixels::{PictureSize, Scale};

/// The size that a model gives to media.
#[derive(Clone, Copy, Debug)]
pub struct MediaSize {
    /// Pictures.
    pub picture: PictureSize,
    /// Tokens of a page of a document, whatever its content.
    pub page: u16,
    /// The maximum tokens of the words on a page. They are guessed, because the words of most documents are compressed.
    pub words: u16,
    /// Tokens of a second of sound.
    pub sound: u16,
    /// Tokens of a second of film.
    pub film: u16,
    /// Tokens around a part that only the provider defines, for example a definition of tools.
    pub other: u16,
    /// Tokens of a message with documents that are to be cited.
    pub citations: u16,
}

/// Tokens of a page of text: Anthropic publishes 1,500 to 3,000 tokens for a full one.
pub const FULL_PAGE: u16 = 1_500;

impl MediaSize {
    /// The largest numbers that any provider gives.
    pub const LARGEST: Self = Self {
        picture: PictureSize::Flat(1_120),
        page: 2_550,
        words: FULL_PAGE,
        sound: 32,
        film: 295,
        other: 45,
        citations: 820,
    };

    /// Tokens of a picture.
    pub(super) fn picture(&self, media: &Media) -> u64 {
        let known = media.width.zip(media.height);
        let pixels = known.or_else(|| pixels::of(media.data.as_deref()?));
        self.picture.tokens(pixels, media.detail.as_deref())
    }

    /// Tokens of a sound of this base64.
    pub(super) fn sound(&self, data: &str) -> u64 {
        sound::milliseconds(data).saturating_mul(self.sound.into()).div_ceil(1_000).max(1)
    }

    /// Tokens of a film of this base64.
    pub(super) fn film(&self, data: &str) -> u64 {
        film::milliseconds(data).saturating_mul(self.film.into()).div_ceil(1_000)
    }

    /// Tokens of a file, which counts as a document unless its type says otherwise. A file without bytes counts as a
    /// page.
    pub(super) fn file(&self, media: &Media) -> u64 {
        let data = media.data.as_deref();
        let kind = media.media_type.as_deref().and_then(|kind| kind.split('/').next());
        match (kind, data) {
            (Some("video"), Some(data)) => self.film(data),
            (Some("audio"), Some(data)) => self.sound(data),
            (Some("image"), _) => self.picture(media),
            _ => self.document(data.map_or(Document::UNSEEN, Document::of)),
        }
    }

    fn document(&self, Document { pages, most_words, is_drawn }: Document) -> u64 {
        let words = pages.saturating_mul(self.words.max(if is_drawn { 0 } else { FULL_PAGE }).into());
        let words = most_words.map_or(words, |most| words.min(most));
        if is_drawn { pages.saturating_mul(self.page.into()).saturating_add(words) } else { words }
    }
}

/// Returns the text of a text document.
pub(super) fn text_of(media: &Media) -> Option<String> {
    media.media_type.as_deref().filter(|kind| is_text_type(kind))?;
    let bytes = base64::decode(media.data.as_deref()?)?;
    String::from_utf8(bytes).ok()
}

/// The first bytes of base64.
fn first_bytes(data: &str, most: usize) -> Vec<u8> {
    let characters = most.div_ceil(3).saturating_mul(4);
    data.get(..characters).map_or_else(|| base64::decode(data), base64::decode).unwrap_or_default()
}
