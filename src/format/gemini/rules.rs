//! Rules of Gemini generateContent. The file of each is in `rules`, under its id.

use crate::message::Format;
use crate::rules::rules;

rules! { Format::Gemini;
    GE0, GE1, GE2, GE3, GE4, GE5, GE6, GE7, GE8, GE9, GE10, GE11, GE12, GE13, GE14, GE15, GE16,
}
