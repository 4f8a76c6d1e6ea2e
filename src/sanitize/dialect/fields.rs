//! Fields and parts that are defined in addition to the modelled ones.

use super::field_place::{FieldPlace, Names};
use crate::message::{Message, Role};
use crate::sanitize::{Pattern, RequestOptions};

/// The fields and parts that a target defines in addition to the modelled ones.
#[derive(Clone, Copy, Debug)]
pub struct FieldRules {
    /// The fields that are defined in this place.
    pub defined: fn(FieldPlace) -> &'static [&'static str],
    /// Reports whether the field means the same in this place in every format.
    pub is_shared: fn(FieldPlace, &str) -> bool,
    /// Reports whether the provider is known to refuse this field, which is not among the defined ones. A body that is
    /// repaired is written without it.
    pub refuses: fn(&RequestOptions, FieldPlace, &str) -> bool,
    /// Undefined fields of parts, calls, results and items are sent back to their own format, except these, which its
    /// clients add to answers. `None` if the provider refuses every undefined field.
    pub not_sent_back: Option<&'static [&'static str]>,
    /// The fields of the format's vendors.
    pub vendors: Option<&'static VendorFields>,
    /// The types of unmodelled parts that the target defines.
    pub parts: &'static [&'static str],
    /// The form of a speaker's name; `None` if messages have none.
    pub speaker_name: Option<Pattern>,
    /// The roles whose messages have a name.
    pub named_roles: &'static [Role],
}

/// Fields and parts that vendors add to a shared format. They are sent back to their own vendor. If the caller names
/// a vendor, the vendor's row lists the fields and parts that it accepts.
#[derive(Debug)]
pub struct VendorFields {
    /// The fields in this place, for an unknown vendor.
    pub fields: fn(FieldPlace) -> Names,
    /// The types of the parts, for an unknown vendor.
    pub parts: Names,
    /// Reports whether the request may hold the fields of an earlier answer, given the model that answered and the name
    /// of its vendor; `None` if unknown.
    pub takes_back: fn(&RequestOptions, Option<&str>, Option<&str>) -> bool,
}

impl FieldRules {
    /// Reports whether a body that is repaired may hold the field.
    pub fn keeps(&self, options: &RequestOptions, place: FieldPlace, name: &str) -> bool {
        (self.defined)(place).contains(&name)
            || (options.vendor.is_some()
                && self.vendors.is_some_and(|vendors| vendors.take_field(options, place, name)))
            || !(self.refuses)(options, place, name)
    }

    /// Rules with only these fields. `is_shared` says which fields mean the same in every format.
    pub const fn only(
        defined: fn(FieldPlace) -> &'static [&'static str],
        is_shared: fn(FieldPlace, &str) -> bool,
    ) -> Self {
        Self {
            defined,
            is_shared,
            refuses: |_, _, _| false,
            not_sent_back: None,
            vendors: None,
            parts: &[],
            speaker_name: None,
            named_roles: &[],
        }
    }
}

impl VendorFields {
    /// Reports whether fields that came with this answer go back. `maker` is the model that made them.
    pub fn go_back(&self, options: &RequestOptions, maker: Option<&str>, message: &Message) -> bool {
        let vendor = message.notes.as_ref().and_then(|notes| notes.vendor.as_deref());
        let takes_back = || (self.takes_back)(options, maker, vendor);
        options.capabilities.reasoning_content.unwrap_or_else(takes_back)
    }

    /// Reports whether the vendor of the request takes this field.
    pub fn take_field(&self, options: &RequestOptions, place: FieldPlace, name: &str) -> bool {
        let taken = match options.vendor {
            Some(vendor) => vendor.fields(place, self.fields),
            None => (self.fields)(place),
        };
        taken.contains(&name)
    }

    /// Reports whether the vendor of the request takes parts of this type.
    pub fn take_part(&self, options: &RequestOptions, kind: &str) -> bool {
        options.vendor.and_then(|vendor| vendor.parts).unwrap_or(self.parts).contains(&kind)
    }
}
