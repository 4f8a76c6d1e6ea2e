//! The view of JSON beside the tree that serde_json reads of the same text.

use backscroll::json::{Limits, Node, Strict, quoted, strict};
use serde_json::Value;

/// Fails if the view differs from the tree. Text that serde_json refuses passes.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let node = Node::read(text, Limits::default());
    let Ok(tree) = serde_json::from_str::<Value>(text) else {
        // These refuse more: halves of surrogate pairs, and numbers beyond every type. `strict` finds both.
        let is_strict = strict(text) == Strict::AsIs;
        return if is_strict && node.is_ok() {
            Err("it is strict JSON, and cannot be read".to_owned())
        } else {
            Ok(())
        };
    };
    if strict(text) != Strict::AsIs {
        return Err("it is readable JSON, and not strict".to_owned());
    }
    compare(node.map_err(|error| error.to_string())?, &tree)
}

fn compare(node: Node<'_>, tree: &Value) -> Result<(), String> {
    let fault = || Err(format!("{} is not {tree}", node.json()));
    match tree {
        Value::Null => {
            if node.is_null() {
                Ok(())
            } else {
                fault()
            }
        }
        Value::Bool(truth) => {
            if node.truth() == Some(*truth) {
                Ok(())
            } else {
                fault()
            }
        }
        Value::String(text) => {
            let read = node.text();
            let is_same = read.as_deref() == Some(text);
            let again = serde_json::from_str::<String>(&quoted(text)).ok();
            if is_same && again.as_ref() == Some(text) { Ok(()) } else { fault() }
        }
        Value::Number(number) => {
            let is_whole = number.as_u64().is_none_or(|number| node.count() == Some(number));
            let is_integer = number.as_i64().is_none_or(|number| node.integer() == Some(number));
            let float = number.as_f64().unwrap_or_default().max(0.0);
            // Floats are exact to 53 bits.
            let rounded = node.count().map(|count| count as f64);
            let is_near =
                float >= 2_f64.powi(52) || rounded.is_some_and(|count| (count - float).abs() <= 0.5);
            if is_whole && is_integer && is_near { Ok(()) } else { fault() }
        }
        Value::Array(items) => {
            let Some(nodes) = node.list().filter(|nodes| nodes.len() == items.len()) else { return fault() };
            nodes.into_iter().zip(items).try_for_each(|(node, item)| compare(node, item))
        }
        Value::Object(inner) => {
            let Some(fields) = node.fields() else { return fault() };
            if fields.iter().any(|(name, _)| !inner.contains_key(name)) {
                return fault();
            }
            inner
                .iter()
                .try_for_each(|(name, item)| compare(fields.get(name).ok_or(format!("no {name}"))?, item))
        }
    }
}
