//! Calls: in `tool_calls`, in `invalid_tool_calls` when their arguments are no object, and in the content where a
//! provider's package leaves them.

use super::part::LANGCHAIN;
use crate::error::Outcome;
use crate::format::marks::{Marks, is_noted, mark};
use crate::format::openai_responses::{read_own_call, write_own_call};
use crate::format::read::{extras, invalid, list, object, optional};
use crate::json::{Fields, Kind, ListWriter, Node, ObjectWriter, Strict, strict};
use crate::message::{Arguments, CallKind, Extras, Format, ToolCall, WRITTEN_AS};

/// Fields of calls that Anthropic has in its blocks.
const OF_BLOCKS: [&str; 3] = ["cache_control", "caller", "toolset_name"];

/// The types of blocks that are calls.
const BLOCKS: [&str; 5] = ["tool_use", "tool_call", "invalid_tool_call", "function_call", "functionCall"];

/// Whether the type is that of a call.
pub(super) fn is_call(kind: &str) -> bool {
    BLOCKS.contains(&kind)
}

/// How a call was written.
#[derive(Clone, Debug, Default)]
pub(super) struct Written {
    /// The block of the content that it is too.
    pub(super) block: Option<Box<str>>,
    /// Whether it stood among the invalid ones, whose arguments nobody could read.
    pub(super) is_invalid: bool,
    /// Whether it is the only one, of the time before calls had ids.
    pub(super) is_legacy: bool,
}

impl Written {
    pub(super) fn of(call: &ToolCall) -> Self {
        let block = mark(&call.extras, "block").filter(|block| block.kind() == Kind::Object);
        Self {
            block: block.map(|block| block.json().into()),
            is_invalid: is_noted(&call.extras, "invalid_tool_call"),
            is_legacy: is_noted(&call.extras, "function_call"),
        }
    }

    pub(super) fn keep(&self, call: &mut ToolCall) {
        let mut marks = Marks::default();
        self.block.iter().for_each(|block| marks.set("block", block));
        for (name, is) in [("invalid_tool_call", self.is_invalid), ("function_call", self.is_legacy)] {
            if is {
                marks.note(name);
            }
        }
        call.extras.retain(|name| name != WRITTEN_AS);
        marks.keep(&mut call.extras);
    }
}

/// Reads both lists.
pub(super) fn read_calls(fields: &Fields<'_>) -> Outcome<Vec<ToolCall>> {
    let mut calls = Vec::new();
    for name in ["tool_calls", "invalid_tool_calls"] {
        let Some(node) = fields.get(name).filter(|node| !node.is_null()) else { continue };
        let items = list(node).map_err(|error| error.at(name))?.into_iter().enumerate();
        for (at, item) in items {
            let call = read_call(item, name == "invalid_tool_calls");
            calls.push(call.map_err(|error| error.at(format!("{name}[{at}]")))?);
        }
    }
    Ok(calls)
}

/// Reads the calls that only `additional_kwargs` hold, in OpenAI's words.
pub(super) fn read_legacy(node: Node<'_>) -> Outcome<Vec<ToolCall>> {
    let items = list(node)?.into_iter().enumerate();
    items.map(|(at, item)| read_call(item, false).map_err(|error| error.at(format!("[{at}]")))).collect()
}

fn read_call(node: Node<'_>, is_invalid: bool) -> Outcome<ToolCall> {
    let fields = object(node)?;
    if let Some(inner) = fields.get("function").and_then(Node::fields) {
        let mut call = ToolCall::new(
            &optional(&fields, "id")?.unwrap_or_default(),
            &optional(&inner, "name")?.unwrap_or_default(),
            arguments(inner.get("arguments")),
        );
        keep(&mut call, &fields, &["id", "type", "function"]);
        return Ok(call);
    }
    let mut known = vec!["id", "name", "args", "type"];
    if fields.get("error").is_some_and(Node::is_null) {
        known.push("error");
    }
    let custom =
        fields.get("args").filter(|_| fields.get("isCustomTool").and_then(Node::truth) == Some(true));
    let custom = custom.and_then(|args| crate::format::read::only_text(args, "input"));
    let (arguments, kind) = match custom {
        Some(input) => {
            known.push("isCustomTool");
            (Arguments::Text(input), CallKind::Custom)
        }
        None => (arguments(fields.get("args")), CallKind::Function),
    };
    let id = optional(&fields, "id")?.unwrap_or_default();
    let name = optional(&fields, "name")?.unwrap_or_default();
    let mut call = ToolCall { kind, ..ToolCall::new(&id, &name, arguments) };
    keep(&mut call, &fields, &known);
    if is_invalid && is_object(call.arguments.text()) {
        Written { is_invalid, ..Written::default() }.keep(&mut call);
    }
    Ok(call)
}

/// Text stays the text that it is; a value is its JSON text.
pub(super) fn arguments(node: Option<Node<'_>>) -> Arguments {
    match node.map(|node| (node, node.kind())) {
        None | Some((_, Kind::Null)) => Arguments::Text("".into()),
        Some((node, Kind::Text)) => Arguments::Text(node.text().unwrap_or_default().as_ref().into()),
        Some((node, Kind::Bool | Kind::Number | Kind::List | Kind::Object)) => {
            Arguments::Json(node.json().into())
        }
    }
}

/// Whether arguments are what `args` may be.
pub(super) fn is_object(text: &str) -> bool {
    Node::parse(text).is_some_and(|node| node.kind() == Kind::Object) && strict(text) == Strict::AsIs
}

fn keep(call: &mut ToolCall, fields: &Fields<'_>, known: &[&str]) {
    let rest = extras(fields, known);
    if !rest.is_empty() {
        let mut json = Vec::new();
        let mut object = ObjectWriter::begin(&mut json);
        rest.iter().for_each(|(name, json)| object.json(name, json));
        object.end();
        call.extras.push(LANGCHAIN, &String::from_utf8_lossy(&json));
    }
}

/// Takes a block of the content as the call that it is of a tool which OpenAI defines: such calls stand in no list.
pub(super) fn take_own(calls: &mut Vec<ToolCall>, block: Node<'_>, parts_before: usize) -> bool {
    let call = block.fields().and_then(|fields| read_own_call(&fields));
    let call = call.map(|call| ToolCall { after_parts: Some(parts_before), ..call });
    let is_own = call.is_some();
    calls.extend(call);
    is_own
}

/// Takes a block of the content as the place of the call that it is, or as a call of its own.
pub(super) fn place(calls: &mut Vec<ToolCall>, block: Node<'_>, parts_before: usize) -> Outcome<()> {
    let fields = object(block)?;
    let kind = fields.text("type").unwrap_or_default();
    let inner = fields.get("functionCall").and_then(Node::fields).unwrap_or(fields.clone());
    let id_name = if kind == "function_call" { "call_id" } else { "id" };
    let id = optional(&inner, id_name)?.unwrap_or_default();
    let name = optional(&inner, "name")?.unwrap_or_default();
    let is_free = |call: &ToolCall| Written::of(call).block.is_none();
    let is_same = |call: &ToolCall| if id.is_empty() { call.name == name } else { call.id == id };
    let found = calls.iter_mut().find(|call| is_free(call) && is_same(call));
    let call = match found {
        Some(call) => call,
        None => {
            let given = ["input", "args", "arguments"].into_iter().find_map(|name| inner.get(name));
            calls.push(ToolCall::new(&id, &name, arguments(given)));
            calls.last_mut().ok_or_else(|| invalid("expected a call"))?
        }
    };
    call.after_parts = Some(parts_before);
    for field in OF_BLOCKS.into_iter().chain(["thoughtSignature"]) {
        if let Some(node) = fields.get(field) {
            call.extras.push(field, node.json());
        }
    }
    if OF_BLOCKS.iter().any(|field| fields.get(field).is_some()) {
        call.extras.claim(Format::Anthropic);
    }
    if let Some(item) = fields.get("id").filter(|_| kind == "function_call") {
        call.extras.push("itemId", item.json());
    }
    Written { block: Some(block.json().into()), ..Written::of(call) }.keep(call);
    Ok(())
}

/// Writes a call of one of the lists.
pub(super) fn write_call(call: &ToolCall, out: &mut Vec<u8>) {
    let is_valid = is_valid(call);
    let text = call.arguments.text();
    let mut object = ObjectWriter::begin(out);
    object.text("name", &call.name);
    match call.kind {
        CallKind::Custom => {
            let mut inner = ObjectWriter::begin(object.key("args"));
            inner.text("input", text);
            inner.end();
        }
        CallKind::Function | CallKind::Own(_) if !is_valid => object.text("args", text),
        CallKind::Function | CallKind::Own(_) if is_object(text) => object.json("args", text),
        CallKind::Function | CallKind::Own(_) => object.json("args", "{}"),
    }
    match call.id.is_empty() {
        true => object.json("id", "null"),
        false => object.text("id", &call.id),
    }
    object.text("type", if is_valid { "tool_call" } else { "invalid_tool_call" });
    if call.kind == CallKind::Custom {
        object.json("isCustomTool", "true");
    }
    let rest = own(&call.extras);
    if !is_valid && rest.get("error").is_none() {
        object.json("error", "null");
    }
    rest.iter().for_each(|(name, node)| object.json(name, node.json()));
    object.end();
}

/// The fields beside those that are modelled.
pub(super) fn own(extras: &Extras) -> Fields<'_> {
    extras.get(LANGCHAIN).and_then(Node::parse).and_then(Node::fields).unwrap_or_default()
}

/// Whether the call's arguments are an object, or nothing at all.
pub(super) fn is_valid(call: &ToolCall) -> bool {
    let text = call.arguments.text();
    let is_read = text.trim().is_empty() || is_object(text);
    call.kind == CallKind::Custom || (is_read && !Written::of(call).is_invalid)
}

/// Writes the calls of one list.
pub(super) fn write_calls(calls: &[&ToolCall], out: &mut Vec<u8>) {
    let mut list = ListWriter::begin(out);
    calls.iter().for_each(|call| write_call(call, list.item()));
    list.end();
}

/// The block that a call is in the content; `None` when it stands behind all parts and is not there. A block that is
/// of another call by now is written anew.
pub(super) fn block_of(call: &ToolCall) -> Option<String> {
    if let Some(tool) = call.kind.own() {
        let mut json = Vec::new();
        write_own_call(call, tool, &mut json);
        return String::from_utf8(json).ok();
    }
    let kept = Written::of(call).block.filter(|block| is_of(block, call));
    if let Some(block) = kept {
        return Some(block.into());
    }
    let mut own = of_block(call).peekable();
    if call.kind == CallKind::Custom
        || !is_valid(call)
        || !(own.peek().is_some() || call.after_parts.is_some())
    {
        return None;
    }
    let mut json = Vec::new();
    let mut object = ObjectWriter::begin(&mut json);
    object.text("type", "tool_use");
    object.text("id", &call.id);
    object.text("name", &call.name);
    let text = call.arguments.text();
    object.json("input", if is_object(text) { text } else { "{}" });
    own.for_each(|(name, json)| object.json(name, json));
    object.end();
    String::from_utf8(json).ok()
}

/// The fields of a call that Anthropic has in its blocks, and means by them what the call's source did.
pub(super) fn of_block(call: &ToolCall) -> impl Iterator<Item = (&str, &str)> {
    let is_meant = call.extras.origin().is_none_or(|origin| origin == Format::Anthropic);
    call.extras.iter().filter(move |(name, _)| is_meant && OF_BLOCKS.contains(name))
}

fn is_of(block: &str, call: &ToolCall) -> bool {
    let fields = Node::parse(block).and_then(Node::fields).unwrap_or_default();
    let inner = fields.get("functionCall").and_then(Node::fields).unwrap_or(fields.clone());
    let id =
        inner.text(if fields.text("type").as_deref() == Some("function_call") { "call_id" } else { "id" });
    inner.text("name").is_some_and(|name| *name == *call.name)
        && id.is_none_or(|id| id.is_empty() || *id == *call.id)
}
