//! Errors as plain objects; the face makes `ConversationError`s of them.

use crate::error::ConversationError;
use serde::Serialize;
use wasm_bindgen::JsValue;

#[derive(Serialize)]
struct Fault<'a> {
    code: &'a str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details<'a>>,
}

#[derive(Serialize)]
struct Details<'a> {
    path: &'a str,
}

/// The error as the face expects it.
pub(super) fn thrown(error: ConversationError) -> JsValue {
    let fault = Fault {
        code: error.code().as_str(),
        message: error.to_string(),
        details: error.path().map(|path| Details { path }),
    };
    to_js(&fault)
}

/// A plain object, whatever serde has in mind: maps as objects, 64-bit numbers as numbers.
fn to_js(value: &impl Serialize) -> JsValue {
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    value.serialize(&serializer).unwrap_or_else(|error| JsValue::from_str(&error.to_string()))
}
