//! Sentences of RULES.md on all targets.

/// The first sentences of the document, after the list of the providers.
pub const INTRODUCTION: &[&str] = &[
    "A report names the rule that a repair serves, and so do the comments of the code and the cases of the corpus.",
    "The quoted texts are what the providers answer, with status 400, to a request that breaks the rule; they are \
     collected from public issue trackers, recorded responses and the types of the providers' own clients.",
    "A rule without quoted words names its evidence in the same column.",
    "Each provider's number 0 is its reference: types, and fields that must be there.",
    "The last column names the file in `src/sanitize` that repairs a request, or the file in `src/format` if \
     `sanitize` has none of this name; `history` stands for rules that every history keeps by its structure.",
    "Accepted requests that look faulty have cases in the corpus, too, each with the number of such requests that \
     were answered, if they were counted.",
];

/// The last sentences of the document.
pub const NOT_CHECKED: &[&str] = &[
    "Limits that only the provider can judge, or that are the caller's own: the number of declared tools (OC11), \
     whether bytes are a valid picture (OC12), the number and size of pictures in a request (AN23), and which blocks \
     a model behind Converse takes (BE13).",
];
