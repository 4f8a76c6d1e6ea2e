//! The demands of one target, as data, in parts by theme. The neutral passes read it.

mod breakpoints;
mod calls;
mod content;
mod fields;
mod media;
mod request;
mod results;
mod system;
mod turns;

pub use breakpoints::{BreakpointForm, FindBreakpoints, Lifetimes};
pub use calls::{CallRules, ProviderCall, ProviderPart, UniqueIds};
pub use content::{ContentRules, EmptyContent};
pub use fields::{FieldPlace, FieldRules, VendorFields};
pub use media::MediaRules;
pub use request::{
    ChooseTools, Continuation, RefusedRequest, RequestFields, ToolChange, ToolChanges, Withdrawal,
};
pub use results::ResultRules;
pub use system::{SystemForm, SystemRules};
pub use turns::{Neighbours, TurnRules};

use super::hooks::Hooks;
use super::reasoning::ReasoningRules;
use super::request_options::RequestOptions;
use crate::message::Format;
use crate::rules::{Catalogue, Rule};

/// The demands of one target.
///
/// Each part has a `DEFAULT`, or a constructor where some of it cannot be left out. Both demand nothing else: a target
/// states what differs. In all parts, a rule that is `None` is one that the provider does not have. Where the rule is all
/// that a part says of a demand, there is no demand then. A demand that no part states is a pass of [`Hooks`].
#[derive(Debug)]
pub struct Dialect {
    /// The target.
    pub format: Format,
    /// All of the target's rules.
    pub catalogue: &'static Catalogue,
    /// The rule that a body has the form of the provider's reference.
    pub form_rule: Option<&'static Rule>,
    /// The demands on this request, where they depend on its model or its vendor. `None` for a request without demands of
    /// its own.
    pub of_request: fn(&RequestOptions) -> Option<&'static Dialect>,
    /// The names of the fields of a request.
    pub request: RequestFields,
    /// Demands on turns: their order, the first and the last.
    pub turns: TurnRules,
    /// Demands on instructions.
    pub system: SystemRules,
    /// Demands on tool calls.
    pub calls: CallRules,
    /// Demands on results of tool calls.
    pub results: ResultRules,
    /// Demands on texts, and on messages without content.
    pub content: ContentRules,
    /// Demands on media, and on the roles that parts stand in.
    pub media: MediaRules,
    /// The fields and parts that are defined beside the modelled ones.
    pub fields: FieldRules,
    /// Demands on reasoning.
    pub reasoning: ReasoningRules,
    /// Passes that not every target needs.
    pub hooks: Hooks,
}

impl Dialect {
    /// The demands on a request with these options.
    pub fn for_request(&'static self, options: &RequestOptions) -> &'static Self {
        (self.of_request)(options).unwrap_or(self)
    }
}
