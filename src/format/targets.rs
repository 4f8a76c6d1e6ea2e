//! Every target.

use super::contract::target::Target;
use crate::error::{Code, ConversationError, Outcome};
use crate::list::Listed;
use crate::message::{Format, providers};

/// Makes [`TARGETS`] of the providers.
macro_rules! make_targets {
    ($($provider:ident, $name:literal, $folder:ident::$target:ident;)*) => {
        /// Every target, in the order of their numbers at the wasm boundary.
        pub static TARGETS: [&dyn Target; [$($name),*].len()] = [$(&super::$folder::$target),*];
    };
}
providers!(make_targets);

/// The target of this format.
///
/// # Errors
///
/// `unknown-format` when it is no request format of a provider.
pub fn target(format: Format) -> Outcome<&'static dyn Target> {
    TARGETS.into_iter().find(|target| target.dialect().format == format).ok_or_else(|| {
        let known: Vec<&str> = TARGETS.iter().map(|target| target.dialect().format.as_str()).listed();
        ConversationError::new(
            Code::UnknownFormat,
            format!("`{}` is not a request format; known are {}", format.as_str(), known.join(", ")),
        )
    })
}
