//! Function tools that some models of OpenAI's take at its other endpoint only.

use super::rules;
use super::vendors::is_openais;
use crate::format::models::{ChatTools, known_model};
use crate::json::{Fields, Node};
use crate::message::Format;
use crate::sanitize::{RefusedRequest, RequestOptions};

/// Reports why the request's tools are refused (OC19).
pub(super) fn refused_tools(fields: &Fields<'_>, options: &RequestOptions) -> Option<RefusedRequest> {
    let name = options.model().filter(|_| is_openais(options))?;
    let taken = known_model(name)?.chat_tools;
    let tools = fields.get("tools").and_then(Node::list).unwrap_or_default();
    let is_function = |tool: &Node<'_>| {
        tool.fields().is_some_and(|tool| tool.text("type").is_some_and(|kind| kind == "function"))
    };
    if !tools.iter().any(is_function) {
        return None;
    }
    let effort = fields.get("reasoning_effort").filter(|effort| !effort.is_null());
    let instead = match taken {
        ChatTools::Taken => return None,
        ChatTools::WithoutEffort if effort.is_none() => return None,
        ChatTools::WithNoEffort if effort.is_some_and(|effort| effort.text().as_deref() == Some("none")) => {
            return None;
        }
        ChatTools::WithoutEffort => ", or leave out `reasoning_effort`",
        ChatTools::WithNoEffort => ", or set `reasoning_effort` to \"none\"",
        ChatTools::Refused => "",
    };
    let target = Format::OpenaiChat.sibling().map_or("", Format::as_str);
    let detail = format!(
        "{name} does not take these function tools in chat completions: send the request to the target \
         `{target}`{instead}"
    );
    let field = if effort.is_some() { "reasoning_effort" } else { "tools" };
    Some(RefusedRequest { rule: &rules::OC19, field, detail })
}
