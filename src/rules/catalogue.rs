//! All rules of one provider.

use super::Rule;
use crate::message::Format;

/// The rules of one target. In the wasm, only the format is set.
#[derive(Clone, Copy, Debug)]
pub struct Catalogue {
    /// The target.
    pub format: Format,
    /// Its rules, in the order of the document.
    pub rules: &'static [&'static Rule],
}

/// Makes a static of each rule, and the catalogue of a provider: `rules! { Format::Gemini; GE0, GE1 }`. An id with a
/// small letter is given as a string: `XX7B as "XX7b"`.
macro_rules! rules {
    (@id $name:ident) => { stringify!($name) };
    (@id $name:ident $id:literal) => { $id };
    ($format:expr; $($name:ident $(as $id:literal)?),* $(,)?) => {
        $(pub(super) static $name: $crate::rules::Rule =
            $crate::rules::Rule { id: $crate::rules::rules!(@id $name $($id)?) };)*

        pub(super) static CATALOGUE: $crate::rules::Catalogue = $crate::rules::Catalogue {
            format: $format,
            rules: if $crate::rules::IS_DOCUMENTED { &[$(&$name),*] } else { &[] },
        };
    };
}
pub(crate) use rules;
