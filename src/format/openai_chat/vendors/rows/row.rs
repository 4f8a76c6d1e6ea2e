//! A row, and what rows share.

use crate::rules::{all_documented, documented};
use crate::sanitize::{Breakpoints, Developer, Models, Pictures, Silence, Vendor};

pub(super) const REASONING_CONTENT: Option<&[&str]> = Some(&["reasoning_content"]);
pub(super) const REASONING: Option<&[&str]> = Some(&["reasoning"]);
pub(super) const BOTH: Option<&[&str]> = Some(&["reasoning_content", "reasoning"]);
pub(super) const NONE: Option<&[&str]> = Some(&[]);

/// Roles and declarations of tools that earendil-works/pi does not send to some vendors.
pub(super) const PI: &str = "earendil-works/pi, openai-completions.ts";

/// Addresses and demands that pi-ai declares for each model.
pub(super) const PI_DATA: &str = "pi-ai 1.6.0, providers/data";

/// The words of OpenAI, and of the servers that took them over.
pub(super) const OPENAIS_WORDS: &str = "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens \
    (112946 in the messages, 10000 in the completion).";

/// A vendor without other known facts.
pub(super) const fn row(name: &'static str, title: &'static str, hosts: &'static [&'static str]) -> Vendor {
    Vendor {
        name,
        hosts,
        message_fields: None,
        call_fields: None,
        parts: None,
        refuses_unknown: false,
        breakpoints: Breakpoints::Sent,
        needs_reasoning: Models::None,
        thinks: Models::None,
        developer: Developer::Unknown,
        renders_templates: false,
        alternates: false,
        needs_user: false,
        reads_arguments: false,
        joins_results: false,
        pictures: Pictures::InMessages,
        sees: Models::All,
        takes_files: true,
        silence: Silence::Taken,
        takes_strict: true,
        is_router: false,
        title: documented(title),
        overflow: &[],
        sources: &[],
    }
}

/// A vendor that refuses fields that it does not know.
pub(super) const fn strict(
    name: &'static str,
    title: &'static str,
    hosts: &'static [&'static str],
) -> Vendor {
    let vendor = row(name, title, hosts);
    Vendor {
        call_fields: NONE,
        parts: NONE,
        refuses_unknown: true,
        breakpoints: Breakpoints::Refused,
        ..vendor
    }
}

/// A vendor that serves models of several makers, and of which nothing else is known.
pub(super) const fn router(
    name: &'static str,
    title: &'static str,
    hosts: &'static [&'static str],
) -> Vendor {
    let vendor = row(name, title, hosts);
    Vendor { developer: Developer::Refused, is_router: true, ..vendor }
}

/// The row with the vendor's words when a request is too long, and with its sources.
pub(super) const fn told(
    overflow: &'static [&'static str],
    sources: &'static [&'static str],
    vendor: Vendor,
) -> Vendor {
    Vendor { overflow: all_documented(overflow), sources: all_documented(sources), ..vendor }
}
