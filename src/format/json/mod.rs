//! JSON of provider formats: reading fields of an expected kind, writing kept fields, and hints of the source's spelling.

pub(super) mod read;
pub(super) mod source_hints;
pub(super) mod write;
