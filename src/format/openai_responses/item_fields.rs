//! The fields that items keep beside the modelled ones, and the URL of media.

use crate::format::json::write::write_data_url;
use crate::json::{Fields, Kind, ObjectWriter};
use crate::message::{Extras, ITEM_ID, Media};

/// Keeps the id of an item under the name [`ITEM_ID`], which does not clash with the ids of messages and calls.
pub(super) fn keep_id(extras: &mut Extras, fields: &Fields<'_>) {
    if let Some(id) = fields.get("id").filter(|id| id.kind() == Kind::Text) {
        extras.push(ITEM_ID, id.json());
    }
}

/// Writes unmodelled fields, and the id of the item under the provider's name.
pub(super) fn write_extras(extras: Option<&Extras>, object: &mut ObjectWriter<'_>, written: &[&str]) {
    let Some(extras) = extras else { return };
    for (name, json) in extras.iter() {
        if !written.contains(&name) {
            object.json(if name == ITEM_ID { "id" } else { name }, json);
        }
    }
}

/// The URL of media; a data URL when they hold bytes.
pub(super) fn url(media: &Media) -> String {
    match (&media.url, &media.data) {
        (Some(url), None) => url.to_string(),
        _ => write_data_url(media),
    }
}
