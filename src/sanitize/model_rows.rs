//! Rows about models that the host adds to the table of models.

/// A row of the host about a model, or about all models whose names begin alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelRow {
    /// The model's name in requests; a `*` at the end matches any rest.
    pub name: Box<str>,
    /// A model whose rules apply to this model, too. `None`: the model's own name decides.
    pub like: Option<Box<str>>,
    /// True if the model continues words of the assistant.
    pub prefill: Option<bool>,
    /// The values of `thinking.type` that the model takes.
    pub thinking: Option<Vec<Box<str>>>,
    /// Names of other models whose thinking the model reads; a `*` at the end matches any rest.
    pub reads: Vec<Box<str>>,
}

impl ModelRow {
    /// Reports whether the row is about the model of this name.
    pub fn is_of(&self, model: &str) -> bool {
        fits(&self.name, model)
    }

    /// Reports whether the row says that the model reads this maker's thinking.
    pub fn reads_model(&self, maker: &str) -> bool {
        self.reads.iter().any(|name| fits(name, maker))
    }
}

/// Reports whether a name matches a pattern: the name itself, or its beginning followed by `*`.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}
