//! Rules of Mistral. The file of each is in `rules`, under its id.

use crate::message::Format;
use crate::rules::rules;

rules! { Format::Mistral;
    MI0, MI1, MI2, MI3, MI4, MI5, MI6, MI7, MI8, MI9, MI10, MI11, MI12, MI13, MI14,
}
