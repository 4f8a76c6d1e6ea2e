//! The two forms of the SDK's messages.

use crate::error::Outcome;
use crate::format::marks::Marks;
use crate::format::read::{invalid, nest};
use crate::json::{Fields, Node};
use crate::message::{Extras, Format, Part, PartKind};

/// What a message is to be handed to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// `ModelMessage`: what `generateText` and `streamText` take and answer.
    Model,
    /// `UIMessage`: what `useChat` shows, and what is stored.
    Ui,
}

impl Form {
    /// The form of this name.
    pub(super) fn named(name: &str) -> Self {
        if name == "ui" { Self::Ui } else { Self::Model }
    }

    /// The form's name.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Ui => "ui",
        }
    }

    /// The field of a part for what only one provider understands.
    pub(super) fn options(self) -> &'static str {
        match self {
            Self::Model => "providerOptions",
            Self::Ui => "providerMetadata",
        }
    }

    /// Under which name fields are kept that are not modelled. One form's mean nothing in the other.
    pub(super) fn rest(self) -> &'static str {
        match self {
            Self::Model => "modelFields",
            Self::Ui => "uiFields",
        }
    }

    /// Keeps the fields that are not in `known`.
    pub(super) fn keep_rest(self, fields: &Fields<'_>, known: &[&str], extras: &mut Extras) {
        nest(extras, self.rest(), fields, known);
    }

    /// A part that is not modelled.
    pub(super) fn verbatim(self, node: Node<'_>) -> Part {
        let mut part = Part::from(PartKind::other(Format::AiSdk, node.json()));
        let mut marks = Marks::default();
        marks.set("form", &format!("\"{}\"", self.name()));
        marks.keep(&mut part.extras);
        part
    }

    /// The form of a list, told by its first message.
    pub(super) fn of(messages: &[Node<'_>]) -> Self {
        let fields = messages.first().and_then(|first| first.fields()).unwrap_or_default();
        if fields.get("parts").is_some() { Self::Ui } else { Self::Model }
    }

    /// Refuses a message of the other form, and those of versions before 5.
    pub(super) fn check(self, message: &Fields<'_>) -> Outcome<()> {
        const OLD: [&str; 3] =
            ["toolInvocations", "experimental_attachments", "experimental_providerMetadata"];
        let has = |name: &str| message.get(name).is_some();
        if let Some(name) = OLD.into_iter().find(|name| has(name)) {
            return Err(old(&format!("`{name}`")).at(name));
        }
        match (self, has("parts"), has("content")) {
            (_, true, true) => Err(old("`content` beside `parts`").at("content")),
            (Self::Ui, false, true) => Err(invalid(
                "a model message among UI messages; give a list of one form: the SDK's `convertToModelMessages` makes model messages of UI messages",
            )),
            (Self::Model, true, false) => Err(invalid(
                "a UI message among model messages; give a list of one form: the SDK's `convertToModelMessages` makes model messages of UI messages",
            )),
            (Self::Model, false, false) => Err(invalid("a message needs `content` or `parts`")),
            (Self::Ui, false, false) => Err(invalid("a UI message needs `parts`")),
            (Self::Model, false, true) | (Self::Ui, true, false) => Ok(()),
        }
    }
}

/// What only versions before 5 wrote.
pub(super) fn old(what: &str) -> crate::error::ConversationError {
    invalid(format!(
        "{what} is of version 4 of the AI SDK or older; bring the message to version 5 or 6 with the SDK's codemods first"
    ))
}
