//! The rows of the vendors. A fact without a source is as for an unnamed vendor.

mod makers;
mod routers;
mod row;
mod servers;

use crate::format::tables::{joined, length};
use crate::sanitize::Vendor;

/// The rows, by what the vendors are.
const LISTS: &[&[Vendor]] = &[makers::ROWS, routers::ROWS, servers::ROWS];

static ROWS: [Vendor; length(LISTS)] = joined(row::row("", "", &[]), LISTS);

/// Every vendor that has a row.
pub static VENDORS: &[Vendor] = &ROWS;
