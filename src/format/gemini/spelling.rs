//! The two spellings of fields that the provider reads: `functionCall` and `function_call`.

use crate::json::{Fields, Node};
use crate::list::Listed;
use crate::message::Extras;

/// The fields of an object in camel case. Fields that are null count as absent.
pub(super) struct Spelled<'a>(Vec<(String, Node<'a>)>);

impl<'a> Spelled<'a> {
    pub(super) fn new(fields: &Fields<'a>) -> Self {
        let given = fields.iter().filter(|(_, node)| !node.is_null());
        Self(given.map(|(name, node)| (camel(name), node)).listed())
    }

    pub(super) fn get(&self, name: &str) -> Option<Node<'a>> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, node)| *node)
    }

    /// The object under `name`.
    pub(super) fn inner(&self, name: &str) -> Option<Self> {
        self.get(name)?.fields().map(|fields| Self::new(&fields))
    }

    /// The string under `name`, if there and a string.
    pub(super) fn text(&self, name: &str) -> Option<Box<str>> {
        self.get(name).and_then(Node::text).map(Box::from)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }

    /// The fields that are not in `known`.
    pub(super) fn extras(&self, known: &[&str]) -> Extras {
        let mut extras = Extras::default();
        for (name, node) in self.0.iter().filter(|(name, _)| !known.contains(&name.as_str())) {
            extras.push(name, node.json());
        }
        extras
    }
}

/// A name in camel case: `functionCall` for `function_call`.
fn camel(name: &str) -> String {
    let mut camel = String::with_capacity(name.len());
    let mut is_start = false;
    for character in name.chars() {
        match character {
            '_' if !camel.is_empty() => is_start = true,
            _ if is_start => {
                camel.push(character.to_ascii_uppercase());
                is_start = false;
            }
            _ => camel.push(character),
        }
    }
    camel
}

#[cfg(test)]
mod tests {
    use super::camel;

    #[test]
    fn both_spellings_are_one() {
        for (given, expected) in
            [("file_uri", "fileUri"), ("fileUri", "fileUri"), ("text", "text"), ("_x", "_x")]
        {
            assert_eq!(camel(given), expected);
        }
    }
}
