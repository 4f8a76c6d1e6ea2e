//! Digests of everything before each message of a request, which show the reasoning that is no longer valid (AN18).
//!
//! An answer with reasoning keeps the digest of its request (`Notes::prefix`). The digest of the same place in the
//! new request decides: if both are equal, the reasoning is sent back, else it is left out (AN18, BE20, OR15). So
//! reasoning is valid again after an undo, and when the same tools or the same prompt return. The digest of a unit is
//! computed once, with its bytes.
//!
//! `Unit::prefix_changed` is the first guess. It decides alone for reasoning without a digest, such as another
//! program's. If the digest disagrees, the unit is sanitised again, and the request restarts.

use super::rows::Rows;
use crate::format::{Fragment, Target};
use crate::history::Serial;
use crate::json::without_member;
use crate::list::PushAll;
use crate::message::PrefixDigest;
use crate::sanitize::{Binding, Dialect, Prompt, PromptItem, RequestOptions, SanitizedUnit, sanitize_unit};
use std::borrow::Cow;

/// The digests of messages, in order.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Chain {
    /// The digest of the sent messages, from the newest boundary on.
    sent: PrefixDigest,
    /// The digest with the messages that the boundary replaced, for reasoning that is older than the boundary.
    replaced: Option<PrefixDigest>,
}

/// The digests of a request.
#[derive(Debug, Default)]
pub(super) struct Prefixes {
    /// For each item of the prompt, the digest of the messages before it.
    pub(super) before: Vec<Chain>,
    /// The digest of the fields outside the messages.
    pub(super) head: PrefixDigest,
    /// The digest of the whole request; `None` when the model checks nothing.
    pub(super) whole: Option<PrefixDigest>,
    /// The digest of all messages; `None` in the same case.
    pub(super) messages: Option<PrefixDigest>,
    /// For each item, its own digest and, if it was written for the digest, its bytes.
    own: Vec<(PrefixDigest, Option<Fragment>)>,
    /// Units whose reasoning the first guess judged wrongly.
    pub(super) misjudged: Vec<Misjudged>,
    /// True if any reasoning was bound to a request.
    pub(super) has_bound: bool,
}

/// A unit whose reasoning was judged wrongly, as it must be written.
#[derive(Debug)]
pub(super) struct Misjudged {
    pub(super) serial: Serial,
    pub(super) is_void: bool,
    pub(super) sanitized: SanitizedUnit,
}

/// A request that is about to be written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written<'a> {
    pub(super) target: &'static dyn Target,
    pub(super) dialect: &'a Dialect,
    pub(super) options: &'a RequestOptions,
    pub(super) binding: Binding,
    /// The digest of its fields outside the messages.
    pub(super) head: PrefixDigest,
    /// The digest of the messages before the first item.
    pub(super) before: Chain,
}

impl Chain {
    pub(super) fn then(self, own: PrefixDigest) -> Self {
        Self { sent: self.sent.then(own), replaced: self.replaced.map(|replaced| replaced.then(own)) }
    }
}

impl Prefixes {
    /// The digest of the item at this place.
    pub(super) fn own(&self, place: usize) -> Option<PrefixDigest> {
        self.own.get(place).map(|(digest, _)| *digest)
    }

    /// The bytes of the item at this place, if they were written.
    pub(super) fn take_fragment(&mut self, place: usize) -> Option<Fragment> {
        self.own.get_mut(place)?.1.take()
    }
}

impl Written<'_> {
    /// Compares the beginning of the request, before each message with reasoning, with the request that the message
    /// answered.
    pub(super) fn prefixes(self, prompt: &Prompt<'_>, rows: &Rows) -> Prefixes {
        let mut prefixes = Prefixes { head: self.head, ..Prefixes::default() };
        let mut chain = self.before;
        for item in &prompt.items {
            let boundary = self.boundary(item);
            if boundary.is_some() {
                chain = Chain::default();
            }
            prefixes.before.push(chain);
            let misjudged = self.misjudged(item, chain, rows);
            prefixes.has_bound |= item.unit.is_some_and(|unit| unit.prefix().is_some());
            let own = match &misjudged {
                None => self.own(item, rows),
                Some(misjudged) => (self.judged_anew(item, misjudged), None),
            };
            chain = chain.then(own.0);
            chain.replaced = boundary.map_or(chain.replaced, |replaced| replaced);
            prefixes.own.push(own);
            prefixes.misjudged.push_all(misjudged);
        }
        prefixes.whole = Some(self.head.then(chain.sent));
        prefixes.messages = Some(chain.sent);
        prefixes
    }

    /// The digest of the messages that a boundary of the target replaced, if known; the outer `None` if the item holds
    /// no boundary. Reasoning after these messages stays valid.
    ///
    /// Sources: <https://platform.claude.com/docs/en/build-with-claude/compaction-thinking-blocks> and
    /// <https://developers.openai.com/api/docs/guides/keep-prefix-unchanged>.
    fn boundary(self, item: &PromptItem<'_>) -> Option<Option<PrefixDigest>> {
        let head = item.unit.filter(|unit| unit.is_boundary())?.head();
        let boundary = head.boundary().filter(|boundary| boundary.format == self.dialect.format)?;
        Some(head.notes.as_ref().and_then(|notes| notes.prefix).filter(|_| boundary.is_alone))
    }

    /// The unit as it must be written, if its reasoning was judged wrongly.
    fn misjudged(self, item: &PromptItem<'_>, before: Chain, rows: &Rows) -> Option<Misjudged> {
        let unit = item.unit?;
        let row = rows.get(&unit.serial())?;
        let prefix = unit.prefix()?;
        let is_void = prefix != self.head.then(before.sent)
            && before.replaced.is_none_or(|replaced| prefix != self.head.then(replaced));
        if is_void == row.state.prefix_changed {
            return None;
        }
        let mut state = row.state.clone();
        state.prefix_changed = is_void;
        let sanitized = sanitize_unit(unit, state, self.dialect, self.options);
        Some(Misjudged { serial: unit.serial(), is_void, sanitized })
    }

    /// The digest of an item, and its bytes if they had to be written for it.
    pub(super) fn own(self, item: &PromptItem<'_>, rows: &Rows) -> (PrefixDigest, Option<Fragment>) {
        let known = item.unit.filter(|_| !item.is_fresh).and_then(|unit| rows.get(&unit.serial())?.digest);
        if let Some(digest) = known {
            return (digest, None);
        }
        let fragment = self.target.fragment(&item.messages());
        (self.digest(&fragment), Some(fragment))
    }

    /// The digest of a unit as it must be written.
    fn judged_anew(self, item: &PromptItem<'_>, misjudged: &Misjudged) -> PrefixDigest {
        let unit = item.unit.map(|unit| PromptItem::new(unit, Cow::Borrowed(&misjudged.sanitized)));
        let unit = unit.filter(|unit| !unit.is_empty());
        unit.map_or_else(PrefixDigest::default, |unit| self.digest(&self.target.fragment(&unit.messages())))
    }

    fn digest(self, fragment: &Fragment) -> PrefixDigest {
        let bytes = without_member(&fragment.bytes, self.binding.breakpoint);
        PrefixDigest::of(&bytes).then(PrefixDigest::of(fragment.first.name().as_bytes()))
    }
}

/// The digest of the fields before the messages of a request.
pub(super) fn head(system: Option<&[u8]>, fields: &[&str], binding: Binding) -> PrefixDigest {
    let texts = system.into_iter().chain(fields.iter().map(|text| text.as_bytes()));
    let texts = texts.map(|text| PrefixDigest::of(&without_member(text, binding.breakpoint)));
    texts.fold(PrefixDigest::default(), PrefixDigest::then)
}
