//! A view of JSON text.

use super::limits::Limits;
use super::number;
use crate::error::{Code, ConversationError, Outcome};
use backscroll_kernels::{self as scan, Scanner};
use serde::de::IgnoredAny;
use std::borrow::Cow;

/// The kind of a [`Node`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool,
    /// A number.
    Number,
    /// A string.
    Text,
    /// An array.
    List,
    /// An object.
    Object,
}

/// A view of valid JSON text as one value. Only [`Node::read`], [`Node::parse`], `Node::written` and other nodes
/// make one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node<'a>(&'a str);

impl<'a> Node<'a> {
    /// Views text as one value; `None` when it is not valid JSON. For text within the limits already.
    pub fn parse(text: &'a str) -> Option<Self> {
        serde_json::from_str::<IgnoredAny>(text).ok()?;
        Some(Self(text.trim_matches(WHITE_SPACE)))
    }

    /// Views text that a writer of this crate made as one value, without checking it again. The end of an object may be
    /// missing: its last field is then empty.
    pub(crate) fn written(text: &'a str) -> Self {
        Self(text)
    }

    /// Views text from outside as one value.
    ///
    /// # Errors
    ///
    /// `too-large`, `too-deep`, or `invalid-message` with the place of the first fault.
    pub fn read(text: &'a str, limits: Limits) -> Outcome<Self> {
        limits.check_bytes(text.len())?;
        limits.check_depth(text)?;
        match serde_json::from_str::<IgnoredAny>(text) {
            Ok(_) => Ok(Self(text.trim_matches(WHITE_SPACE))),
            Err(error) => {
                Err(ConversationError::new(Code::InvalidMessage, format!("not valid JSON: {error}")))
            }
        }
    }

    /// The JSON text itself, without white space around it.
    pub fn json(self) -> &'a str {
        self.0
    }

    /// The kind.
    pub fn kind(self) -> Kind {
        match self.0.as_bytes().first() {
            Some(b'n') => Kind::Null,
            Some(b't' | b'f') => Kind::Bool,
            Some(b'"') => Kind::Text,
            Some(b'[') => Kind::List,
            Some(b'{') => Kind::Object,
            _ => Kind::Number,
        }
    }

    /// Reports whether the value is `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// The value of a string; `None` for other values.
    pub fn text(self) -> Option<Cow<'a, str>> {
        if self.kind() == Kind::Text { scan::text(self.0) } else { None }
    }

    /// The value of `true` or `false`; `None` for other values.
    pub fn truth(self) -> Option<bool> {
        match self.0 {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// The value of a number, rounded to the nearest whole number; 0 when it is negative. `None` for other values and
    /// for numbers that are too large.
    pub fn count(self) -> Option<u64> {
        if self.kind() != Kind::Number {
            return None;
        }
        number::whole(self.0, 0)
    }

    /// The value of a number in thousandths; `None` for other values. Negative numbers read as 0, numbers that are too
    /// large as the largest.
    pub fn thousandths(self) -> Option<u64> {
        (self.kind() == Kind::Number).then(|| number::whole(self.0, 3).unwrap_or(u64::MAX))
    }

    /// The value of a whole number; `None` for other values.
    pub fn integer(self) -> Option<i64> {
        self.0.parse::<i64>().ok()
    }

    /// The items of an array; `None` for other values.
    pub fn list(self) -> Option<Vec<Node<'a>>> {
        if self.kind() != Kind::List {
            return None;
        }
        let mut scanner = Scanner::inside(self.0);
        let mut items = Vec::new();
        while scanner.next_part() {
            items.push(Self(scanner.value()));
        }
        Some(items)
    }

    /// The fields of an object; `None` for other values.
    pub fn fields(self) -> Option<Fields<'a>> {
        if self.kind() != Kind::Object {
            return None;
        }
        let mut scanner = Scanner::inside(self.0);
        let mut fields = Vec::new();
        while scanner.next_part() {
            let name = scan::text(scanner.value())?;
            scanner.next_part();
            fields.push((name, Self(scanner.value())));
        }
        Some(Fields(fields))
    }
}

/// The white space of JSON.
const WHITE_SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// The fields of an object, in the order of the text. If a name comes twice, the last one counts, as in JavaScript.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields<'a>(Vec<(Cow<'a, str>, Node<'a>)>);

impl<'a> Fields<'a> {
    /// The value of the field `name`, if there is one.
    pub fn get(&self, name: &str) -> Option<Node<'a>> {
        self.0.iter().rev().find(|(key, _)| key == name).map(|(_, node)| *node)
    }

    /// The value at a path, from the outside in, if there.
    pub fn at(&self, path: &[&str]) -> Option<Node<'a>> {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(self.get(first)?, |node, name| node.fields()?.get(name))
    }

    /// The string under `name`, if there and a string.
    pub fn text(&self, name: &str) -> Option<Cow<'a, str>> {
        self.get(name).and_then(Node::text)
    }

    /// All fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Node<'a>)> {
        self.0.iter().map(|(key, node)| (key.as_ref(), *node))
    }

    /// Reports whether there is no field.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_keeps_its_spelling_and_fields_their_order() {
        let node = Node::parse(" {\"b\": 1.50, \"a\": [ 1, 2 ], \"b\": \"x\\n\"} ").expect("valid");
        let fields = node.fields().expect("object");
        let names: Vec<&str> = fields.iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["b", "a", "b"]);
        assert_eq!(fields.text("b").as_deref(), Some("x\n"));
        assert_eq!(fields.get("a").map(Node::json), Some("[ 1, 2 ]"));
        assert_eq!(fields.get("c"), None);
    }

    #[test]
    fn numbers_are_read_without_wrapping() {
        let count = |text| Node::parse(text).and_then(Node::count);
        assert_eq!(count("12"), Some(12));
        assert_eq!(count("12.6"), Some(13));
        assert_eq!(count("-3"), Some(0));
        assert_eq!(count("1e400"), None);
        assert_eq!(count("\"12\""), None);
    }
}
