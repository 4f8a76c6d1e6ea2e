//! The places where cache breakpoints are put in.
//!
//! A provider writes its cache at breakpoints, and reads at them and a few blocks before them. So a request marks its own
//! end, for the next request, and the end of the request before it, which is the newest input that the assistant has
//! answered. Both follow from the messages alone, however many blocks a turn adds.
//!
//! A request after a reduction shares less with the previous request: it marks the end of the shared part, and the end
//! of what the reduction has changed, where the next reduction by age begins.
//!
//! Anthropic reads at most 20 blocks before a breakpoint, OpenAI at breakpoints alone. `fit` and a restored conversation
//! mark the same places, as far as these follow from the messages: `fit` keeps no requests.
//! `tests/js/cache/reads.test.mjs` runs transcripts through a model of the caches.

use super::request_body::RequestBody;
use crate::json::{Fields, Kind, Node};
use crate::sanitize::{BreakpointForm, Dialect};

/// The part of a request that a place is in, in the order in which providers read them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Section {
    Tools,
    System,
    Messages,
}

/// The place of a breakpoint in the order in which providers read them.
pub(super) type Order = (Section, usize);

/// The first byte of a stretch, and the first byte after it; each `None` if the body has no such byte.
pub(super) type Stretch = [Option<usize>; 2];

/// A block, or a string that can be written as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct BreakpointPlace {
    section: Section,
    /// The end of the block in the body.
    pub(super) at: usize,
    /// The start of the string; `None` for a block.
    pub(super) string_from: Option<usize>,
    /// True if it is a breakpoint already.
    pub(super) is_marked: bool,
}

/// The places, each where there is one.
#[derive(Debug)]
pub(super) struct BreakpointPlaces {
    /// The newest input. What no breakpoint covers is not written to the cache.
    pub(super) end: Option<BreakpointPlace>,
    /// The newest input that the last request held unchanged.
    shared: Option<BreakpointPlace>,
    /// The newest input before the messages that no reduction has changed.
    reduced: Option<BreakpointPlace>,
    system: Option<BreakpointPlace>,
    tools: Option<BreakpointPlace>,
}

/// The role of an item of the list of messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Input,
    Answer,
    Instructions,
}

/// The places of one body.
struct Finder<'a> {
    body: &'a RequestBody<'a>,
    form: &'a BreakpointForm,
}

impl BreakpointPlace {
    /// Its place in the order in which providers read.
    pub(super) fn order(&self) -> Order {
        (self.section, self.at)
    }

    /// Reports whether it is in the messages.
    pub(super) fn is_in_messages(&self) -> bool {
        self.section == Section::Messages
    }
}

impl BreakpointPlaces {
    /// Finds the places of a body. `reduced` is the stretch that reductions have changed since the last request.
    pub(super) fn of(
        body: &RequestBody<'_>,
        dialect: &Dialect,
        form: &BreakpointForm,
        reduced: Option<Stretch>,
    ) -> Self {
        let finder = Finder { body, form };
        let (request, fields) = (&dialect.request, &body.fields);
        let [end, answered] = finder.newest();
        let [shared, reduced] = match reduced {
            Some([first, end]) => [finder.before(first), finder.before(end)],
            None => [answered, None],
        };
        let beside = request.system_name(fields).and_then(|name| fields.get(name));
        let system = match beside.filter(|_| form.is_in_system) {
            Some(node) => finder.content(node, Section::System, usize::MAX),
            None => finder.first(),
        };
        let tools = fields.at(request.tools).and_then(Node::list).filter(|_| form.is_in_tools);
        Self { end, shared, reduced, system, tools: tools.and_then(|tools| finder.tools(&tools)) }
    }

    /// The places, the most important first. Tools come before the system prompt, so its breakpoint covers them, too.
    pub(super) fn by_rank(&self) -> [Option<BreakpointPlace>; 5] {
        [self.end, self.shared, self.system, self.reduced, self.tools]
    }
}

impl Finder<'_> {
    /// The newest input, and the newest that is answered.
    fn newest(&self) -> [Option<BreakpointPlace>; 2] {
        let mut end = None;
        let mut is_answered = false;
        for node in self.body.messages.iter().rev() {
            match side(*node) {
                Side::Answer => is_answered = true,
                Side::Instructions => {}
                Side::Input if is_answered => {
                    if let Some(place) = self.input(*node, usize::MAX) {
                        return [end, Some(place)];
                    }
                }
                Side::Input => end = end.or_else(|| self.input(*node, usize::MAX)),
            }
        }
        [end, None]
    }

    /// The newest input that ends before a byte of the body, if there is such a byte. It may be a part of a message.
    fn before(&self, index: Option<usize>) -> Option<BreakpointPlace> {
        for node in self.body.messages.iter().rev() {
            if let Some(place) = self.input(*node, index?) {
                return Some(place);
            }
        }
        None
    }

    /// The last of the instructions at the start.
    fn first(&self) -> Option<BreakpointPlace> {
        let mut last = None;
        for node in &self.body.messages {
            if side(*node) != Side::Instructions {
                break;
            }
            let content = node.fields().and_then(|fields| fields.get("content"));
            last = content.and_then(|node| self.content(node, Section::System, usize::MAX)).or(last);
        }
        last
    }

    /// The place in a message of the user, or in results, that ends before a byte of the body.
    fn input(&self, node: Node<'_>, limit: usize) -> Option<BreakpointPlace> {
        let fields = node.fields()?;
        if self.body.offset(node) >= limit || side(node) != Side::Input {
            return None;
        }
        if self.form.marks_results && fields.text("role").is_some_and(|role| role == "tool") {
            return (self.body.end(node) <= limit)
                .then(|| self.place(node, Section::Messages, self.is_marked(&fields)));
        }
        match fields.get("output") {
            // The provider does not say that a string is the same as a list of one text.
            Some(output) => {
                self.content(output, Section::Messages, limit).filter(|place| place.string_from.is_none())
            }
            None => self.content(fields.get("content")?, Section::Messages, limit),
        }
    }

    /// The last place in a content that ends before a byte of the body.
    fn content(&self, node: Node<'_>, section: Section, limit: usize) -> Option<BreakpointPlace> {
        let (from, at) = (self.body.offset(node), self.body.end(node));
        if node.kind() == Kind::Text {
            let is_filled = node.text().is_some_and(|text| !text.trim().is_empty());
            return (is_filled && at <= limit).then_some(BreakpointPlace {
                section,
                at,
                string_from: Some(from),
                is_marked: false,
            });
        }
        let mut is_marked = false;
        for block in node.list()?.into_iter().rev() {
            if self.body.end(block) > limit {
                continue;
            }
            let fields = block.fields()?;
            if self.is_own_block(&fields) {
                is_marked = true;
                continue;
            }
            if let Some(place) = self.block(block, &fields, section) {
                return Some(BreakpointPlace { is_marked: place.is_marked || is_marked, ..place });
            }
            // The caller's breakpoint after a block that has no mark itself.
            if is_marked {
                return Some(self.place(block, section, is_marked));
            }
        }
        None
    }

    fn block(&self, block: Node<'_>, fields: &Fields<'_>, section: Section) -> Option<BreakpointPlace> {
        let kind = fields.text("type");
        let kind = kind.as_deref().or_else(|| fields.iter().next().map(|(name, _)| name))?;
        let is_blank = fields.get("text").and_then(Node::text).is_some_and(|text| text.trim().is_empty());
        let is_taken = self.form.blocks.contains(&kind) && !is_blank;
        is_taken.then(|| self.place(block, section, self.is_marked(fields)))
    }

    /// The place of a block, a tool or a message.
    fn place(&self, node: Node<'_>, section: Section, is_marked: bool) -> BreakpointPlace {
        let at = self.body.end(node);
        BreakpointPlace { section, at, string_from: None, is_marked }
    }

    /// The last tool that the model sees at once: `Tools with defer_loading cannot use prompt caching.`
    fn tools(&self, tools: &[Node<'_>]) -> Option<BreakpointPlace> {
        let mut is_marked = false;
        for tool in tools.iter().rev() {
            let fields = tool.fields()?;
            if self.is_own_block(&fields) {
                is_marked = true;
            } else if fields.get("defer_loading").and_then(Node::truth) != Some(true) {
                return Some(self.place(*tool, Section::Tools, is_marked || self.is_marked(&fields)));
            }
        }
        None
    }

    fn is_own_block(&self, fields: &Fields<'_>) -> bool {
        self.form.is_block && self.is_marked(fields)
    }

    fn is_marked(&self, fields: &Fields<'_>) -> bool {
        fields.get(self.form.field).is_some_and(|node| !node.is_null())
    }
}

/// The side of a message, or of an item of Responses.
fn side(node: Node<'_>) -> Side {
    let fields = node.fields().unwrap_or_default();
    match fields.text("role").as_deref() {
        Some("user" | "tool") => Side::Input,
        Some("system" | "developer") => Side::Instructions,
        Some(_) => Side::Answer,
        None if fields.text("type").is_some_and(|kind| kind.ends_with("_output")) => Side::Input,
        None => Side::Answer,
    }
}
