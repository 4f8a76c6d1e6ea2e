//! The size of what a model reads beside the messages: tools, and the schema of the answer.

use crate::json::{Fields, Node};
use crate::list::Listed;
use crate::message::PrefixDigest;
use crate::sanitize::Dialect;
use crate::text;
use crate::tokens::{Estimator, ModelSize, Weight};

/// The weights of what a model reads beside the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BesideWeight {
    /// The frame of the request.
    pub frame: Weight,
    /// Declared tools.
    pub tools: Weight,
    /// The schema of the answer.
    pub schema: Weight,
}

impl BesideWeight {
    /// The sum.
    pub fn total(self) -> Weight {
        self.frame.plus(self.tools).plus(self.schema)
    }
}

/// The texts that a model reads beside the messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BesideTexts {
    /// JSON of the tools, without descriptions.
    pub tools: String,
    /// The descriptions.
    pub descriptions: String,
    /// JSON of the schema.
    pub schema: String,
    /// The number of tools.
    count: u64,
    choice: ToolChoice,
    thinks: bool,
    /// True if the provider runs one of the tools.
    runs_tools: bool,
    /// The digest of the fields that have a size.
    fields: PrefixDigest,
}

/// Other fields that ask for thinking.
const THINKING: [&[&str]; 3] =
    [&["reasoning"], &["reasoning_effort"], &["additionalModelRequestFields", "reasoning_config"]];

/// The choice that a request leaves to the model: to call a tool or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum ToolChoice {
    #[default]
    Free,
    Forced,
    Never,
}

impl BesideTexts {
    /// Reads the fields of a request beside its messages.
    pub fn read(fields: &Fields<'_>, dialect: &Dialect) -> Self {
        let request = &dialect.request;
        let mut texts = Self { choice: ToolChoice::of(fields.at(request.tool_choice)), ..Self::default() };
        let mut add = |node: Option<Node<'_>>| {
            let json = node.map_or("", |node| node.json());
            texts.fields = texts.fields.then(PrefixDigest::of(json.as_bytes()));
        };
        [request.tools, request.tool_choice, request.thinking]
            .into_iter()
            .for_each(|path| add(fields.at(path)));
        THINKING.into_iter().chain(request.schemas.iter().copied()).for_each(|path| add(fields.at(path)));
        add(fields.get("functions"));
        // Chat completions once had another field for tools.
        let lists = [fields.at(request.tools), fields.get("functions")];
        for list in lists.into_iter().flatten().filter_map(Node::list) {
            list.into_iter().for_each(|tool| texts.add_tools(tool));
        }
        for schema in request.schemas.iter().filter_map(|path| fields.at(path)) {
            texts.schema.push_str(&schema.text().unwrap_or(schema.json().into()));
        }
        let thinking = fields.at(request.thinking).and_then(Node::fields);
        let is_on = |node: Node<'_>| !node.is_null() && node.text().as_deref() != Some("none");
        texts.thinks = thinking.is_some_and(|thinking| thinking.text("type").as_deref() == Some("enabled"))
            // Routers and Bedrock have words of their own for it.
            || THINKING.iter().any(|path| fields.at(path).is_some_and(is_on));
        texts
    }

    /// Adds a tool, or a group of them.
    fn add_tools(&mut self, tool: Node<'_>) {
        let fields = tool.fields().unwrap_or_default();
        let inner = |name: &str| fields.get(name).filter(|inner| inner.fields().is_some());
        let group =
            ["functionDeclarations", "function_declarations"].into_iter().find_map(|name| fields.get(name));
        match group.and_then(Node::list) {
            Some(group) => group.into_iter().for_each(|tool| self.add_tool(tool)),
            None => {
                let tool = ["function", "toolSpec"].into_iter().find_map(inner).unwrap_or(tool);
                self.runs_tools |= !is_of_host(&tool.fields().unwrap_or_default());
                self.add_tool(tool);
            }
        }
    }

    fn add_tool(&mut self, tool: Node<'_>) {
        self.count = self.count.saturating_add(1);
        let mut found = Vec::new();
        descriptions(tool, &mut found);
        let mut rest = tool.json();
        for description in found {
            let (before, after) = text::split_once(rest, description.json()).unwrap_or((rest, ""));
            self.tools.push_str(before);
            rest = after;
            self.descriptions.push_str(&description.text().unwrap_or_default());
            self.descriptions.push('\n');
        }
        self.tools.push_str(rest);
    }

    /// The digest of the fields that have a size. `None` if only the provider knows the size of one: its own tools have
    /// instructions that nobody sees.
    pub fn digest(&self) -> Option<PrefixDigest> {
        (!self.runs_tools).then_some(self.fields)
    }

    /// The texts with the thousandths of each that count.
    pub fn shares(self, estimator: Estimator) -> Vec<(Box<str>, u16)> {
        let ModelSize { tools: size, schema, .. } = estimator.model();
        let is_free = self.choice == ToolChoice::Never && size.none_is_free;
        let of_tools = if is_free { (0, 0) } else { (size.json, size.descriptions) };
        let texts = [(self.tools, of_tools.0), (self.descriptions, of_tools.1), (self.schema, schema.json)];
        let are_read = texts.into_iter().filter(|(text, share)| !text.is_empty() && *share > 0);
        are_read.map(|(text, share)| (text.into_boxed_str(), share)).listed()
    }

    /// Their weight, where `weigh` weighs each text.
    pub fn weight(&self, estimator: Estimator, mut weigh: impl FnMut(&str) -> Weight) -> BesideWeight {
        let ModelSize { frame, tools: size, schema, .. } = estimator.model();
        let mut share = |text: &str, share: u16| {
            if text.is_empty() { Weight(0) } else { weigh(text).part(estimator.share(share).into(), 1_000) }
        };
        let mut weight = BesideWeight { frame: estimator.weigh_frame(), ..BesideWeight::default() };
        let around = |tokens: u64| estimator.weigh_constant(tokens);
        if self.thinks {
            weight.frame = weight.frame.plus(around(frame.thinking.into()));
        }
        let are_read = self.count > 0 && !(self.choice == ToolChoice::Never && size.none_is_free);
        if are_read {
            let any = if self.choice == ToolChoice::Forced { size.forced } else { size.any };
            let each = self.count.saturating_mul(size.each.into());
            weight.tools = around(each.saturating_add(any.into()))
                .plus(share(&self.tools, size.json))
                .plus(share(&self.descriptions, size.descriptions));
        }
        if !self.schema.is_empty() {
            let text = share(&self.schema, schema.json);
            let plus = around(schema.plus.unsigned_abs().into());
            weight.schema = if schema.plus < 0 { text.minus(plus) } else { text.plus(plus) };
        }
        weight
    }
}

impl ToolChoice {
    fn of(node: Option<Node<'_>>) -> Self {
        let Some(node) = node else { return Self::Free };
        let fields = node.fields().unwrap_or_default();
        let named = node.text().or_else(|| fields.text("type")).or_else(|| fields.text("mode"));
        let name =
            named.unwrap_or_else(|| fields.iter().next().map_or("", |(name, _)| name).to_owned().into());
        match name.to_ascii_lowercase().as_str() {
            "none" => Self::Never,
            "" | "auto" | "validated" => Self::Free,
            _ => Self::Forced,
        }
    }
}

/// Reports whether the host runs this tool, or it is no tool but a breakpoint of Bedrock's cache.
fn is_of_host(tool: &Fields<'_>) -> bool {
    let is_of_host = |kind: &str| ["function", "custom"].contains(&kind);
    let is_named = tool.get("name").is_some() && tool.text("type").as_deref().is_none_or(is_of_host);
    is_named || tool.get("cachePoint").is_some()
}

/// The descriptions in a definition, in order.
fn descriptions<'a>(node: Node<'a>, found: &mut Vec<Node<'a>>) {
    for item in node.list().unwrap_or_default() {
        descriptions(item, found);
    }
    for (name, value) in node.fields().unwrap_or_default().iter() {
        match value.text() {
            Some(_) if name == "description" => found.push(value),
            Some(_) => {}
            None => descriptions(value, found),
        }
    }
}
