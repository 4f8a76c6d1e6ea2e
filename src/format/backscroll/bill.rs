//! The bill of a conversation as JSON.

use super::read::read_usage;
use super::snapshot_fields::{items, member, number, write_list};
use super::write::write_usage;
use crate::error::Outcome;
use crate::format::json::read::{object, optional};
use crate::json::{Fields, Node, ObjectWriter};
use crate::message::{Bill, BillRow};

/// Appends the rows as a JSON list.
pub fn write_bill(bill: &Bill, out: &mut Vec<u8>) {
    write_list(out, &bill.rows, |row, out| {
        let mut object = ObjectWriter::begin(out);
        if let Some(model) = &row.model {
            object.text("model", model);
        }
        if let Some(vendor) = &row.vendor {
            object.text("vendor", vendor);
        }
        if row.above > 0 {
            object.number("above", row.above);
        }
        object.number("answers", row.answers);
        write_usage(&row.tokens, object.key("tokens"));
        object.end();
    });
}

/// Reads the bill of a snapshot. Older snapshots lack this field.
pub(super) fn read_bill(fields: &Fields<'_>) -> Outcome<Option<Bill>> {
    match fields.get("bill") {
        Some(_) => Ok(Some(Bill { rows: items(fields, "bill", read_row)? })),
        None => Ok(None),
    }
}

fn read_row(node: Node<'_>) -> Outcome<BillRow> {
    let fields = object(node)?;
    Ok(BillRow {
        model: optional(&fields, "model")?,
        vendor: optional(&fields, "vendor")?,
        above: if fields.get("above").is_some() { number(&fields, "above")? } else { 0 },
        answers: number(&fields, "answers")?,
        tokens: read_usage(member(&fields, "tokens")?)?,
    })
}
