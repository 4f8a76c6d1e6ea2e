//! Errors as plain objects. The TypeScript layer turns them into `ConversationError`s.

use crate::error::ConversationError;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use wasm_bindgen::JsValue;

#[derive(Serialize)]
struct ErrorObject<'a> {
    code: &'a str,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details<'a>>,
}

/// The path of the error, and the numbers and names for programs.
struct Details<'a>(&'a ConversationError);

impl Serialize for Details<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(path) = self.0.path() {
            map.serialize_entry("path", path)?;
        }
        for (name, number) in self.0.numbers() {
            map.serialize_entry(name, number)?;
        }
        for (key, name) in self.0.names() {
            map.serialize_entry(key, name)?;
        }
        map.end()
    }
}

/// The error in the form that the TypeScript layer expects.
pub(super) fn thrown(error: ConversationError) -> JsValue {
    let object = ErrorObject {
        code: error.code().as_str(),
        message: error.to_string(),
        details: (error.path().is_some() || !error.numbers().is_empty() || !error.names().is_empty())
            .then_some(Details(&error)),
    };
    // Maps become plain objects, and 64-bit integers become numbers.
    let serializer = serde_wasm_bindgen::Serializer::json_compatible();
    object.serialize(&serializer).unwrap_or_else(|error| JsValue::from_str(&error.to_string()))
}
