//! What one target demands, as data: the rules say how, a dialect says whether, and under which number.

use super::hooks::Hooks;
use super::pattern::Pattern;
use super::reasoning::ReasoningRules;
use super::terms::{SummaryRole, Terms};
use super::text_blocks::WriteTextBlock;
use crate::json::Fields;
use crate::message::{Format, PartKind, ReadTextBlock, Role};
use crate::rules::{Catalogue, Rule};

/// What one target demands. The numbers are those of the catalogue of rules that the README links.
#[derive(Debug)]
pub struct Dialect {
    /// The target.
    pub format: Format,
    /// All of the target's rules.
    pub catalogue: &'static Catalogue,
    /// The rule that a body has the form of the provider's reference.
    pub form_rule: &'static Rule,
    /// What holds for one model of several, where that is told by its name; `None` for what holds for any.
    pub of_model: Option<fn(&str) -> Option<&'static Dialect>>,
    /// The field of a request that names the model.
    pub model_field: &'static str,
    /// The field of a request that holds the tools, from the outside in.
    pub tools_path: &'static [&'static str],
    /// The field of a request that asks for thinking, from the outside in.
    pub thinking_path: &'static [&'static str],
    /// The field of a request that holds the messages.
    pub messages_field: &'static str,
    /// The field beside it that holds the system prompt, where there is one.
    pub system_field: Option<&'static str>,
    /// Another spelling of that field, where the provider reads it too.
    pub system_alias: Option<&'static str>,
    /// Params that stand in the request's URL: they say something of it, and are not written.
    pub url_params: &'static [&'static str],
    /// There must be a message.
    pub empty_rule: Option<&'static Rule>,
    /// A result must answer a call that stands before it.
    pub orphan_rule: Option<&'static Rule>,
    /// Every call must have its result right after it.
    pub missing_rule: Option<&'static Rule>,
    /// Nothing may stand between a call and its results.
    pub moved_rule: Option<&'static Rule>,
    /// A call has one result.
    pub second_result_rule: Option<&'static Rule>,
    /// The scope in which ids of calls must differ.
    pub unique_ids: UniqueIds,
    /// The rule that they do.
    pub second_call_rule: Option<&'static Rule>,
    /// Whether neighbours of one role are one turn to the provider.
    pub joins_turns: bool,
    /// What a call's id looks like.
    pub call_id: Pattern,
    /// How ids begin that stand for none, because the call came without one; they are not written.
    pub unnamed_calls: Option<&'static str>,
    /// Whether a result bears the name of its call.
    pub names_results: bool,
    /// What a tool's name looks like.
    pub tool_name: Pattern,
    /// What a speaker's name looks like; `None` where messages have none.
    pub speaker_name: Option<Pattern>,
    /// The roles whose messages have a name.
    pub named_roles: &'static [Role],
    /// The rule on arguments.
    pub arguments_rule: Option<&'static Rule>,
    /// Whether arguments are a JSON object in the request, not text.
    pub arguments_are_objects: bool,
    /// Whether there are calls whose input is free text.
    pub has_custom_calls: bool,
    /// Whether calls of tools which OpenAI defines have forms of their own, and their results.
    pub has_own_calls: bool,
    /// Texts must hold something, and so must messages.
    pub blank: Blank,
    /// The rules that content is there, and that a list of parts is not empty, where it is filled.
    pub blank_rules: [Option<&'static Rule>; 2],
    /// The rule that the assistant says or calls something, where others may be silent.
    pub silent_rule: Option<&'static Rule>,
    /// The rule that a text says something.
    pub blank_text_rule: Option<&'static Rule>,
    /// The rule that a message says something.
    pub blank_message_rule: Option<&'static Rule>,
    /// Whether the last message may be an empty one of the assistant, where the model goes on from it.
    pub blank_end: bool,
    /// The rule that a tool that failed says so, where there is one.
    pub blank_error_rule: Option<&'static Rule>,
    /// The rule on what may stand in which role.
    pub parts_rule: Option<&'static Rule>,
    /// Whether a part may stand in a message of this role.
    pub takes_part: fn(Role, &PartKind) -> bool,
    /// Reports whether vendors who speak the format take it there for this model. A body that is mended keeps it; no request is written so.
    pub vendors_take: fn(&str, Role, &PartKind) -> bool,
    /// Whether this model takes media in results of tools, where the format has a place for them.
    pub media_in_results: fn(Option<&str>) -> bool,
    /// The rule on sources and types of media.
    pub media_rule: Option<&'static Rule>,
    /// The rule on the pixels of media.
    pub too_large_rule: Option<&'static Rule>,
    /// Whether media can be written: where the bytes come from, and of which type they are.
    pub writes_media: fn(&PartKind) -> bool,
    /// True if a request that is written sends files of text as text, though there is a part for files.
    pub text_files_as_text: bool,
    /// Reads the words of unmodelled parts of other formats.
    pub read_text_block: ReadTextBlock,
    /// Writes such words as a block, where the target has one.
    pub write_text_block: Option<WriteTextBlock>,
    /// Whether results have a flag for a tool that failed.
    pub has_error_flag: bool,
    /// Whether refusals have a form of their own.
    pub has_refusals: bool,
    /// Of a name and a resolution hint, those that media of this kind are written with.
    pub media_fields: fn(&PartKind) -> &'static [&'static str],
    /// What documents without a name are called, where they need one.
    pub unnamed_file: Option<&'static str>,
    /// The rule that an error of a tool is text only, where there is one.
    pub error_text_rule: Option<&'static Rule>,
    /// The fields that are defined beside the modelled ones.
    pub fields: fn(Place) -> &'static [&'static str],
    /// Fields of parts, calls and results that are not defined here are sent back to the format that they came from, but
    /// for these, which its clients add to answers. `None` where it refuses every field that is not defined.
    pub unknown_fields: Option<&'static [&'static str]>,
    /// Fields of vendors that speak the format, where there are any.
    pub vendor_fields: Option<&'static VendorFields>,
    /// The types of unmodelled parts that are defined; none of another format ever is.
    pub other_parts: &'static [&'static str],
    /// The types of unmodelled parts that only results of tools hold.
    pub result_parts: &'static [&'static str],
    /// The types of unmodelled parts that only instructions hold.
    pub system_parts: &'static [&'static str],
    /// The types of unmodelled parts that the system prompt beside the messages may hold.
    pub prompt_parts: &'static [&'static str],
    /// What an unmodelled part is to tools which the provider runs; their results stand in the same turn.
    pub server_part: Option<fn(&str) -> Option<ServerPart>>,
    /// Demands on reasoning.
    pub reasoning: ReasoningRules,
    /// The role of summaries.
    pub summary_role: SummaryRole,
    /// Where instructions may stand.
    pub system: SystemForm,
    /// The rule on instructions in the middle.
    pub system_rule: Option<&'static Rule>,
    /// Whether instructions may stand in the middle of a request that is written, by default.
    pub mid_system: bool,
    /// What becomes of neighbouring messages of one role in a body that is mended.
    pub neighbours: Neighbours,
    /// The rule that a list of tools is not empty, where there is one.
    pub empty_tools_rule: Option<&'static Rule>,
    /// Whether a request may end with words of the assistant, by default.
    pub prefill: bool,
    /// The rule on that.
    pub prefill_rule: Option<&'static Rule>,
    /// The field that says so of the last message, and that no other has; `None` where it needs no saying.
    pub prefix_field: Option<&'static str>,
    /// The rule that they are not all that is said, where there is one.
    pub lone_prefill_rule: Option<&'static Rule>,
    /// The rule that nothing stands behind results in their message, where there is one.
    pub results_end_rule: Option<&'static Rule>,
    /// Whether the assistant may speak first, by default.
    pub assistant_first: bool,
    /// The rule on who speaks first.
    pub first_rule: Option<&'static Rule>,
    /// The rule that calls do not come before all words of the user, where there is one.
    pub first_call_rule: Option<&'static Rule>,
    /// Whether calls and results demand that the request declares tools.
    pub needs_tools: bool,
    /// The rule on tools that are not declared.
    pub undeclared_rule: Option<&'static Rule>,
    /// Whether cache breakpoints are markers on parts, limited in number.
    pub cache_markers: Option<CacheMarkers>,
    /// The rule that the last words of the assistant must not end in white space, where there is one.
    pub trimmed_end_rule: Option<&'static Rule>,
    /// What holds of items, where a request is a list of them and not of messages.
    pub items: Option<ItemRules>,
    /// Passes that only this target needs.
    pub hooks: Hooks,
}

/// Fields of a request that is a list of items. Calls and results find each other by their ids, wherever they stand.
#[derive(Debug)]
pub struct ItemRules {
    /// Fields of a request that say that what was said before is kept by the provider, so that calls may be there.
    pub stored_fields: &'static [&'static str],
    /// The field that says, when it is false, that the provider keeps nothing.
    pub store_field: &'static str,
}

impl Dialect {
    /// The field beside the messages that holds the system prompt, under the name that these fields have it.
    pub fn system_name(&self, fields: &Fields<'_>) -> Option<&'static str> {
        let mut names = [self.system_field, self.system_alias].into_iter().flatten();
        names.find(|name| fields.get(name).is_some()).or(self.system_field)
    }

    /// Whether a call's id stands for none, and is not written.
    pub fn is_unnamed(&self, call_id: &str) -> bool {
        self.unnamed_calls.is_some_and(|start| call_id.starts_with(start))
    }
}

/// Fields and parts that vendors add to a format which others define, too. They go back to the vendor that they came
/// from.
#[derive(Debug)]
pub struct VendorFields {
    /// The fields.
    pub fields: fn(Place) -> &'static [&'static str],
    /// The types of the parts.
    pub parts: &'static [&'static str],
    /// Reports whether the requested model, named first, takes back the fields that the second model added; `None` where
    /// that model is not known.
    pub takes_back: fn(&str, Option<&str>) -> bool,
}

impl VendorFields {
    /// Reports whether the fields that `maker` added go back to the model that the terms name.
    pub fn go_back(&self, terms: &Terms, maker: Option<&str>) -> bool {
        let takes_back =
            || terms.capabilities.model.as_deref().is_some_and(|asked| (self.takes_back)(asked, maker));
        terms.capabilities.reasoning_content.unwrap_or_else(takes_back)
    }
}

impl Dialect {
    /// What holds for this model.
    pub fn for_model(&'static self, model: Option<&str>) -> &'static Self {
        self.of_model.zip(model).and_then(|(of_model, model)| of_model(model)).unwrap_or(self)
    }
}

/// What a part is to tools that the provider runs itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerPart {
    /// A call.
    Call(ServerCall),
    /// The result of the call of this id.
    Result(String),
    /// A call or a result of a form that the provider refuses, by this rule.
    Broken(&'static Rule),
}

/// A call of a tool that the provider runs itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerCall {
    /// Names the call.
    pub id: String,
    /// The call of another tool of the provider's that made this one.
    pub caller: Option<String>,
    /// The rule that it has its result before the user speaks again, where there is one.
    pub open_rule: Option<&'static Rule>,
    /// True if no call of the host's tools in the message may have its id.
    pub shares_ids: bool,
}

/// What becomes of neighbouring messages of one role in a body that is mended. In a request that is written they are
/// what the writer makes of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Neighbours {
    /// They stay apart, results of one batch left aside.
    Apart,
    /// They stay apart where they came so.
    AsTheyCame,
    /// They are joined under this rule.
    Joined(Option<&'static Rule>),
}

/// The scope in which ids of calls must differ. A call without an id gets one that differs from all others of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniqueIds {
    /// Among the calls of a message.
    InMessage,
    /// Among all calls of a request that is written; a body that is mended keeps ids that come again in a later message.
    InWrittenRequest,
    /// Among all calls of a request.
    InRequest,
}

/// A place that can hold fields which are not modelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A message of this role.
    Message(Role),
    /// A part of text.
    Text,
    /// A picture, a sound or a document.
    Media,
    /// Reasoning.
    Reasoning,
    /// A call.
    Call,
}

/// What becomes of messages that say nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blank {
    /// Content must be there, but may be the empty text (OC5, OC7).
    Filled,
    /// Blank texts are refused, and so are messages without content (AN8, AN9).
    Dropped {
        /// True if texts of white space may stand beside calls.
        beside_calls: bool,
    },
    /// Messages without parts are refused (GE6). Empty texts are refused by some hosts only: a request that is written
    /// has none, and a body that is mended keeps them.
    Bare,
}

/// Where instructions may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemForm {
    /// In the list of messages, anywhere (OC10).
    Message,
    /// Beside the list; in it only after a user's turn, and last or before the assistant's (AN21).
    TopLevel,
    /// The prompt beside the list; others in it, anywhere.
    PromptBeside,
    /// Beside the list only (GE7).
    Beside,
    /// In the list of messages, at the start or after words of the user (MI1).
    AfterUser,
}

/// Limits on cache breakpoints.
#[derive(Clone, Copy, Debug)]
pub struct CacheMarkers {
    /// The field that marks a part.
    pub field: &'static str,
    /// How many a request may have.
    pub most: usize,
    /// The rule on their number.
    pub most_rule: &'static Rule,
    /// The rule that none that lives longer stands behind one that does not.
    pub order_rule: &'static Rule,
}
