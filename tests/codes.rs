//! The codes that programs act on: distinct, in one spelling, and listed where users look.

#![cfg(test)]

#[path = "common/sources.rs"]
mod sources;

use backscroll::engine::{Conversation, Settings, sanitize_body};
use backscroll::error::{Code, Outcome};
use backscroll::format::BodyForm;
use backscroll::json::Limits;
use backscroll::repair::RepairCode;
use sources::{root, sources};
use std::collections::BTreeSet;

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn error_codes() -> Vec<&'static str> {
    Code::ALL.iter().map(|code| code.as_str()).collect()
}

fn repair_codes() -> Vec<&'static str> {
    RepairCode::ALL.iter().map(|code| code.as_str()).collect()
}

#[test]
fn codes_are_distinct() {
    for codes in [error_codes(), repair_codes()] {
        let distinct: BTreeSet<&str> = codes.iter().copied().collect();
        assert_eq!(distinct.len(), codes.len(), "{codes:?}");
    }
}

#[test]
fn codes_are_kebab_case() {
    for code in error_codes().into_iter().chain(repair_codes()) {
        let words = code
            .split('-')
            .all(|word| !word.is_empty() && word.chars().all(|letter| letter.is_ascii_lowercase()));
        assert!(words, "{code}");
    }
}

#[test]
fn every_code_is_listed_in_the_documentation() {
    let page = read("docs/errors.md");
    let unlisted: Vec<&str> = error_codes()
        .into_iter()
        .chain(repair_codes())
        .filter(|code| !page.contains(&format!("| `{code}` |")))
        .collect();
    assert_eq!(unlisted, Vec::<&str>::new());
}

/// Returns the members of a union of string literals in the declarations, such as `export type RepairCode = |
/// "a" | "b";`.
fn union(path: &str, name: &str) -> BTreeSet<String> {
    let text = read(path);
    let (_, members) = text.split_once(&format!("export type {name} =")).expect(name);
    let (members, _) = members.split_once(';').expect("an end");
    members.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_declarations_name_the_same_codes_and_steps() {
    let declared = union("pkg-template/src/types/repair.ts", "RepairCode");
    assert_eq!(declared, repair_codes().into_iter().map(str::to_owned).collect());

    // The table of `docs/errors.md` has the codes of the core and those that only the TypeScript layer throws.
    let declared = union("pkg-template/src/input/errors.ts", "ErrorCode");
    let missing: Vec<&str> = error_codes().into_iter().filter(|code| !declared.contains(*code)).collect();
    assert_eq!(missing, Vec::<&str>::new());
    let page = read("docs/errors.md");
    let (_, table) = page.split_once("## Errors").expect("a chapter");
    let (table, _) = table.split_once("\n## ").expect("an end");
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    assert_eq!(declared, rows.map(|(code, _)| code.to_owned()).collect());

    let declared = union("pkg-template/src/types/reduction.ts", "StepName");
    let reported: BTreeSet<String> = sources()
        .iter()
        .flat_map(|(_, text)| {
            let recorded = text.split("record_step(\"").skip(1);
            recorded.chain(text.split("Step { name: \"").skip(1)).map(str::to_owned).collect::<Vec<_>>()
        })
        .filter_map(|rest| rest.split_once('"').map(|(name, _)| name.to_owned()))
        .collect();
    assert_eq!(
        declared, reported,
        "`StepName` in types/reduction.ts (left) must list the names of steps (right)"
    );
}

#[test]
fn the_typescript_layer_has_the_same_losses() {
    let text = read("pkg-template/src/wasm/program.ts");
    let (_, list) = text.split_once("const LOSSES: readonly RepairCode[] = [").expect("a list of losses");
    let (list, _) = list.split_once(']').expect("the end of the list");
    let named: BTreeSet<&str> = list.split('"').skip(1).step_by(2).collect();
    let losses = RepairCode::ALL.iter().filter(|code| code.is_loss()).map(|code| code.as_str());
    assert_eq!(named, losses.collect::<BTreeSet<&str>>());
}

#[test]
fn every_repair_code_is_made_somewhere() {
    let sources = sources();
    // Lone surrogates and windows never reach the core: the TypeScript layer reports them.
    let face =
        ["surrogates", "window"].map(|name| read(&format!("pkg-template/src/input/{name}.ts"))).concat();
    let is_made = |code: &RepairCode| {
        let name = format!("RepairCode::{code:?}");
        let by_face = face.contains(&format!("code: \"{}\"", code.as_str()));
        by_face || sources.iter().any(|(_, text)| text.contains(&name))
    };
    let idle: Vec<&str> =
        RepairCode::ALL.iter().filter(|code| !is_made(code)).map(|code| code.as_str()).collect();
    assert_eq!(idle, Vec::<&str>::new(), "nothing reports these");
}

/// A call waits for a decision.
fn suspended(talk: &mut Conversation) -> Outcome<()> {
    talk.append_json(r#"{"role":"assistant","id":"m","toolCalls":[{"id":"a","name":"f"}]}"#, 0)?;
    talk.suspend(r#"{"checkpointId":"c","messageId":"m","calls":["a"],"request":{}}"#)
}

/// Causes each error.
fn provoke(code: Code) -> Outcome<()> {
    let limits = Limits { bytes: 200, depth: 4 };
    let mut talk = Conversation::new(Settings { limits, ..Settings::default() });
    let question = r#"{"role":"user","content":"hi","id":"q"}"#;
    talk.append_json(question, 0)?;
    let mut out = Vec::new();
    match code {
        Code::InvalidArgument => talk.request(0, r#"{"messages":[]}"#, "", &mut out),
        Code::InvalidRole => talk.append_json(r#"{"role":"wizard"}"#, 0).map(drop),
        Code::SystemNotFirst => talk.append_json(r#"{"role":"system","content":"x"}"#, 0).map(drop),
        Code::InvalidMessage => talk.append_json(r#"{"role":"user","content":7}"#, 0).map(drop),
        Code::WrongFormat => talk.read("openai-chat", r#"{"contents":[]}"#, 0),
        Code::DuplicateId => talk.append_json(r#"{"role":"user","content":"other","id":"q"}"#, 0).map(drop),
        Code::TooDeep => talk.append_json(r#"{"role":"user","extras":{"a":[[[[1]]]]}}"#, 0).map(drop),
        Code::TooLarge => {
            talk.append_json(&format!("{{\"role\":\"user\",\"content\":\"{:300}\"}}", ""), 0).map(drop)
        }
        Code::UnknownFormat => talk.read("smoke-signals", "{}", 0),
        Code::NothingToSend => {
            sanitize_body(BodyForm::Whole, 0, r#"{"model":"m","messages":[]}"#, "", &mut out)
        }
        Code::StalePlan => {
            let draft = talk.begin_draft();
            talk.clear();
            talk.commit(draft).map(drop)
        }
        Code::AwaitingApproval => {
            suspended(&mut talk)?;
            talk.request(0, "", "", &mut out)
        }
        Code::NothingPending => {
            talk.suspend(r#"{"checkpointId":"c","messageId":"q","calls":["a"],"request":{}}"#)
        }
        Code::InvalidCheckpoint => talk.answer(r#"{"messageId":"nowhere","answers":[]}"#, 0).map(drop),
        Code::CheckpointAlreadyResumed => {
            suspended(&mut talk)?;
            let answers = r#"{"messageId":"m","answers":[{"role":"tool","toolCallId":"a","content":"x"}]}"#;
            talk.answer(answers, 0)?;
            talk.answer(answers, 0).map(drop)
        }
        Code::InvalidPending => talk.enqueue(r#"{"source":"goal","content":"x"}"#, 0, &mut out),
        Code::InvalidSnapshot => Conversation::restored("[7]", None, 0).map(drop),
        Code::SnapshotVersion => Conversation::restored(r#"{"version":5}"#, None, 0).map(drop),
        _ => panic!("say how {code:?} comes about"),
    }
}

#[test]
fn every_error_code_can_be_caused() {
    for code in Code::ALL {
        let error = provoke(code).expect_err(code.as_str());
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().len() > 15, "{error}");
    }
}
