//! Code that the model ran, and its output.

use crate::format::contract::text_block::{WordReaders, called, returned};
use crate::json::{Fields, Node};
use crate::message::{Format, TextBlock};

/// The name of the tool in Google's API.
const TOOL: &str = "code_execution";

/// The formats whose unmodelled parts this module reads.
pub(in crate::format) const WORDS: WordReaders = &[(Format::Gemini, read_text_block)];

/// Reads the words of a part. Google's own clients use both spellings of its fields.
fn read_text_block(fields: &Fields<'_>) -> Option<TextBlock> {
    let inner = |names: [&str; 2]| names.into_iter().find_map(|name| fields.get(name).and_then(Node::fields));
    if let Some(code) = inner(["executableCode", "executable_code"]) {
        return Some(TextBlock::plain(&called(TOOL, &code.text("code")?)));
    }
    let result = inner(["codeExecutionResult", "code_execution_result"])?;
    let said = result.text("output").or_else(|| result.text("outcome"))?;
    Some(TextBlock::plain(&returned(TOOL, &said)))
}
