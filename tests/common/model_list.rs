//! Writes `MODELS.md` from the table of models.

use backscroll::format::models::{BreakpointSupport, ChatTools, Family, MODELS, Model, Readable};

/// Returns the document.
pub(crate) fn document() -> String {
    let has_rows = |family: &Family| MODELS.iter().any(|row| row.family == *family);
    let sections: Vec<String> = Family::ALL.into_iter().filter(has_rows).map(section).collect();
    format!(
        "# The table of models\n\nThe facts that depend on the model, and not only on the provider. The table is made \
         from `src/format/models/rows.rs` by `BLESS=1 cargo test --test rules`.\nA row holds from its version on, up \
         to the next row with the same words. A row with words in it comes before the row of the whole family. A name \
         without a version counts as the newest model; a name of Gemini's or Qwen's without a version has no \
         row.\n\"Cache breakpoints\" means those of Bedrock and OpenAI; Anthropic's own API accepts them for every \
         model.\nThe option `models` adds rows: your own name, the model that it is like, and the differences.\n\n{}\n",
        sections.join("\n\n")
    )
}

fn section(family: Family) -> String {
    let rows: Vec<String> = MODELS.iter().filter(|row| row.family == family).map(row).collect();
    format!(
        "## {}\n\n| words | from | demands | takes | reads the thinking of | source |\n|---|---|---|---|---|---|\n{}",
        family.as_str(),
        rows.join("\n")
    )
}

fn row(row: &Model) -> String {
    let thinking = row.refused_thinking.iter().map(|refused| match refused.instead {
        Some(instead) => format!("no `thinking` of type `{}`, which is sent as `{instead}`", refused.kind),
        None => format!("no `thinking` of type `{}`, which is left out", refused.kind),
    });
    let fields = row.refused_fields.iter().map(|refused| {
        let kinds: Vec<String> = refused.kinds.iter().map(|kind| format!("`{kind}`")).collect();
        let by = refused.decided_by;
        let of_kinds =
            if kinds.is_empty() { String::new() } else { format!(" of {by} {}", kinds.join(" or ")) };
        let only = refused.only_in.map_or(String::new(), |only| format!(" at `{}`", only.as_str()));
        format!("no `{}`{of_kinds}{only}", refused.name)
    });
    let demands = [
        (row.is_bound && row.binds_prompt, "reasoning is bound to the messages before it"),
        (
            row.is_bound && !row.binds_prompt,
            "reasoning is bound to the messages before it, but not to the prompt beside them",
        ),
        (row.signs_calls, "the first call of a step is signed"),
        (row.ends_results, "nothing follows results in their message"),
        (row.words_before_calls, "at Converse, words come before calls (BE27)"),
        (
            row.chat_tools == ChatTools::WithoutEffort,
            "function tools in chat completions only without `reasoning_effort` (OC19)",
        ),
        (
            row.chat_tools == ChatTools::WithNoEffort,
            "function tools in chat completions only with `reasoning_effort: \"none\"` (OC19)",
        ),
        (row.chat_tools == ChatTools::Refused, "no function tools in chat completions (OC19)"),
        (
            row.begins_with_system,
            "instructions are one message, the first, where the server writes the prompt by the model's template",
        ),
    ];
    let takes = [
        (row.continues_words, "words to be continued"),
        (row.takes_tool_changes, "changes of tools in messages"),
        (row.breakpoints == BreakpointSupport::BehindWords, "cache breakpoints of 5 minutes behind words"),
        (row.breakpoints == BreakpointSupport::Short, "cache breakpoints of 5 minutes"),
        (row.breakpoints == BreakpointSupport::Long, "cache breakpoints"),
        (row.takes_media_in_results, "media in results"),
        (row.takes_user_after_results, "the user after a result"),
    ];
    let cells = [
        row.words.iter().map(|word| format!("`{word}`")).collect::<Vec<String>>().join(", "),
        version(row.since),
        thinking.chain(fields).chain(said(&demands)).collect::<Vec<String>>().join("; "),
        said(&takes).collect::<Vec<String>>().join("; "),
        row.reads.iter().map(readable).collect::<Vec<String>>().join("; "),
        format!("{} ({})", row.source, row.date),
    ];
    format!("| {} |", cells.join(" | ")).replace("|  |", "| |").replace("|  |", "| |")
}

fn said<'a>(facts: &'a [(bool, &'a str)]) -> impl Iterator<Item = String> + 'a {
    facts.iter().filter(|(holds, _)| *holds).map(|(_, words)| (*words).to_owned())
}

fn readable(readable: &Readable) -> String {
    let words = match readable.words {
        [] => "all lines".to_owned(),
        words => words.join(", "),
    };
    match (readable.from, readable.until) {
        ((0, 0), until) => format!("{words} up to {}", version(until)),
        (from, until) if from == until => format!("{words} {}", version(from)),
        (from, until) => format!("{words} {} to {}", version(from), version(until)),
    }
}

fn version((major, minor): (u32, u32)) -> String {
    if (major, minor) == (0, 0) { String::new() } else { format!("{major}.{minor}") }
}
