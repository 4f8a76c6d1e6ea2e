//! The spellings of a message: stored, serialised, and as an object, a pair or a text that the SDK takes for one.

use crate::error::{Code, ConversationError, Outcome};
use crate::format::read::{invalid, noun, object};
use crate::json::{Fields, Node};

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Human,
    Ai,
    System,
    /// OpenAI's newer word for `system`.
    Developer,
    Tool,
    /// The result of a call of the time before calls had ids.
    Function,
    /// A message of a role that is a word of the program's.
    Chat,
    /// Says that a message is to be removed.
    Remove,
}

/// A message, out of its envelope.
pub(super) struct Opened<'a> {
    pub(super) kind: Kind,
    /// What it is called where it stands.
    pub(super) name: Box<str>,
    pub(super) fields: Fields<'a>,
    /// What it says, where that is no field.
    pub(super) content: Option<Node<'a>>,
    /// The field that its fields stand in, for paths of errors.
    pub(super) step: &'static str,
}

/// The words for each kind: types of messages, roles, and what classes are called.
const KINDS: [(&str, Kind); 11] = [
    ("human", Kind::Human),
    ("user", Kind::Human),
    ("ai", Kind::Ai),
    ("assistant", Kind::Ai),
    ("system", Kind::System),
    ("developer", Kind::Developer),
    ("tool", Kind::Tool),
    ("function", Kind::Function),
    ("generic", Kind::Chat),
    ("chat", Kind::Chat),
    ("remove", Kind::Remove),
];

/// Whether the message is serialised, so that its fields may be escaped.
pub(super) fn is_serialized(node: Node<'_>) -> bool {
    let fields = node.fields();
    fields.is_some_and(|fields| fields.get("lc").is_some() && fields.get("id").and_then(Node::list).is_some())
}

/// Opens the envelope.
pub(super) fn open(node: Node<'_>) -> Outcome<Opened<'_>> {
    if node.text().is_some() {
        return Ok(bare(Kind::Human, "human".into(), node));
    }
    if let Some(pair) = node.list() {
        let [name, content] = pair.as_slice() else {
            return Err(invalid("a message that is a list is a pair of a role and a text"));
        };
        let name = name.text().ok_or_else(|| invalid("expected a role").at("[0]"))?;
        return Ok(bare(kind_of(&name)?, name.as_ref().into(), *content));
    }
    let fields = object(node)?;
    if is_serialized(node) {
        return open_serialized(&fields);
    }
    let text = |name: &str| fields.text(name).map(|text| Box::<str>::from(text.as_ref()));
    let (said, role) = (text("type"), text("role"));
    if let (Some(name), Some(data)) = (&said, fields.get("data").filter(|_| role.is_none())) {
        let kind = kind_of(name).map_err(|error| error.at("type"))?;
        let data = object(data).map_err(|error| error.at("data"))?;
        return Ok(Opened { kind, name: name.clone(), fields: data, content: None, step: "data" });
    }
    let is_chat = said.as_deref().is_some_and(|name| kind_of(name) == Ok(Kind::Chat));
    let name = match (role.filter(|_| !is_chat), said) {
        (Some(role), _) => role,
        (None, Some(name)) => name,
        (None, None) => {
            let advice = "a message needs a `type` and its `data`, a `type` or `role` and its `content`, or to be serialised";
            return Err(invalid(advice));
        }
    };
    let kind = kind_of(&name)?;
    // What was stored before there was `data`.
    let content = fields.get("text").filter(|_| fields.get("content").is_none());
    Ok(Opened { kind, name, fields, content, step: "" })
}

fn bare<'a>(kind: Kind, name: Box<str>, content: Node<'a>) -> Opened<'a> {
    Opened { kind, name, fields: Fields::default(), content: Some(content), step: "" }
}

fn open_serialized<'a>(fields: &Fields<'a>) -> Outcome<Opened<'a>> {
    let path = fields.get("id").and_then(Node::list).unwrap_or_default();
    let class = path.last().and_then(|name| name.text()).unwrap_or_default();
    let name = class.strip_suffix("Message").unwrap_or(class.strip_suffix("MessageChunk").unwrap_or(""));
    let name = name.to_ascii_lowercase();
    if name.is_empty() {
        return Err(invalid(format!("`{class}` is no class of messages")).at("id"));
    }
    let kind = kind_of(&name).map_err(|error| error.at("id"))?;
    let Some(kwargs) = fields.get("kwargs") else {
        let found = fields.get("type").map_or("nothing", noun);
        return Err(invalid(format!(
            "`{class}` was serialised without its `kwargs` ({found} stands for them); store the messages with `toDict`"
        )));
    };
    let fields = object(kwargs).map_err(|error| error.at("kwargs"))?;
    // Of both languages' names for such messages, only Python's stands among the fields.
    let is_generic = kind == Kind::Chat && fields.text("type").as_deref() != Some("chat");
    let name = if is_generic { "generic".into() } else { name.into() };
    Ok(Opened { kind, name, fields, content: None, step: "kwargs" })
}

/// The kind of this name; Python calls stored chunks by their class.
fn kind_of(name: &str) -> Outcome<Kind> {
    let plain = name.strip_suffix("MessageChunk").map(str::to_ascii_lowercase);
    let plain = plain.as_deref().unwrap_or(name);
    let known = KINDS.iter().find(|(known, _)| *known == plain);
    known.map(|(_, kind)| *kind).ok_or_else(|| {
        let known: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        let text = format!("unknown type of message `{name}`; known are {}", known.join(", "));
        ConversationError::new(Code::InvalidRole, text)
    })
}

/// The class of messages of this type.
pub(super) fn class_of(kind: &str) -> &'static str {
    match kind {
        "human" => "HumanMessage",
        "ai" => "AIMessage",
        "system" => "SystemMessage",
        "tool" => "ToolMessage",
        "function" => "FunctionMessage",
        "remove" => "RemoveMessage",
        _ => "ChatMessage",
    }
}
