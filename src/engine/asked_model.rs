//! The model that a request asks.

use crate::format::Target;
use crate::format::sizes::{model_size, window};
use crate::sanitize::{Dialect, RequestOptions};
use crate::tokens::ModelSize;

/// The facts of the model that the options of a request name. To look them up takes a twentieth of a small request.
#[derive(Clone, Copy, Debug)]
pub(super) struct AskedModel {
    /// The demands of the target.
    pub(super) dialect: &'static Dialect,
    pub(super) size: &'static ModelSize,
    /// Its context window in tokens; 0 if unknown.
    pub(super) window: u64,
}

impl AskedModel {
    pub(super) fn of(target: &'static dyn Target, options: &RequestOptions) -> Self {
        let dialect = target.dialect();
        Self {
            dialect: dialect.for_request(options),
            size: model_size(dialect.format, options),
            window: window(options).map_or(0, u64::from),
        }
    }
}
