//! The cost of media, by the providers' published rules.

use crate::message::{Media, is_text_type};

/// An image of unknown size: OpenAI's figure for 1024 x 1024 pixels at high detail, 85 + 4 * 170.
pub(super) const IMAGE_OF_UNKNOWN_SIZE: u64 = 765;
/// Anthropic counts an image as width * height / 750 tokens.
const PIXELS_A_TOKEN: u64 = 750;
/// Anthropic scales larger images down to about this many tokens.
const LARGEST_IMAGE: u64 = 1_600;
/// Tokens of a page of a document. Anthropic publishes 1,500 to 3,000 tokens a page.
pub(super) const DOCUMENT_PAGE: u64 = 1_500;
/// Base64 characters of sound a token: OpenAI counts ten tokens a second, and 24 kHz 16-bit mono is 64,000
/// base64 characters a second. Compressed sound is estimated too low by its compression.
const AUDIO_CHARACTERS_A_TOKEN: u64 = 6_400;

/// Tokens of a second of film: Amazon publishes 2,880 for ten seconds, and 276,480 for sixteen minutes, its longest.
const FILM_SECOND: u64 = 288;
const LONGEST_FILM: u64 = 276_480;
/// Base64 characters of a second of film, at a million bits a second: the length is unknown without decoding the film.
const FILM_CHARACTERS_A_SECOND: u64 = 166_667;

/// Tokens of a picture.
pub(super) fn image(media: &Media) -> u64 {
    match (media.width, media.height) {
        (Some(width), Some(height)) => {
            width.saturating_mul(height).div_ceil(PIXELS_A_TOKEN).clamp(1, LARGEST_IMAGE)
        }
        _ => IMAGE_OF_UNKNOWN_SIZE,
    }
}

/// Tokens of a sound.
pub(super) fn audio(media: &Media) -> u64 {
    sound(media.data.as_ref().map_or(0, |data| data.len()))
}

/// Tokens of a sound of this many base64 characters.
pub(super) fn sound(characters: usize) -> u64 {
    u64::try_from(characters).unwrap_or(u64::MAX).div_ceil(AUDIO_CHARACTERS_A_TOKEN).max(1)
}

/// Tokens of a film of this many base64 characters.
pub(super) fn film(characters: usize) -> u64 {
    let seconds = u64::try_from(characters).unwrap_or(u64::MAX).div_ceil(FILM_CHARACTERS_A_SECOND);
    seconds.saturating_mul(FILM_SECOND).clamp(FILM_SECOND, LONGEST_FILM)
}

/// Tokens of a document. It counts as one page, because pages cannot be counted without decoding it. In a document of
/// text, four characters of base64 are three bytes, and three bytes are about a token.
pub(super) fn file(media: &Media) -> u64 {
    let is_text = media.media_type.as_deref().is_some_and(is_text_type);
    match media.data.as_ref().filter(|_| is_text) {
        Some(data) => u64::try_from(data.len() / 4).unwrap_or(u64::MAX).max(1),
        None => DOCUMENT_PAGE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_costs_by_its_pixels_where_they_are_known() {
        let sized = |width, height| Media { width: Some(width), height: Some(height), ..Media::default() };
        assert_eq!(image(&sized(1000, 1000)), 1_334);
        assert_eq!(image(&sized(200, 200)), 54);
        assert_eq!(image(&sized(9000, 9000)), LARGEST_IMAGE);
        assert_eq!(image(&Media::default()), IMAGE_OF_UNKNOWN_SIZE);
    }
}
