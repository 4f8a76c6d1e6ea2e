//! Names of tools in the params of a request.
//!
//! The core maps names that the provider refuses, because it maps the calls of the history by the same pattern, and
//! `sanitize` needs it for bodies, too. The history has the host's names only.

use crate::json::{Fields, Kind, Node, quoted};
use crate::list::PushAll;
use crate::sanitize::Pattern;

/// A tool that is sent under another name, because the provider does not accept its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MappedName {
    /// The name by which the host knows the tool.
    pub own: Box<str>,
    /// The name that the provider gets, and that the model calls.
    pub sent: Box<str>,
}

/// The names of tools that are mapped, and the params that hold them.
#[derive(Clone, Debug, Default)]
pub(in crate::format) struct MappedNames {
    pub(in crate::format) names: Vec<MappedName>,
    /// Params with the mapped names in place of the host's: the name of the param, and its JSON.
    params: Vec<(&'static str, String)>,
}

impl MappedNames {
    /// Maps the names of tools in declarations and in the choice of tools.
    pub(in crate::format) fn of(params: &Fields<'_>, pattern: Pattern) -> Self {
        let mut mapped = Self::default();
        for param in PARAMS {
            let Some(node) = params.get(param) else { continue };
            let mut names = Vec::new();
            gather_names(node, &mut names);
            if let Some(json) = mapped.map_in(node.json(), &names, pattern) {
                mapped.params.push((param, json));
            }
        }
        mapped
    }

    /// The JSON of a param whose names are mapped; `None` if the param does not change.
    pub(in crate::format) fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(param, _)| *param == name).map(|(_, json)| json.as_str())
    }

    /// The text of a param with its names mapped; `None` when the provider accepts all of `names`, which are in the order
    /// of the text.
    fn map_in(&mut self, text: &str, names: &[Node<'_>], pattern: Pattern) -> Option<String> {
        let mut json = String::new();
        let mut copied = 0;
        for name in names {
            let Some(own) = name.text() else { continue };
            let Some(sent) = pattern.map(&own) else { continue };
            let from = name.json().as_ptr().addr().checked_sub(text.as_ptr().addr())?;
            json.push_str(text.get(copied..from)?);
            json.push_str(&quoted(&sent));
            copied = from.saturating_add(name.json().len());
            if !self.names.iter().any(|known| *known.own == *own) {
                self.names.push(MappedName { own: own.into(), sent });
            }
        }
        json.push_str(text.get(copied..).filter(|_| copied > 0)?);
        Some(json)
    }
}

/// The params that name tools, in all formats.
const PARAMS: [&str; 5] = ["tools", "tool_choice", "toolChoice", "toolConfig", "tool_config"];

/// The fields that hold further tools or choices.
const HOLDERS: [&str; 11] = [
    "tools",
    "function",
    "custom",
    "toolSpec",
    "functionDeclarations",
    "function_declarations",
    "allowed_tools",
    "functionCallingConfig",
    "function_calling_config",
    "toolChoice",
    "tool",
];

/// The types of objects with the name of a host's tool. Other types are tools of a provider or a vendor.
const TYPES: [&str; 4] = ["function", "custom", "tool", "allowed_tools"];

/// Gathers the names of the host's tools, in the order of the text.
fn gather_names<'a>(node: Node<'a>, names: &mut Vec<Node<'a>>) {
    for item in node.list().unwrap_or_default() {
        gather_names(item, names);
    }
    let Some(fields) = node.fields() else { return };
    if fields.text("type").is_some_and(|kind| !TYPES.contains(&&*kind)) {
        return;
    }
    for (field, value) in fields.iter() {
        match field {
            "name" if value.kind() == Kind::Text => names.push(value),
            "allowedFunctionNames" | "allowed_function_names" => {
                names.push_all(
                    value.list().unwrap_or_default().into_iter().filter(|name| name.kind() == Kind::Text),
                );
            }
            _ if HOLDERS.contains(&field) => gather_names(value, names),
            _ => {}
        }
    }
}
