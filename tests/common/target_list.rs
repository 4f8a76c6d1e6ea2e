//! Writes the list of targets, for the package and for the tests in JavaScript.

use super::rule_file::{AcceptedFile, file};
use backscroll::format::{TARGETS, Target};
use backscroll::message::Format;
use serde_json::json;

const MADE: &str =
    "Made from the list of providers in `src/message/format_name.rs` by `BLESS=1 cargo test --test rules`.";

fn title(target: &dyn Target) -> String {
    let AcceptedFile { title, .. } = file(target.dialect().format.as_str(), "accepted");
    title
}

/// Returns the TypeScript type of the system prompt beside the messages, where it is narrower than `any`.
fn system_type(target: &dyn Target) -> &'static str {
    match target.dialect().format.as_str() {
        "openai-responses" => "string",
        "bedrock" => "any[]",
        _ => "any",
    }
}

/// Returns a name as a key of a TypeScript object.
fn key(name: &str) -> String {
    if name.contains('-') { format!("\"{name}\"") } else { name.to_owned() }
}

fn history(target: &dyn Target) -> String {
    let request = &target.dialect().request;
    let among = if request.system.is_none() { "with" } else { "without" };
    let messages =
        format!("    /** The history, {among} the system prompt. */\n    {}: any[];\n", request.messages);
    let system = request.system.map_or_else(String::new, |name| {
        let kind = system_type(target);
        format!("    /** The system prompt; absent when there is none. */\n    {name}?: {kind};\n")
    });
    let (title, name) = (title(target), key(target.dialect().format.as_str()));
    format!("  /** The body of a request to {title}. */\n  {name}: {{\n{messages}{system}  }};\n")
}

/// `target.ts`: the public types that name every target.
pub(crate) fn types() -> String {
    let titles = TARGETS.map(title);
    let names = TARGETS.map(|target| format!("\"{}\"", target.dialect().format.as_str()));
    format!(
        "// The targets.\n//\n// {MADE}\n\n/**\n * Request formats of providers: {}.\n *\n * @example\n * const target: \
         Target = \"openai-responses\";\n * const {{ body }} = conversation.toRequest(target, {{ model: \"gpt-5\" \
         }});\n */\nexport type Target = {};\n\n/**\n * The fields that a request adds to its `params`. The messages \
         have the type `any`, so that every version of a provider's client accepts\n * the body without a cast; this \
         package imports no client.\n */\nexport type RequestHistory = {{\n{}}};\n",
        titles.join(", "),
        names.join(" | "),
        TARGETS.map(history).concat(),
    )
}

/// `names.ts`: the names of the formats as values.
pub(crate) fn names() -> String {
    let lists = TARGETS.map(|target| {
        let dialect = target.dialect();
        format!("  {}: \"{}\",\n", key(dialect.format.as_str()), dialect.request.messages)
    });
    let chat = TARGETS.into_iter().filter(|target| target.is_chat());
    let chat: Vec<String> = chat.map(|target| format!("\"{}\"", target.dialect().format.as_str())).collect();
    let programs = Format::ALL[TARGETS.len()..].iter().filter(|format| **format != Format::Backscroll);
    let programs: Vec<String> = programs.map(|format| format!("\"{}\"", format.as_str())).collect();
    format!(
        "// The names of formats.\n//\n// {MADE}\n\nimport type {{ Format, Target }} from \
         \"../types/index.js\";\n\n/** The field in which each target keeps its messages, in the order of their \
         numbers in the core. */\nexport const LISTS: Readonly<Record<string, string>> = {{\n{}}};\n\n/** The \
         targets in that order. */\nexport const TARGETS: readonly Target[] = /* @__PURE__ */ Object.keys(LISTS) as \
         Target[];\n\n/** A target of the family of chat completions. */\nexport type ChatTarget = {};\n\n/** All of \
         the family: their answers have the form of OpenAI's. */\nexport const \
         CHAT_TARGETS: readonly Format[] = [{}];\n\n/** The formats of programs; an entry brings each. */\nexport \
         const PROGRAMS: readonly Format[] = [{}];\n\n/** All formats. */\nexport const FORMATS: readonly Format[] = /* @__PURE__ */ \
         (TARGETS as readonly Format[]).concat(PROGRAMS, \"backscroll\");\n",
        lists.concat(),
        chat.join(" | "),
        chat.join(", "),
        programs.join(", "),
    )
}

/// `targets.json`: the facts about each target for the tests.
pub(crate) fn data() -> String {
    let rows = TARGETS.map(|target| {
        let (dialect, request) = (target.dialect(), &target.dialect().request);
        let form_rule = dialect.form_rule.expect("every target has one").id;
        let ids = &dialect.calls.id;
        let mapping_rule = ids.rule.filter(|_| !ids.accepts("call_1")).map(|rule| rule.id);
        json!({
            "name": dialect.format.as_str(),
            "list": request.messages,
            "system": request.system,
            "isChat": target.is_chat(),
            "formRule": form_rule,
            "mappingRule": mapping_rule,
            "prefill": dialect.turns.prefill,
        })
    });
    format!("[\n  {}\n]\n", rows.map(|row| row.to_string()).join(",\n  "))
}
