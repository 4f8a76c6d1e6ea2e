//! Rules of Amazon Bedrock Converse. The file of each is in `rules`, under its id.

use crate::message::Format;
use crate::rules::rules;

rules! { Format::Bedrock;
    BE0, BE1, BE2, BE3, BE4, BE5, BE6, BE7, BE8, BE9, BE10, BE11, BE12, BE13, BE14, BE15, BE16, BE17,
    BE18, BE19, BE20, BE21, BE22, BE23, BE24, BE25, BE26, BE27, BE28, BE29, BE30, BE31, BE32,
}
