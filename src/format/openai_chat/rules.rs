//! Rules of OpenAI Chat Completions. The file of each is in `rules`, under its id.

use crate::message::Format;
use crate::rules::rules;

rules! { Format::OpenaiChat;
    OC0, OC1, OC2, OC3, OC4, OC5, OC6, OC7, OC7B as "OC7b", OC7C as "OC7c", OC8, OC9, OC10, OC11, OC12,
    OC13, OC14, OC15, OC16, OC17, OC18, OC19, OC20, OC21, OC22, OC23, OC24, OC25, OC26, OC27,
}
