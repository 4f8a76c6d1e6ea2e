//! Writes `SIZES.md` from the table of sizes.

use backscroll::format::models::Family;
use backscroll::format::sizes::{RequestKind, SIZES, SizeRow, WINDOWS, WindowRow};
use backscroll::tokens::{ModelSize, PictureSize, Scale};

/// Returns the document.
pub(crate) fn document() -> String {
    let rows = || SIZES.iter();
    let has_rows = |family: &Family| rows().any(|row| row.family == *family);
    let lines = |family: Family| {
        let rows: Vec<String> = rows().filter(|row| row.family == family).map(line).collect();
        format!(
            "## {}\n\n| row | words | from | requests | text | around | tools | calls | reasoning | a picture | a \
             page | source |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n{}",
            family.as_str(),
            rows.join("\n")
        )
    };
    let windows: Vec<String> = windows().into_iter().map(window).collect();
    let sections: Vec<String> = Family::ALL.into_iter().filter(has_rows).map(lines).collect();
    format!(
        "# The table of sizes\n\nThe tokens that each model counts. The table is made from `sizes.rs` in the folders \
         of `src/format` by `BLESS=1 cargo test --test rules`.\nA row holds from its version on, up to the next row \
         with the same words. A row with words in it comes before the row of the whole family.\nA model without a row \
         counts as unknown: text times 1.2, 250 tokens for tools, 30 for a call, 1,120 for a picture.\nThe option \
         `models` says which model your own name is like.\nRows in italics are guesses on the safe side: little is \
         known of these models.\n\n{}\n\n## Windows\n\nThe most tokens of a request. If providers serve a model with \
         different windows, the smallest.\n\nA row with a vendor is for requests that name it.\n\n| family | words | from | vendor | tokens | source |\n|---|---|---|---|---|---|\n{}\n",
        sections.join("\n\n"),
        windows.join("\n")
    )
}

/// The rows of windows: the makers with most of them first.
fn windows() -> Vec<&'static WindowRow> {
    let first = [Family::Claude, Family::OpenAi, Family::Gemini, Family::Mistral, Family::Nova];
    let mut rows: Vec<&WindowRow> = WINDOWS.iter().collect();
    rows.sort_by_key(|row| first.iter().position(|family| *family == row.family).unwrap_or(first.len()));
    rows
}

fn window(row: &WindowRow) -> String {
    let WindowRow { family, words, since: (major, minor), vendor, tokens, source } = row;
    let vendor = vendor.map_or(String::new(), |vendor| format!("`{vendor}`"));
    format!(
        "| {} | {} | {major}.{minor} | {vendor} | {tokens} | {source} |",
        family.as_str(),
        words.join(", ")
    )
}

fn line(row: &SizeRow) -> String {
    let SizeRow { words, since: (major, minor), requests, size, source, .. } = row;
    let requests = match requests {
        RequestKind::All => "all".to_owned(),
        RequestKind::Of(format) => format!("`{}`", format.as_str()),
        RequestKind::To(vendor) => format!("to `{vendor}`"),
    };
    let ModelSize { frame, tools, calls, reasoning, media, .. } = size;
    let cells = [
        if size.is_measured { size.name.to_owned() } else { format!("_{}_", size.name) },
        words.join(", "),
        format!("{major}.{minor}"),
        requests,
        text(size),
        format!(
            "{} a request, {} a system, {} a user message, {} an answer",
            frame.request, frame.system, frame.user, frame.answer
        ),
        format!(
            "{}, forced {}; {} each; JSON x {}, descriptions x {}",
            tools.any,
            tools.forced,
            tools.each,
            share(tools.json),
            share(tools.descriptions)
        ),
        format!("{}, {} an argument", calls.each, calls.argument),
        match (reasoning.character, reasoning.beside_call, reasoning.reads_words) {
            (0, 0, false) => "none".to_owned(),
            (0, 0, true) => format!("its words{}", turns(reasoning.is_of_turn)),
            (0, beside, _) => format!("{} a character of a signature of a call", share(beside)),
            (character, _, _) => format!(
                "{} a character, less {} characters{}",
                share(character),
                reasoning.free_characters,
                turns(reasoning.is_of_turn)
            ),
        },
        picture(media.picture),
        format!("{} and its words", media.page),
        (*source).to_owned(),
    ];
    format!("| {} |", cells.join(" | "))
}

fn text(size: &ModelSize) -> String {
    format!("{:?} x {}", size.vocabulary, share(size.share))
}

/// A number of thousandths.
fn share(thousandths: u16) -> String {
    (f64::from(thousandths) / 1_000.0).to_string()
}

fn turns(is_of_turn: bool) -> &'static str {
    if is_of_turn { ", until the user speaks again" } else { "" }
}

fn picture(size: PictureSize) -> String {
    match size {
        PictureSize::Flat(tokens) => tokens.to_string(),
        PictureSize::Squares { side, each, plus, scale: Scale { longest, most }, .. } => format!(
            "{} for each {side} x {side} pixels, and {plus}; at most {most} squares, {longest} pixels a side",
            share(each)
        ),
        PictureSize::Tiles { base, each } => format!("{base} and {each} for each tile of 512 pixels"),
        PictureSize::Crops(each) => format!("{each} for each tile of 768 pixels"),
    }
}
