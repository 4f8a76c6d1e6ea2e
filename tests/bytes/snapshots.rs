//! What is read as a snapshot: it can be saved, sent, changed and read again.

use super::mended;
use backscroll::engine::{Conversation, MessageParts, Operation};
use backscroll::error::Outcome;
use backscroll::format::TARGETS;
use backscroll::message::Role;
use backscroll::reduce::Fit;

/// A call on a conversation. A refused one changes nothing.
type Step = fn(&mut Conversation) -> Outcome<()>;

/// Fails if a conversation that was read cannot be used. Text that is refused passes.
pub(crate) fn check(text: &str) -> Result<(), String> {
    let Ok((mut conversation, settings)) = Conversation::restored(text, None, 7) else { return Ok(()) };
    conversation.name_ids("anew-");
    again(&conversation, &settings)?;
    requests(&mut conversation)?;
    let steps: [Step; 5] = [
        |conversation| {
            let parts = MessageParts { content: Some("Go on."), ..MessageParts::default() };
            conversation.append_parts(Role::User, &parts, 7).map(drop)
        },
        |conversation| {
            let mut draft = conversation.begin_draft();
            conversation.edit(&mut draft, Operation::Fit(Fit::to(40)))?;
            conversation.commit(draft).map(drop)
        },
        |conversation| {
            conversation.undo();
            Ok(())
        },
        |conversation| {
            conversation.truncate(Some(1), true);
            Ok(())
        },
        |conversation| conversation.set_system_prompt(Some("Be brief."), 7),
    ];
    for step in steps {
        drop(step(&mut conversation));
        again(&conversation, &settings)?;
    }
    requests(&mut conversation)
}

/// Fails if the conversation is not the one that is read from its snapshot.
fn again(conversation: &Conversation, settings: &str) -> Result<(), String> {
    let saved = snapshot(conversation, settings);
    let (copy, same) =
        Conversation::restored(&saved, None, 8).map_err(|error| format!("{error}\nin its own {saved}"))?;
    if same != settings {
        return Err(format!("the settings became {same}"));
    }
    let resaved = snapshot(&copy, settings);
    if resaved == saved { Ok(()) } else { Err(format!("{saved}\nbecame\n{resaved}")) }
}

fn requests(conversation: &mut Conversation) -> Result<(), String> {
    for target in 0..TARGETS.len() {
        let Ok(body) = conversation.request_view(target, "", "") else { continue };
        let body = String::from_utf8(body.to_vec()).map_err(|error| error.to_string())?;
        mended::is_sound(target, &body)?;
    }
    Ok(())
}

fn snapshot(conversation: &Conversation, settings: &str) -> String {
    let mut out = Vec::new();
    conversation.write_snapshot(settings, &mut out);
    String::from_utf8(out).expect("a snapshot is text")
}
