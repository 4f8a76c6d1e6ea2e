//! Judges bodies with the strict provider of `pkg-template/src/strict-provider`, which runs in Node, one process for each
//! test program, and shares no code with the engine.

use backscroll::format::TARGETS;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{LazyLock, Mutex, PoisonError};

/// The running judge; `None` without Node.
static JUDGE: LazyLock<Mutex<Option<Judge>>> = LazyLock::new(|| Mutex::new(Judge::start()));

struct Judge {
    /// The process ends when its input closes, at the latest when this program ends.
    _process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Returns the rule that the body breaks, with the provider's text; `None` when the provider accepts the
/// body. Without Node every body passes, with one message on standard error. `options` are those of the
/// strict provider.
pub(crate) fn objection(target: usize, body: &Value, options: &Value) -> Option<String> {
    let mut judge = JUDGE.lock().unwrap_or_else(PoisonError::into_inner);
    let question =
        json!({ "target": TARGETS[target].dialect().format.as_str(), "body": body, "options": options });
    judge.as_mut()?.ask(&question)
}

impl Judge {
    fn start() -> Option<Self> {
        let script = format!("{}/tests/support/judge-lines.mjs", env!("CARGO_MANIFEST_DIR"));
        let started = Command::new("node").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut process = match started {
            Ok(process) => process,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let line = b"skipped: the strict provider judges nothing, because there is no Node\n";
                std::io::stderr().write_all(line).expect("stderr");
                return None;
            }
            Err(error) => panic!("the strict provider cannot be started: {error}"),
        };
        let questions = process.stdin.take().expect("a pipe");
        let answers = BufReader::new(process.stdout.take().expect("a pipe"));
        Some(Self { _process: process, questions, answers })
    }

    fn ask(&mut self, question: &Value) -> Option<String> {
        writeln!(self.questions, "{question}").expect("the strict provider reads");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("the strict provider answers");
        serde_json::from_str(&answer).expect("an objection or null")
    }
}
