//! Fields beside the messages that the model or the vendor refuses.

use super::request::{ParamChange, Params, changed};
use crate::format::json::write::into_text;
use crate::format::models::{RefusedThinking, model, refused_thinking};
use crate::json::{ListWriter, ObjectWriter};
use crate::repair::{Repair, RepairCode};
use crate::rules::Rule;
use crate::sanitize::{Dialect, Mode, RequestOptions};

impl Params<'_> {
    /// Changes the fields that the model refuses, reported.
    pub(in crate::format) fn leave_refused(
        &self,
        rule: &'static Rule,
        dialect: &Dialect,
        options: &RequestOptions,
        changes: &mut Vec<ParamChange>,
        repairs: &mut Vec<Repair>,
    ) {
        let row = options.model().and_then(model);
        let refused = row.map_or(&[][..], |row| row.refused_fields).iter();
        for refused in refused.filter(|refused| refused.only_in.is_none_or(|only| only == dialect.format)) {
            let Some(node) = self.fields.get(refused.name).filter(|node| !node.is_null()) else { continue };
            let by = refused.decided_by;
            let kind = node.fields().and_then(|fields| Some(fields.text(by)?.into_owned()));
            let is_refused = |kind: &String| refused.kinds.contains(&kind.as_str());
            if !refused.kinds.is_empty() && !kind.as_ref().is_some_and(is_refused) {
                continue;
            }
            let (field, is_kept) = (refused.name, refused.instead.iter().any(|(_, json)| json.is_some()));
            let of_kind = kind.map_or_else(String::new, |kind| format!(" of {by} `{kind}`"));
            let done = if is_kept { "sent as the nearest that it takes" } else { "left out" };
            let detail = format!("the model does not take `{field}`{of_kind}; it was {done}");
            repairs.push(Repair::new(RepairCode::FieldDropped, Some(rule), detail).at(field));
            for (path, json) in refused.instead {
                changes.push(ParamChange { path, json: json.map(str::to_owned) });
            }
        }
    }

    /// The declarations of tools without `strict`, reported; `None` if the vendor accepts it, or no tool has it.
    pub(in crate::format) fn tools_without_strict(
        &self,
        dialect: &Dialect,
        options: &RequestOptions,
        repairs: &mut Vec<Repair>,
    ) -> Option<ParamChange> {
        let vendor = options.vendor.filter(|vendor| !vendor.takes_strict && options.mode == Mode::Strict)?;
        let change = [ParamChange { path: &["function", "strict"], json: None }];
        let mut out = Vec::new();
        let mut list = ListWriter::begin(&mut out);
        let mut has_strict = false;
        for tool in self.mapped_tools(dialect) {
            let fields = tool.fields().filter(|fields| fields.at(&["function", "strict"]).is_some());
            let Some(fields) = fields else {
                list.item().extend_from_slice(tool.json().as_bytes());
                continue;
            };
            has_strict = true;
            let mut object = ObjectWriter::begin(list.item());
            for (name, node) in fields.iter() {
                changed(name, node.json(), &change).into_iter().for_each(|json| object.json(name, &json));
            }
            object.end();
        }
        list.end();
        if !has_strict {
            return None;
        }
        let detail =
            format!("{} takes no `strict` in declarations of tools, so it was left out", vendor.name);
        repairs.push(Repair::new(RepairCode::FieldDropped, None, detail));
        Some(ParamChange { path: dialect.request.tools, json: Some(into_text(out)) })
    }

    /// The declarations of tools without cache breakpoints, reported; `None` if they may hold breakpoints, or no tool
    /// does.
    pub(in crate::format) fn tools_without_breakpoints(
        &self,
        dialect: &Dialect,
        options: &RequestOptions,
        repairs: &mut Vec<Repair>,
    ) -> Option<ParamChange> {
        let (field, rule) = (dialect.request.tool_breakpoints)(&self.fields, options)?;
        let mut out = Vec::new();
        let mut list = ListWriter::begin(&mut out);
        let mut gone = 0_usize;
        for tool in self.mapped_tools(dialect) {
            let marked = tool.fields().filter(|fields| fields.get(field).is_some_and(|node| !node.is_null()));
            let Some(fields) = marked else {
                list.item().extend_from_slice(tool.json().as_bytes());
                continue;
            };
            gone = gone.saturating_add(1);
            // A breakpoint may be a separate entry.
            if fields.iter().count() > 1 {
                let mut object = ObjectWriter::begin(list.item());
                let kept = fields.iter().filter(|(name, _)| *name != field);
                kept.for_each(|(name, node)| object.json(name, node.json()));
                object.end();
            }
        }
        list.end();
        if gone == 0 {
            return None;
        }
        let detail = format!(
            "{gone} cache breakpoint(s) in the declarations of tools were left out: the request takes none there"
        );
        let place = dialect.request.tools.first().copied().unwrap_or("tools");
        repairs.push(Repair::new(RepairCode::CacheBreakpointDropped, Some(rule), detail).at(place));
        Some(ParamChange { path: dialect.request.tools, json: Some(into_text(out)) })
    }

    /// The thinking settings in a form that the model accepts, reported; `None` if the model accepts them unchanged.
    pub(in crate::format) fn accepted_thinking(
        &self,
        dialect: &Dialect,
        options: &RequestOptions,
        rule: &'static Rule,
        repairs: &mut Vec<Repair>,
    ) -> Option<ParamChange> {
        let thinking = self.thinking(dialect)?;
        let RefusedThinking { kind, instead } = refused_thinking(&thinking.text("type")?, options)?;
        let done = instead.map_or("left out".to_owned(), |instead| format!("sent as `{instead}`"));
        let detail = format!("the model does not take `thinking` of type `{kind}`; it was {done}");
        let field = dialect.request.thinking.first().copied().unwrap_or("thinking");
        repairs.push(Repair::new(RepairCode::ThinkingChanged, Some(rule), detail).at(field));
        let json = instead.map(|instead| {
            let mut out = Vec::new();
            let mut object = ObjectWriter::begin(&mut out);
            for (name, node) in thinking.iter() {
                match name {
                    "type" => object.text(name, instead),
                    "budget_tokens" => {}
                    name => object.json(name, node.json()),
                }
            }
            object.end();
            into_text(out)
        });
        Some(ParamChange { path: dialect.request.thinking, json })
    }
}
