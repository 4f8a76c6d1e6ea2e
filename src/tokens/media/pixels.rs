//! The pixels of pictures, and the tokens that they take.

use super::first_bytes;

/// The way in which a model counts a picture.
#[derive(Clone, Copy, Debug)]
pub enum PictureSize {
    /// A fixed number of tokens, whatever the size.
    Flat(u16),
    /// Squares of `side` pixels a side.
    Squares {
        /// Pixels of a side.
        side: u16,
        /// Squares that are added to each row.
        more: u16,
        /// Thousandths of a token for each square.
        each: u16,
        /// Tokens in addition to the squares.
        plus: u16,
        /// The limits to which the picture is scaled down first.
        scale: Scale,
    },
    /// Tiles of 512 pixels a side, after the picture was scaled down to 2,048 pixels, and its shorter side to 768.
    Tiles {
        /// Tokens in addition to the tiles; the only tokens of a picture of low detail.
        base: u16,
        /// Tokens of a tile.
        each: u16,
    },
    /// Tiles of 768 pixels a side; one tile for a picture of at most 384 pixels.
    Crops(u16),
}

/// The limits to which a picture is scaled down.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    /// The maximum pixels of the longer side.
    pub longest: u16,
    /// The maximum number of squares.
    pub most: u16,
}

/// The first bytes of a picture, which hold its size: in JPEG, profiles and previews may come before the size.
const HEAD: usize = 262_144;

/// A picture whose size is not known counts like one of this many pixels a side.
const UNKNOWN: u64 = 2_048;

const TILE: u64 = 512;
const CROP: u64 = 768;
const ONE_CROP: u64 = 384;

impl PictureSize {
    /// Returns the tokens of a picture of this size.
    pub(super) fn tokens(self, pixels: Option<(u64, u64)>, detail: Option<&str>) -> u64 {
        let (width, height) = pixels.unwrap_or((UNKNOWN, UNKNOWN));
        let (width, height) = (width.max(1), height.max(1));
        let (count, each, plus) = match self {
            Self::Flat(tokens) => (0, 0, tokens),
            Self::Squares { side, more, each, plus, scale } => {
                let (width, height) = within(width, height, scale.longest.into());
                let squares = |side: u64, of: u64| of.div_ceil(side.max(1));
                let row = squares(side.into(), width).saturating_add(more.into());
                let count = row.saturating_mul(squares(side.into(), height)).min(scale.most.into());
                let tokens = count.saturating_mul(each.into()).div_ceil(1_000);
                (tokens, 1, plus)
            }
            Self::Tiles { base, .. } if detail == Some("low") => (0, 0, base),
            Self::Tiles { base, each } => {
                let (width, height) = within(width, height, 2_048);
                let shorter = width.min(height).max(1);
                let scaled = |side: u64| side.saturating_mul(CROP.min(shorter)).div_ceil(shorter);
                let tiles = scaled(width).div_ceil(TILE).saturating_mul(scaled(height).div_ceil(TILE));
                (tiles, each, base)
            }
            Self::Crops(each) if width.max(height) <= ONE_CROP => (1, each, 0),
            Self::Crops(each) => (width.div_ceil(CROP).saturating_mul(height.div_ceil(CROP)), each, 0),
        };
        count.saturating_mul(each.into()).saturating_add(plus.into())
    }
}

/// Returns the size of the picture, scaled down until its longer side has `longest` pixels.
fn within(width: u64, height: u64, longest: u64) -> (u64, u64) {
    let longer = width.max(height);
    if longer <= longest {
        return (width, height);
    }
    let scaled = |side: u64| side.saturating_mul(longest).checked_div(longer).unwrap_or(side).max(1);
    (scaled(width), scaled(height))
}

/// The width and the height of a picture in base64: PNG, JPEG, GIF or WebP.
pub(super) fn of(data: &str) -> Option<(u64, u64)> {
    let small = first_bytes(data, 64);
    let found = match small.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => pair(&small, 16, 4, ByteOrder::BigEndian),
        [b'G', b'I', b'F', ..] => pair(&small, 6, 2, ByteOrder::LittleEndian),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => webp(&small),
        [0xff, 0xd8, ..] => jpeg(&first_bytes(data, HEAD)),
        _ => None,
    };
    found.filter(|(width, height)| *width > 0 && *height > 0)
}

#[derive(Clone, Copy)]
enum ByteOrder {
    BigEndian,
    LittleEndian,
}

/// Reads a number of `length` bytes.
fn number(bytes: &[u8], at: usize, length: usize, order: ByteOrder) -> Option<u64> {
    let bytes = bytes.get(at..at.saturating_add(length))?;
    let add = |sum: u64, byte: &u8| (sum << 8) | u64::from(*byte);
    Some(match order {
        ByteOrder::BigEndian => bytes.iter().fold(0, add),
        ByteOrder::LittleEndian => bytes.iter().rev().fold(0, add),
    })
}

/// Reads two numbers, one after the other.
fn pair(bytes: &[u8], at: usize, length: usize, order: ByteOrder) -> Option<(u64, u64)> {
    Some((number(bytes, at, length, order)?, number(bytes, at.saturating_add(length), length, order)?))
}

fn webp(bytes: &[u8]) -> Option<(u64, u64)> {
    match bytes.get(12..16)? {
        b"VP8 " => pair(bytes, 26, 2, ByteOrder::LittleEndian)
            .map(|(width, height)| (width & 0x3fff, height & 0x3fff)),
        b"VP8L" => {
            let bits = number(bytes, 21, 4, ByteOrder::LittleEndian)?;
            Some(((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1))
        }
        b"VP8X" => pair(bytes, 24, 3, ByteOrder::LittleEndian).map(|(width, height)| (width + 1, height + 1)),
        _ => None,
    }
}

/// The size of the first frame of a JPEG, after segments of any kind.
fn jpeg(bytes: &[u8]) -> Option<(u64, u64)> {
    let mut at = 2_usize;
    loop {
        let marker = *bytes.get(at.saturating_add(1))?;
        match (*bytes.get(at)?, marker) {
            (0xff, 0xff) => at = at.saturating_add(1),
            // Frames, except tables in the same range.
            (0xff, 0xc0..=0xcf) if !matches!(marker, 0xc4 | 0xc8 | 0xcc) => {
                let (height, width) = pair(bytes, at.saturating_add(5), 2, ByteOrder::BigEndian)?;
                return Some((width, height));
            }
            (0xff, _) => {
                let length = number(bytes, at.saturating_add(2), 2, ByteOrder::BigEndian)?;
                at = at.saturating_add(2).saturating_add(usize::try_from(length).ok()?);
            }
            _ => return None,
        }
    }
}
