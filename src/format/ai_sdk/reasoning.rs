//! What the model thought. The options tell its maker, where they hold what only the maker can read.

use super::form::{Form, old};
use super::losses::Losses;
use super::options::{ANTHROPIC, BEDROCK, Family, GOOGLE, Namespaces, OPENAI, Options, REASONING};
use super::part::{known, note_state, options_of, write_state};
use crate::error::Outcome;
use crate::format::marks::{Marks, is_marked, mark, marks};
use crate::format::read::{object, required};
use crate::json::{Kind, ListWriter, Node, ObjectWriter, quoted};
use crate::message::{Extras, Format, Origin, Part, PartKind, Reasoning, Role, WRITTEN_AS};

/// Marks how the encrypted thoughts came: `false` when they were not spoken of, else the name that they came under.
const SEALED: &str = "sealed";

/// Marks what is noted of each part of one reasoning.
const EACH: &str = "each";

/// The parts of a summary, as Responses has them.
const SUMMARY: &str = "summary";

/// Reads a part of reasoning.
pub(super) fn read_reasoning(node: Node<'_>, form: Form) -> Outcome<Part> {
    let fields = object(node)?;
    if let Some(name) =
        ["reasoning", "details", "signature"].into_iter().find(|name| fields.get(name).is_some())
    {
        return Err(old(&format!("`{name}` of a reasoning part")).at(name));
    }
    let text = required(&fields, "text")?;
    let mut options = options_of(&fields, form)?;
    let mut marks = Marks::default();
    let reasoning = told_by(text, &mut options, &mut marks);
    let mut extras = Extras::default();
    options.keep(REASONING, &mut extras, &mut marks);
    note_state(&fields, form, Role::Assistant, &mut marks);
    let mut known = known(form, &["type", "text"]);
    if let Some(id) = fields.get("id").filter(|_| form == Form::Ui) {
        // What a part of a stream was called means nothing elsewhere.
        marks.set("id", id.json());
        known.push("id");
    }
    form.keep_rest(&fields, &known, &mut extras);
    marks.keep(&mut extras);
    Ok(Part { kind: PartKind::Reasoning(Box::new(reasoning)), extras })
}

/// The reasoning, with what is opaque taken out of the options.
fn told_by(text: Box<str>, options: &mut Options<'_>, marks: &mut Marks) -> Reasoning {
    let is_silent = text.is_empty();
    let by = |format| Some(Origin { format, model: None });
    for (family, option, format) in [
        (ANTHROPIC, "signature", Format::Anthropic),
        (BEDROCK, "signature", Format::Bedrock),
        (GOOGLE, "thoughtSignature", Format::Gemini),
    ] {
        if let Some(signature) = options.take_text(family, option) {
            return Reasoning {
                text: Some(text),
                signature: Some(signature),
                encrypted: None,
                origin: by(format),
            };
        }
    }
    for (family, option, format) in [
        (ANTHROPIC, "redactedData", Format::Anthropic),
        (BEDROCK, "redactedContent", Format::Bedrock),
        (BEDROCK, "redactedData", Format::Bedrock),
    ] {
        if let Some(data) = is_silent.then(|| options.take_text(family, option)).flatten() {
            if format == Format::Bedrock && option == "redactedData" {
                marks.set(SEALED, "\"redactedData\"");
            }
            return Reasoning { encrypted: Some(data), origin: by(format), ..Reasoning::default() };
        }
    }
    let is_item = options.has_text(OPENAI, "itemId");
    let has_words = |node: Node<'_>| node.kind() == Kind::Text;
    let says_none = |node: Node<'_>| node.is_null();
    let encrypted = options.take(OPENAI, "reasoningEncryptedContent", has_words);
    if encrypted.is_none() && !is_item {
        return Reasoning { text: Some(text), ..Reasoning::default() };
    }
    if encrypted.is_none() && options.take(OPENAI, "reasoningEncryptedContent", says_none).is_none() {
        marks.set(SEALED, "false");
    }
    Reasoning {
        text: Some(text).filter(|_| !is_silent),
        signature: None,
        encrypted: encrypted.and_then(Node::text).map(Box::from),
        origin: by(Format::OpenaiResponses),
    }
}

/// Puts a part to the one before it when both are of one item of Responses, which has a part for each paragraph of its
/// summary; gives it back otherwise.
pub(super) fn join(before: &mut Part, after: Part) -> Option<Part> {
    let id = |part: &Part| part.extras.get("itemId").map(str::to_owned);
    let is_plain = |part: &Part| part.extras.iter().all(|(name, _)| matches!(name, "itemId" | WRITTEN_AS));
    let is_same = id(before).is_some() && id(before) == id(&after) && is_plain(&after);
    let alias = |part: &Part| mark(&part.extras, "openai").map(|node| node.json().to_owned());
    let (Some(first), Some(second)) = (before.as_reasoning(), after.as_reasoning()) else {
        return Some(after);
    };
    let are_items = [first, second].iter().all(|reasoning| is_of(reasoning, Format::OpenaiResponses));
    let fits = |(one, other): (&str, &str)| one == other;
    let is_one = first.encrypted.as_deref().zip(second.encrypted.as_deref()).is_none_or(fits);
    let known = is_plain(before) || before.extras.get(SUMMARY).is_some();
    if !(is_same && are_items && is_one && known && alias(before) == alias(&after)) {
        return Some(after);
    }
    let mut texts = texts(first, &before.extras);
    texts.push(second.text.clone().unwrap_or_default());
    let mut each = each(first, &before.extras);
    each.push(noted(second, &after.extras));
    let joined = Reasoning {
        text: Some(texts.join("\n\n").into()),
        encrypted: second.encrypted.clone().or_else(|| first.encrypted.clone()),
        ..first.clone()
    };
    let mut marks = Marks::default();
    marks.set(EACH, &format!("[{}]", each.join(",")));
    if let Some(alias) = alias(before) {
        marks.set("openai", &alias);
    }
    before.kind = PartKind::Reasoning(Box::new(joined));
    before.extras.retain(|name| !matches!(name, SUMMARY | WRITTEN_AS));
    before.extras.push(SUMMARY, &summary(&texts));
    marks.keep(&mut before.extras);
    None
}

fn is_of(reasoning: &Reasoning, format: Format) -> bool {
    reasoning.origin.as_ref().is_some_and(|origin| origin.format == format)
}

/// The paragraphs of a summary; the text alone where there is just one.
fn texts(reasoning: &Reasoning, extras: &Extras) -> Vec<Box<str>> {
    let listed = extras.get(SUMMARY).and_then(Node::parse).and_then(Node::list).unwrap_or_default();
    let listed: Vec<Box<str>> = listed
        .into_iter()
        .filter_map(|item| item.fields()?.text("text").map(|text| Box::from(text.as_ref())))
        .collect();
    match listed.len() {
        0 | 1 => vec![reasoning.text.clone().unwrap_or_default()],
        _ => listed,
    }
}

fn summary(texts: &[Box<str>]) -> String {
    let mut json = Vec::new();
    let mut list = ListWriter::begin(&mut json);
    for text in texts {
        let mut object = ObjectWriter::begin(list.item());
        object.text("type", "summary_text");
        object.text("text", text);
        object.end();
    }
    list.end();
    String::from_utf8(json).unwrap_or_default()
}

/// What is noted of each part.
fn each(reasoning: &Reasoning, extras: &Extras) -> Vec<String> {
    match mark(extras, EACH).and_then(Node::list) {
        Some(each) => each.into_iter().map(|node| node.json().to_owned()).collect(),
        None => vec![noted(reasoning, extras)],
    }
}

/// What is noted of one part, and whether it spoke of the encrypted thoughts.
fn noted(reasoning: &Reasoning, extras: &Extras) -> String {
    let fields = marks(extras);
    let mut own = Marks::default();
    fields.iter().filter(|(name, _)| *name != "openai").for_each(|(name, node)| own.set(name, node.json()));
    if reasoning.encrypted.is_none() && fields.get(SEALED).is_none() {
        own.set(SEALED, "null");
    }
    own.json().unwrap_or_else(|| "{}".to_owned())
}

/// Writes reasoning: a part, or one for each paragraph of its summary.
pub(super) fn write_reasoning(part: &Part, form: Form, list: &mut ListWriter<'_>, losses: &mut Losses) {
    let Some(reasoning) = part.as_reasoning() else { return };
    let texts = texts(reasoning, &part.extras);
    let are_one = texts.len() < 2;
    let each = each(reasoning, &part.extras);
    for (at, text) in texts.iter().enumerate() {
        let mut extras = part.extras.clone();
        if !are_one {
            extras.retain(|name| name != WRITTEN_AS);
            let mut own = Marks::default();
            let notes =
                each.get(at).and_then(|json| Node::parse(json)).and_then(Node::fields).unwrap_or_default();
            let alias = mark(&part.extras, "openai").map(|node| ("openai", node));
            notes.iter().chain(alias).for_each(|(name, node)| own.set(name, node.json()));
            own.keep(&mut extras);
        }
        let mut told = Namespaces::of(&extras, REASONING);
        put_opaque(reasoning, &extras, &mut told, losses);
        let mut object = ObjectWriter::begin(list.item());
        object.text("type", "reasoning");
        if let Some(id) = mark(&extras, "id").filter(|_| form == Form::Ui) {
            object.json("id", id.json());
        }
        object.text("text", text);
        if form == Form::Ui {
            write_state(&extras, Role::Assistant, &mut object);
        }
        told.write(form.options(), &mut object);
        let is_told =
            is_of(reasoning, Format::OpenaiResponses) && (!are_one || part.extras.get(SUMMARY) == Some("[]"));
        let known: &[&str] = if is_told { &[SUMMARY] } else { &[] };
        losses.rest(&extras, form, REASONING, known, &mut object);
        object.end();
    }
}

/// Puts what is opaque among the options of who made it. Nobody else understands it.
fn put_opaque(reasoning: &Reasoning, extras: &Extras, told: &mut Namespaces, losses: &mut Losses) {
    let mut put = |family: Family, option: &str, value: &Option<Box<str>>| {
        if let Some(text) = value {
            told.put(extras, family, option, &quoted(text));
        }
    };
    let format = reasoning.origin.as_ref().map(|origin| origin.format);
    let (signature, encrypted) = match format {
        Some(Format::Anthropic) => (Some((ANTHROPIC, "signature")), Some((ANTHROPIC, "redactedData"))),
        Some(Format::Bedrock) if is_marked(extras, SEALED, "redactedData") => {
            (Some((BEDROCK, "signature")), Some((BEDROCK, "redactedData")))
        }
        Some(Format::Bedrock) => (Some((BEDROCK, "signature")), Some((BEDROCK, "redactedContent"))),
        Some(Format::Gemini) => (Some((GOOGLE, "thoughtSignature")), None),
        Some(Format::OpenaiResponses) => (None, Some((OPENAI, "reasoningEncryptedContent"))),
        Some(
            Format::OpenaiChat
            | Format::Mistral
            | Format::AiSdk
            | Format::Langchain
            | Format::Strands
            | Format::Backscroll,
        )
        | None => (None, None),
    };
    for (name, place, value) in
        [("signature", signature, &reasoning.signature), ("encrypted", encrypted, &reasoning.encrypted)]
    {
        // A part of a summary need not hold what its neighbours do.
        let is_elsewhere =
            name == "encrypted" && mark(extras, SEALED).is_some_and(|node| node.kind() != Kind::Text);
        match place {
            Some((family, option)) if !is_elsewhere => put(family, option, value),
            None if value.is_some() => losses.field(name),
            _ => {}
        }
    }
    let says_none = mark(extras, SEALED).map_or(reasoning.encrypted.is_none(), Node::is_null);
    if format == Some(Format::OpenaiResponses) && says_none && extras.get("itemId").is_some() {
        told.put(extras, OPENAI, "reasoningEncryptedContent", "null");
    }
    if reasoning.origin.as_ref().is_some_and(|origin| origin.model.is_some()) {
        losses.field("origin.model");
    }
}
