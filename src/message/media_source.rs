//! Corrects sources of media: a data URL becomes bytes and a type, and bytes without a type get the type that their
//! first bytes show.

use super::base64::{decode, encode, is_base64};
use super::media_type::{is_exact, is_text_type, plain, type_of_bytes};
use super::part::{Media, Part, PartKind};

/// The media type and the base64 of a data URL. Data that is not in base64 is encoded. The type is `None` when the URL
/// has none.
pub(crate) fn data_url(url: &str) -> Option<(Option<Box<str>>, Box<str>)> {
    let scheme = "data:";
    url.get(..scheme.len()).filter(|start| start.eq_ignore_ascii_case(scheme))?;
    let (about, data) = url.get(scheme.len()..)?.split_once(',')?;
    let kind = |about: &str| (!about.is_empty()).then(|| Box::from(about));
    let mark = ";base64";
    let split = about.len().checked_sub(mark.len()).and_then(|at| about.split_at_checked(at));
    match split.filter(|(_, end)| end.eq_ignore_ascii_case(mark)) {
        Some((about, _)) => Some((kind(about), data.trim().into())),
        // Without base64, the default type is text.
        None => Some((kind(about).or_else(|| Some("text/plain".into())), encode(&unescaped(data)).into())),
    }
}

/// The bytes of a text with percent escapes, such as `%20`.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = text.bytes();
    let mut out = Vec::with_capacity(text.len());
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        let mut digit = || ahead.next().and_then(|byte| char::from(byte).to_digit(16));
        let escaped = if byte == b'%' { digit().zip(digit()) } else { None };
        match escaped.and_then(|(high, low)| u8::try_from(high * 16 + low).ok()) {
            Some(escaped) => {
                out.push(escaped);
                bytes = ahead;
            }
            None => out.push(byte),
        }
    }
    out
}

/// Non-standard names of types, each with its standard name.
const ALIASES: [(&str, &str); 3] =
    [("image/jpg", "image/jpeg"), ("image/pjpeg", "image/jpeg"), ("image/x-png", "image/png")];

/// The schemes of URLs that only one program or one machine knows.
const LOCAL: [&str; 2] = ["blob:", "file:"];

impl Media {
    /// Turns a data URL, in the field of the URL or of the bytes, into bytes and their type. Gives bytes of an unknown
    /// type the type that their first bytes show. Returns the text of a report; `None` when nothing was changed.
    pub fn correct_source(&mut self) -> Option<&'static str> {
        let at = |text: &Option<Box<str>>| text.as_deref().and_then(data_url);
        if let Some((kind, data)) = at(&self.data) {
            self.take(kind, data);
            return Some("the data URL before its bytes was removed");
        }
        if self.data.is_none()
            && let Some((kind, data)) = at(&self.url)
        {
            self.url = None;
            self.take(kind, data);
            return Some("its data URL is sent as bytes and their type");
        }
        self.find_type().then_some("its type was read from its first bytes")
    }

    fn take(&mut self, kind: Option<Box<str>>, data: Box<str>) {
        self.media_type = self.media_type.take().filter(|kind| is_exact(kind)).or(kind);
        self.data = Some(data);
        self.find_type();
    }

    fn find_type(&mut self) -> bool {
        let said = self.media_type.as_deref();
        let alias = ALIASES.iter().find(|(alias, _)| said == Some(*alias)).map(|(_, meant)| *meant);
        let is_other = |shown: &&str| !said.is_some_and(is_exact) || self.is_mistaken(shown);
        let shown = || self.data.as_deref().and_then(type_of_bytes).filter(is_other);
        let Some(kind) = shown().or(alias) else { return false };
        self.media_type = Some(kind.into());
        true
    }

    /// Reports whether the media type names another picture format than the bytes show.
    fn is_mistaken(&self, shown: &str) -> bool {
        let said = self.media_type.as_deref().unwrap_or_default();
        [said, shown].iter().all(|kind| kind.starts_with("image/")) && said != shown
    }

    /// Reports whether the media type fits the picture format that the bytes show, if they show one.
    pub fn shows_its_type(&self) -> bool {
        self.data.as_deref().and_then(type_of_bytes).is_none_or(|shown| !self.is_mistaken(shown))
    }

    /// Reports whether the bytes show that they are something else than a picture.
    pub fn shows_no_picture(&self) -> bool {
        let shown = self.data.as_deref().and_then(type_of_bytes);
        shown.is_some_and(|shown| !shown.starts_with("image/"))
    }

    /// Reports whether the bytes are valid base64.
    pub fn is_base64(&self) -> bool {
        self.data.as_deref().is_some_and(is_base64)
    }

    /// The text of a file of text; `None` when its type or its bytes are not text.
    pub fn text(&self) -> Option<String> {
        self.media_type.as_deref().filter(|kind| is_text_type(kind))?;
        String::from_utf8(decode(self.data.as_deref()?)?).ok()
    }

    /// Reports whether a data URL is in the field of the bytes or of the URL.
    pub fn has_data_url(&self) -> bool {
        [&self.data, &self.url].into_iter().flatten().any(|text| data_url(text).is_some())
    }

    /// Reports whether the only source is a URL that one program or one machine knows, so that no provider can load it.
    pub fn is_local(&self) -> bool {
        let url = self.url.as_deref().filter(|_| self.data.is_none()).unwrap_or_default();
        let begins_with =
            |scheme: &str| url.get(..scheme.len()).is_some_and(|own| own.eq_ignore_ascii_case(scheme));
        LOCAL.into_iter().any(begins_with)
    }

    /// Reports whether the media are bytes of an unknown type.
    pub fn is_of_no_type(&self) -> bool {
        self.data.is_some() && !self.media_type.as_deref().is_some_and(is_exact)
    }
}

impl Part {
    /// Corrects the source of the part's media. If the type was unknown before, it also decides the kind of the part.
    pub fn correct_source(&mut self) -> Option<&'static str> {
        let media = self.as_media_mut()?;
        let had_type = media.media_type.as_deref().is_some_and(is_exact);
        let done = media.correct_source()?;
        let media = media.clone();
        let kind = media.media_type.as_deref().map(plain).and_then(|kind| kind.split_once('/'));
        match kind.map(|(group, _)| group).filter(|_| !had_type) {
            Some("image") => self.kind = PartKind::Image(Box::new(media)),
            Some("audio") => self.kind = PartKind::Audio(Box::new(media)),
            Some("application" | "text" | "video") => self.kind = PartKind::File(Box::new(media)),
            Some(_) | None => {}
        }
        Some(done)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_url_is_a_type_and_bytes() {
        let table = [
            ("data:image/png;base64,iVBO", Some((Some("image/png"), "iVBO"))),
            ("DATA:text/plain;charset=utf-8;base64,aGk=", Some((Some("text/plain;charset=utf-8"), "aGk="))),
            ("DATA:image/png;BASE64,iVBO", Some((Some("image/png"), "iVBO"))),
            ("data:;base64,aGk=", Some((None, "aGk="))),
            ("data:,hi%21%", Some((Some("text/plain"), "aGkhJQ=="))),
            ("data:text/csv,a%2Cb", Some((Some("text/csv"), "YSxi"))),
            ("https://a.example/data:,", None),
            ("data:", None),
        ];
        for (url, expected) in table {
            let read = data_url(url);
            let read = read.as_ref().map(|(kind, data)| (kind.as_deref(), data.as_ref()));
            assert_eq!(read, expected, "{url}");
        }
    }
}
