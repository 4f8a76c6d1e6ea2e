//! Reads the words of parts that only one format models, so that other formats can write them.

use super::contract::text_block::WordReaders;
use crate::json::Node;
use crate::message::{Format, TextBlock, providers};

/// Makes [`READERS`] of the providers.
macro_rules! make_readers {
    ($($provider:ident, $name:literal, $folder:ident::$target:ident;)*) => {
        /// The readers of every provider.
        static READERS: [WordReaders; [$($name),*].len()] = [$(super::$folder::WORDS),*];
    };
}
providers!(make_readers);

/// Reads the words of an unmodelled part of this format; `None` when it holds no words that another model could read.
pub(crate) fn read_text_block(format: Format, json: &str) -> Option<TextBlock> {
    for readers in READERS {
        for (owner, read) in readers {
            if *owner == format {
                return read(&Node::parse(json)?.fields()?);
            }
        }
    }
    None
}
