//! What only one provider understands: `providerOptions`, in UI messages `providerMetadata`. What the readers of the
//! providers' own formats know as well is kept as they keep it, the rest as it came.

use crate::error::Outcome;
use crate::format::marks::{Marks, mark};
use crate::format::read::object;
use crate::json::{Kind, Node, ObjectWriter, quoted};
use crate::message::Extras;

/// A provider, by the names under which the SDK's packages know its options. The first is written unless it came
/// under another.
pub(super) type Family = &'static [&'static str];

pub(super) const ANTHROPIC: Family = &["anthropic"];
pub(super) const BEDROCK: Family = &["bedrock", "amazonBedrock"];
pub(super) const GOOGLE: Family = &["google", "vertex", "googleVertex"];
pub(super) const OPENAI: Family = &["openai", "azure"];

/// The name under which neutral messages keep what is left of the options.
pub(super) const REST: &str = "providerOptions";

/// An option that the provider's own format has as a field: provider, option, field.
pub(super) type Link = (Family, &'static str, &'static str);

/// Those of texts.
pub(super) const TEXT: &[Link] = &[
    (OPENAI, "itemId", "itemId"),
    (OPENAI, "phase", "phase"),
    (OPENAI, "annotations", "annotations"),
    (OPENAI, "logprobs", "logprobs"),
    (OPENAI, "promptCacheBreakpoint", "prompt_cache_breakpoint"),
    (GOOGLE, "thoughtSignature", "thoughtSignature"),
    (ANTHROPIC, "cacheControl", "cache_control"),
    (ANTHROPIC, "citations", "citations"),
    (BEDROCK, "cachePoint", "cachePoint"),
];

/// Those of pictures, sound and documents.
pub(super) const MEDIA: &[Link] = &[
    (OPENAI, "promptCacheBreakpoint", "prompt_cache_breakpoint"),
    (GOOGLE, "thoughtSignature", "thoughtSignature"),
    (GOOGLE, "videoMetadata", "videoMetadata"),
    (ANTHROPIC, "cacheControl", "cache_control"),
    (ANTHROPIC, "citations", "citations"),
    (ANTHROPIC, "context", "context"),
    (BEDROCK, "cachePoint", "cachePoint"),
];

/// Those of calls.
pub(super) const CALL: &[Link] = &[
    (OPENAI, "itemId", "itemId"),
    (OPENAI, "namespace", "namespace"),
    (GOOGLE, "thoughtSignature", "thoughtSignature"),
    (ANTHROPIC, "cacheControl", "cache_control"),
    (BEDROCK, "cachePoint", "cachePoint"),
];

/// Those of results.
pub(super) const RESULT: &[Link] = &[
    (GOOGLE, "thoughtSignature", "thoughtSignature"),
    (ANTHROPIC, "cacheControl", "cache_control"),
    (BEDROCK, "cachePoint", "cachePoint"),
];

/// Those of reasoning, beside what is opaque.
pub(super) const REASONING: &[Link] = &[(OPENAI, "itemId", "itemId")];

/// Options that were read, and of which some are taken out.
#[derive(Debug, Default)]
pub(super) struct Options<'a> {
    spaces: Vec<(String, Space<'a>)>,
    /// Under which name each provider was found.
    found: Vec<(Family, String)>,
}

#[derive(Debug)]
enum Space<'a> {
    Fields(Vec<(String, Node<'a>)>),
    /// It is no object.
    Value(Node<'a>),
}

impl<'a> Options<'a> {
    pub(super) fn read(node: Option<Node<'a>>) -> Outcome<Self> {
        let Some(node) = node.filter(|node| !node.is_null()) else { return Ok(Self::default()) };
        let fields = object(node)?;
        let spaces = fields.iter().map(|(name, value)| {
            let space = match value.fields() {
                Some(fields) => {
                    Space::Fields(fields.iter().map(|(name, node)| (name.to_owned(), node)).collect())
                }
                None => Space::Value(value),
            };
            (name.to_owned(), space)
        });
        let spaces = spaces.collect();
        Ok(Self { spaces, found: Vec::new() })
    }

    /// Takes out an option of a provider that `is_wanted`. Those of one provider are taken under one name.
    pub(super) fn take(
        &mut self,
        family: Family,
        option: &str,
        is_wanted: fn(Node<'_>) -> bool,
    ) -> Option<Node<'a>> {
        let found = self.found.iter().find(|(known, _)| *known == family).map(|(_, name)| name.clone());
        let is_of = |name: &str| match &found {
            Some(found) => found == name,
            None => family.contains(&name),
        };
        let (name, fields) =
            self.spaces.iter_mut().filter(|(name, _)| is_of(name)).find_map(|(name, space)| {
                let Space::Fields(fields) = space else { return None };
                let has = fields.iter().any(|(given, node)| given == option && is_wanted(*node));
                has.then_some((name, fields))
            })?;
        let at = fields.iter().position(|(given, node)| given == option && is_wanted(*node))?;
        let (_, node) = fields.remove(at);
        let (name, is_empty) = (name.clone(), fields.is_empty());
        if is_empty {
            self.spaces.retain(|(known, _)| *known != name);
        }
        if found.is_none() {
            self.found.push((family, name));
        }
        Some(node)
    }

    /// Whether a provider has this option, and it is a text.
    pub(super) fn has_text(&self, family: Family, option: &str) -> bool {
        self.spaces.iter().filter(|(name, _)| family.contains(&name.as_str())).any(|(_, space)| match space {
            Space::Fields(fields) => {
                fields.iter().any(|(name, node)| name == option && node.kind() == Kind::Text)
            }
            Space::Value(_) => false,
        })
    }

    /// Takes out a text.
    pub(super) fn take_text(&mut self, family: Family, option: &str) -> Option<Box<str>> {
        self.take(family, option, |node| node.kind() == Kind::Text)?.text().map(Box::from)
    }

    /// Keeps what is linked under the names of the providers' formats, and the rest as it is.
    pub(super) fn keep(mut self, links: &[Link], extras: &mut Extras, marks: &mut Marks) {
        for (family, option, field) in links {
            if extras.get(field).is_some() {
                continue;
            }
            if let Some(node) = self.take(family, option, |node| !node.is_null()) {
                extras.push(field, node.json());
            }
        }
        for (family, name) in &self.found {
            if let Some(usual) = family.first().filter(|usual| *usual != name) {
                marks.set(usual, &quoted(name));
            }
        }
        if !self.spaces.is_empty() {
            let mut json = Vec::new();
            let mut object = ObjectWriter::begin(&mut json);
            for (name, space) in &self.spaces {
                match space {
                    Space::Value(node) => object.json(name, node.json()),
                    Space::Fields(fields) => {
                        let mut inner = ObjectWriter::begin(object.key(name));
                        fields.iter().for_each(|(name, node)| inner.json(name, node.json()));
                        inner.end();
                    }
                }
            }
            object.end();
            extras.push(REST, &String::from_utf8_lossy(&json));
        }
    }
}

/// Options that are to be written, each under the name of a provider.
#[derive(Debug, Default)]
pub(super) struct Namespaces {
    spaces: Vec<(String, Value)>,
}

#[derive(Debug)]
enum Value {
    Fields(Vec<(String, String)>),
    Json(String),
}

impl Namespaces {
    /// What the fields of a part, a call or a message say.
    pub(super) fn of(extras: &Extras, links: &[Link]) -> Self {
        let mut told = Self::default();
        told.add(extras, links);
        told
    }

    /// Adds what the fields of another say.
    pub(super) fn add(&mut self, extras: &Extras, links: &[Link]) {
        for (family, option, field) in links {
            if let Some(json) = extras.get(field) {
                self.put(extras, family, option, json);
            }
        }
        self.rest(extras.get(REST));
    }

    /// Adds an option, under the name that the provider came by.
    pub(super) fn put(&mut self, extras: &Extras, family: Family, option: &str, json: &str) {
        let usual = family.first().copied().unwrap_or_default();
        let name =
            mark(extras, usual).and_then(Node::text).map_or(usual.to_owned(), |name| name.into_owned());
        self.enter(&name, option, json);
    }

    fn enter(&mut self, name: &str, option: &str, json: &str) {
        let field = (option.to_owned(), json.to_owned());
        match self.spaces.iter_mut().find(|(known, _)| known == name) {
            Some((_, Value::Fields(fields))) if fields.iter().all(|(known, _)| known != option) => {
                fields.push(field);
            }
            Some(_) => {}
            None => self.spaces.push((name.to_owned(), Value::Fields(vec![field]))),
        }
    }

    /// Adds options that were kept as they came.
    fn rest(&mut self, json: Option<&str>) {
        let fields = json.and_then(Node::parse).and_then(Node::fields).unwrap_or_default();
        for (name, node) in fields.iter() {
            match node.fields() {
                Some(inner) if !inner.is_empty() => {
                    inner.iter().for_each(|(option, node)| self.enter(name, option, node.json()));
                }
                _ if self.spaces.iter().all(|(known, _)| known != name) => {
                    self.spaces.push((name.to_owned(), Value::Json(node.json().to_owned())));
                }
                _ => {}
            }
        }
    }

    /// Writes them under this name, if there are any.
    pub(super) fn write(&self, name: &str, object: &mut ObjectWriter<'_>) {
        if self.spaces.is_empty() {
            return;
        }
        let mut spaces = ObjectWriter::begin(object.key(name));
        for (name, value) in &self.spaces {
            match value {
                Value::Json(json) => spaces.json(name, json),
                Value::Fields(fields) => {
                    let mut inner = ObjectWriter::begin(spaces.key(name));
                    fields.iter().for_each(|(name, json)| inner.json(name, json));
                    inner.end();
                }
            }
        }
        spaces.end();
    }
}
