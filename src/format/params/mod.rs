//! Params and options: what a caller gives for a request beside its messages.

pub(super) mod options;
mod refused_params;
pub(super) mod request;
pub(super) mod tool_names;
