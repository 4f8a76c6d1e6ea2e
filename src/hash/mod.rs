//! Hash tables with a fast hash. No result depends on their order (I11).

mod map;
mod numbering;
mod set;

pub(crate) use backscroll_kernels::{WordHasher, mixed};
pub(crate) use map::HashMap;
pub(crate) use numbering::Numbering;
pub(crate) use set::HashSet;
