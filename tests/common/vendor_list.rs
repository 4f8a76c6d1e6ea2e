//! Writes the list of vendors: for people, for the package, and for the tests in JavaScript.

use backscroll::format::openai_chat::{OVERFLOW_PHRASES, VENDORS};
use backscroll::sanitize::{Breakpoints, Developer, Models, Names, Pictures, Silence, Vendor};
use serde_json::json;

const MADE: &str = "`src/format/openai_chat/vendors/rows` by `BLESS=1 cargo test --test rules`";

/// `VENDORS.md`: what each vendor demands and takes, and where that was seen.
pub(crate) fn document() -> String {
    let rows: Vec<String> = VENDORS.iter().map(row).collect();
    let overflows = VENDORS.iter().flat_map(|vendor| {
        vendor.overflow.iter().map(|words| format!("| `{}` | {} |", vendor.name, words.replace('|', "\\|")))
    });
    format!(
        "# Vendors that speak OpenAI's chat completions\n\nThe option `vendor` of the target `openai-chat` selects a \
         row, by name or by `baseURL`. The table is made from {MADE}.\nIf a cell is empty, no source gives the fact, \
         and the vendor is treated as an unnamed vendor.\n\n- *reasoning*: the fields of a message that are sent back \
         to the vendor. \"beside calls\": while a model thinks, it requires `reasoning_content` on each message with \
         calls, even if it is empty (OC14); words after it are of the \
         names of the models that do.\n- *on calls*: the fields of calls that are sent back.\n- *no*: \
         `developer` is sent as `system` (OC10), `strict` is left out of the declarations of tools, `cache_control` \
         out of parts, pictures out of results (OC8) or out of all messages, files out of all messages, and empty \
         answers (OC17); neighbours of one role are joined (OC26), words of the user added (OC27), and arguments \
         that are no JSON sent inside an object (OC6).\n- *breakpoints*: the lifetimes of the `cache_control` that the option `cacheBreakpoints` \
         puts into texts. \"on results\": the message of a result itself is marked.\n- *router*: the vendor serves \
         models of several makers, and each gets only the reasoning of its own family.\n- *templates*: the server \
         writes the prompt by the model's own template, which may refuse instructions after the first message \
         (OC16).\n\n| vendor | addresses | reasoning | on calls | parts | pictures in results | no | breakpoints | \
         router | templates | sources |\n|---|---|---|---|---|---|---|---|---|---|---|\n{}\n\n## Requests that are \
         too long\n\nThe words of each vendor, which `isContextOverflow` recognizes. z.ai sometimes, and Ollama by \
         default, accept a request that is too long, and read only a part of it.\n\n| vendor | answer \
         |\n|---|---|\n{}\n",
        rows.join("\n"),
        overflows.collect::<Vec<String>>().join("\n"),
    )
}

fn row(vendor: &Vendor) -> String {
    let reasoning = match (vendor.message_fields, vendor.needs_reasoning) {
        (Some([]), _) => "none".to_owned(),
        (fields, Models::None) => code(fields),
        (fields, Models::All) => format!("{}; beside calls", code(fields)),
        (fields, Models::Named(words)) => format!("{}; beside calls: {}", code(fields), code(Some(words))),
    };
    let blind = match vendor.sees {
        Models::Named(words) => format!("pictures but for {}", code(Some(words))),
        Models::All | Models::None => "pictures".to_owned(),
    };
    let refused = [
        (vendor.developer != Developer::Refused, "`developer`"),
        (vendor.takes_strict, "`strict`"),
        (vendor.breakpoints != Breakpoints::Refused, "`cache_control`"),
        (vendor.sees == Models::All, &blind),
        (vendor.takes_files, "files"),
        (!vendor.alternates, "neighbours of one role"),
        (!vendor.needs_user, "requests without the user"),
        (!vendor.reads_arguments, "arguments that are no JSON"),
        (!vendor.joins_results, "lists of texts in results"),
        (vendor.silence == Silence::Taken, "empty answers"),
        (vendor.silence != Silence::RefusedBesideCalls, "the empty text beside calls"),
    ];
    let refused: Vec<&str> = refused.into_iter().filter(|(takes, _)| !takes).map(|(_, name)| name).collect();
    let pictures = match vendor.pictures {
        Pictures::InResults => "yes",
        Pictures::NotInResults => "no",
        Pictures::InMessages => "",
    };
    let cells = [
        format!("`{}`: {}", vendor.name, vendor.title),
        vendor.hosts.iter().map(|host| format!("`{host}`")).collect::<Vec<String>>().join(", "),
        reasoning,
        none(vendor.call_fields),
        none(vendor.parts),
        pictures.to_owned(),
        refused.join(", "),
        breakpoints(vendor.breakpoints),
        if vendor.is_router { "yes" } else { "" }.to_owned(),
        if vendor.renders_templates { "yes" } else { "" }.to_owned(),
        vendor.sources.join("; "),
    ];
    format!("| {} |", cells.join(" | ")).replace("|  |", "| |").replace("|  |", "| |")
}

fn breakpoints(breakpoints: Breakpoints) -> String {
    match breakpoints {
        Breakpoints::Refused | Breakpoints::Sent => String::new(),
        Breakpoints::Taken { on_results, for_an_hour } => {
            let lifetimes = if for_an_hour { "5 min, 1 h" } else { "5 min" };
            format!("{lifetimes}{}", if on_results { "; on results" } else { "" })
        }
    }
}

fn code(names: Option<Names>) -> String {
    let names = names.unwrap_or_default().iter().map(|name| format!("`{name}`"));
    names.collect::<Vec<String>>().join(", ")
}

/// As `code`, with a word for an empty list.
fn none(names: Option<Names>) -> String {
    if names == Some(&[]) { "none".to_owned() } else { code(names) }
}

/// `types/vendor.ts`: the type of their names.
pub(crate) fn types() -> String {
    let names: Vec<String> = VENDORS.iter().map(|vendor| format!("\"{}\"", vendor.name)).collect();
    let titles: Vec<&str> = VENDORS.iter().map(|vendor| vendor.title).collect();
    format!(
        "// The vendors that speak OpenAI's chat completions.\n//\n// Made from {MADE}.\n\n/**\n * A vendor whose \
         requirements are known: {}.\n *\n * @example\n * const vendor: Vendor = \"deepseek\";\n * const {{ body }} = \
         await conversation.prepare(\"openai-chat\", {{ model: \"deepseek-reasoner\" }}, {{ vendor }});\n */\nexport \
         type Vendor =\n  | {};\n",
        titles.join(", "),
        names.join("\n  | "),
    )
}

/// `overflow-phrases.ts`: the phrases by which `isContextOverflow` recognizes an overflow.
pub(crate) fn phrases() -> String {
    let rows = OVERFLOW_PHRASES.iter().map(|phrase| format!("  // {}\n  /{}/,", phrase.of, phrase.pattern));
    format!(
        "// Phrases about a request that is too long.\n//\n// Made from `src/format/openai_chat/vendors/overflow.rs` \
         by `BLESS=1 cargo test --test rules`.\n\n/**\n * Phrases of providers, servers and libraries, as `plain` \
         writes them: lower case, with one space for every run of other characters\n * than letters. So a phrase also \
         matches the code and the name of an error.\n */\nexport const OVERFLOW_PHRASES: readonly RegExp[] = \
         [\n{}\n];\n",
        rows.collect::<Vec<String>>().join("\n"),
    )
}

/// True, false, or the words of the names.
fn models(models: Models) -> serde_json::Value {
    match models {
        Models::None => json!(false),
        Models::All => json!(true),
        Models::Named(words) => json!(words),
    }
}

/// `vendors.json`: the rows for the tests.
pub(crate) fn data() -> String {
    let rows = VENDORS.iter().map(|vendor| {
        json!({
            "name": vendor.name,
            "hosts": vendor.hosts,
            "messageFields": vendor.message_fields,
            "callFields": vendor.call_fields,
            "parts": vendor.parts,
            "takesBreakpoints": vendor.breakpoints != Breakpoints::Refused,
            "needsReasoning": models(vendor.needs_reasoning),
            "thinks": models(vendor.thinks),
            "sees": models(vendor.sees),
            "developer": format!("{:?}", vendor.developer),
            "rendersTemplates": vendor.renders_templates,
            "pictures": format!("{:?}", vendor.pictures),
            "takesFiles": vendor.takes_files,
            "alternates": vendor.alternates,
            "needsUser": vendor.needs_user,
            "joinsResults": vendor.joins_results,
            "readsArguments": vendor.reads_arguments,
            "refusesSilence": vendor.silence != Silence::Taken,
            "takesStrict": vendor.takes_strict,
            "isRouter": vendor.is_router,
            "overflow": vendor.overflow,
        })
        .to_string()
    });
    format!("[\n  {}\n]\n", rows.collect::<Vec<String>>().join(",\n  "))
}
