//! Where words are taken from: `{"type": "web", "url"}` in TypeScript, `{"web": {"url"}}` in Python and Converse.

use crate::json::{ListWriter, Node, ObjectWriter};

/// What Converse calls a place that TypeScript calls otherwise.
const NAMES: [(&str, &str); 1] = [("searchResult", "searchResultLocation")];

/// Writes citations of TypeScript in the words of Converse.
pub(super) fn from_typescript(citations: Node<'_>, out: &mut Vec<u8>) {
    each(citations, out, |location, out| {
        let fields = location.fields().unwrap_or_default();
        let Some(kind) = fields.text("type") else {
            return out.extend_from_slice(location.json().as_bytes());
        };
        let name = NAMES.iter().find(|(ours, _)| *ours == kind).map_or(kind.as_ref(), |(_, theirs)| *theirs);
        let mut object = ObjectWriter::begin(out);
        let mut inner = ObjectWriter::begin(object.key(name));
        fields
            .iter()
            .filter(|(name, _)| *name != "type")
            .for_each(|(name, node)| inner.json(name, node.json()));
        inner.end();
        object.end();
    });
}

/// Writes citations of Converse in the words of TypeScript.
pub(super) fn to_typescript(citations: Node<'_>, out: &mut Vec<u8>) {
    each(citations, out, |location, out| {
        let fields = location.fields().unwrap_or_default();
        let mut given = fields.iter();
        let (Some((name, place)), None) = (given.next(), given.next()) else {
            return out.extend_from_slice(location.json().as_bytes());
        };
        let Some(inner) = place.fields() else { return out.extend_from_slice(location.json().as_bytes()) };
        let name = NAMES.iter().find(|(_, theirs)| *theirs == name).map_or(name, |(ours, _)| *ours);
        let mut object = ObjectWriter::begin(out);
        object.text("type", name);
        inner.iter().for_each(|(name, node)| object.json(name, node.json()));
        object.end();
    });
}

/// Writes citations with their places rewritten.
fn each(citations: Node<'_>, out: &mut Vec<u8>, rewrite: fn(Node<'_>, &mut Vec<u8>)) {
    let Some(items) = citations.list() else { return out.extend_from_slice(citations.json().as_bytes()) };
    let mut list = ListWriter::begin(out);
    for item in items {
        let Some(fields) = item.fields() else {
            list.item().extend_from_slice(item.json().as_bytes());
            continue;
        };
        let mut object = ObjectWriter::begin(list.item());
        for (name, node) in fields.iter() {
            match name {
                "location" => rewrite(node, object.key(name)),
                _ => object.json(name, node.json()),
            }
        }
        object.end();
    }
    list.end();
}
