//! Objects that the loader would take for serialised ones. It builds what a serialised object names, so data that looks
//! like one is wrapped, as the SDK itself wraps it.

use crate::json::{ListWriter, Node, ObjectWriter};
use std::borrow::Cow;

/// The field that wraps such an object.
const ESCAPED: &str = "__lc_escaped__";

/// Deeper than any loader goes.
const DEEPEST: usize = 256;

/// The value with such objects wrapped.
pub(super) fn escaped(json: &str) -> Cow<'_, str> {
    let is_suspect = json.contains("\"lc\"") || json.contains(ESCAPED) || json.contains("\\u");
    if is_suspect { rewritten(json, wrap) } else { Cow::Borrowed(json) }
}

/// The value with such objects out of their wrapping.
pub(super) fn unescaped(json: &str) -> Cow<'_, str> {
    let is_suspect = json.contains(ESCAPED) || json.contains("\\u");
    if is_suspect { rewritten(json, unwrap) } else { Cow::Borrowed(json) }
}

/// What is written in place of an object; `None` for an object whose values are looked at one by one.
type Rewrite = fn(Node<'_>) -> Option<String>;

fn rewritten(json: &str, rewrite: Rewrite) -> Cow<'_, str> {
    let Some(node) = Node::parse(json) else { return Cow::Borrowed(json) };
    let mut out = Vec::with_capacity(json.len());
    walk(node, rewrite, 0, &mut out);
    String::from_utf8(out).map_or(Cow::Borrowed(json), Cow::Owned)
}

fn wrap(node: Node<'_>) -> Option<String> {
    let fields = node.fields()?;
    let is_wrapping = fields.iter().count() == 1 && fields.get(ESCAPED).is_some();
    (is_wrapping || fields.get("lc").is_some()).then(|| format!("{{\"{ESCAPED}\":{}}}", node.json()))
}

fn unwrap(node: Node<'_>) -> Option<String> {
    let fields = node.fields()?;
    let inner = fields.get(ESCAPED).filter(|_| fields.iter().count() == 1)?;
    Some(inner.json().to_owned())
}

fn walk(node: Node<'_>, rewrite: Rewrite, depth: usize, out: &mut Vec<u8>) {
    if let Some(json) = rewrite(node) {
        return out.extend_from_slice(json.as_bytes());
    }
    let depth = depth.saturating_add(1);
    match (node.fields(), node.list()) {
        (Some(fields), _) if depth < DEEPEST => {
            let mut object = ObjectWriter::begin(out);
            fields.iter().for_each(|(name, value)| walk(value, rewrite, depth, object.key(name)));
            object.end();
        }
        (_, Some(items)) if depth < DEEPEST => {
            let mut list = ListWriter::begin(out);
            items.into_iter().for_each(|item| walk(item, rewrite, depth, list.item()));
            list.end();
        }
        _ => out.extend_from_slice(node.json().as_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_loader_would_build_is_wrapped_and_comes_back() {
        let cases = [
            (r#"{"a":1}"#, r#"{"a":1}"#),
            (r#"{"a":{"lc":1,"type":"secret"}}"#, r#"{"a":{"__lc_escaped__":{"lc":1,"type":"secret"}}}"#),
            (r#"[{"\u006cc":1}]"#, r#"[{"__lc_escaped__":{"\u006cc":1}}]"#),
            (r#"{"__lc_escaped__":{}}"#, r#"{"__lc_escaped__":{"__lc_escaped__":{}}}"#),
        ];
        for (plain, wrapped) in cases {
            assert_eq!(escaped(plain), wrapped);
            assert_eq!(unescaped(wrapped), plain);
        }
    }
}
