//! Rules of OpenAI Responses. The file of each is in `rules`, under its id.

use crate::message::Format;
use crate::rules::rules;

rules! { Format::OpenaiResponses;
    OR0, OR1, OR2, OR3, OR4, OR5, OR6, OR7, OR8, OR8B as "OR8b", OR9, OR10, OR11, OR12, OR13, OR14,
    OR15, OR16, OR17, OR18, OR19,
}
