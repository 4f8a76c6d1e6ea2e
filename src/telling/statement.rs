//! Statements of the user: the values in a sentence by kind, and the stems of its other words.

use super::lists::Marks;
use super::tokens::{AT, DIGIT, EDGE, LETTER, SIGN, SLASH, Token, WIDE, digest, each_token};
use crate::list::Listed;
use crate::text::find;
use std::sync::LazyLock;

/// The content of a sentence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statement {
    /// Digests of the values, by kind.
    pub(crate) values: Vec<(ValueKind, u32)>,
    /// Digests of the stems of the other words, each once.
    pub(crate) stems: Vec<u32>,
    /// How strongly the sentence instructs, in tenths.
    pub(crate) grade: u8,
    /// True if it is a question.
    pub(crate) asks: bool,
    /// True if it says that something changed.
    pub(crate) updates: bool,
    /// True if several sentences were joined.
    pub(crate) is_several: bool,
    /// A bit set by the low bits of each stem.
    seen: u64,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueKind {
    Money,
    Date,
    Time,
    Mail,
    Path,
    /// Letters and digits.
    Code,
    Number,
    /// Words with capitals.
    Name,
}

impl Statement {
    /// Reads a sentence.
    pub(super) fn of(sentence: &str) -> Self {
        let mut marks = Marks::default();
        let mut own = Self { stems: Vec::with_capacity(sentence.len() / 8), ..Self::default() };
        // The kind of a token depends on the next token.
        let mut last: Option<ListedWord<'_>> = None;
        let mut is_first = true;
        own.asks = each_token(sentence, &mut |token| {
            marks.add(sentence.as_bytes(), token.range(sentence), token.has);
            let next = ListedWord::of(token);
            if let Some(word) = last.replace(next) {
                own.add(word, next.classes, std::mem::take(&mut is_first));
            }
        });
        if let Some(word) = last {
            own.add(word, 0, is_first);
        }
        (own.grade, own.updates) = (marks.grade(), marks.updates());
        own
    }

    fn add(&mut self, word: ListedWord<'_>, next: u8, is_first: bool) {
        let kind = word.kind(next, is_first);
        if let Some(kind) = kind {
            self.values.push((kind, word.digest));
        }
        // A name may be the subject of the sentence, as German nouns are.
        if kind.is_none_or(|kind| kind == ValueKind::Name) {
            self.add_stems(word);
        }
    }

    /// Joins the next sentence.
    pub(super) fn join(&mut self, other: Self) {
        self.values.extend(other.values);
        other.stems.into_iter().for_each(|stem| self.add_digest(stem));
        self.grade = self.grade.saturating_add(other.grade).min(MOST_GRADE);
        self.asks |= other.asks;
        self.updates |= other.updates;
        self.is_several = true;
    }

    /// Returns the worth of the statement, in tenths.
    pub(super) fn worth(&self) -> u8 {
        let has_fact = !self.asks && self.values.iter().any(|(kind, _)| *kind != ValueKind::Name);
        let grade = self.grade.saturating_mul(2);
        grade.saturating_add(if has_fact { FACT } else { 0 })
    }

    /// Adds the stems of a token: each Chinese character, pairs of katakana, two Korean syllables, or six letters of
    /// another script.
    fn add_stems(&mut self, ListedWord { token, classes, .. }: ListedWord<'_>) {
        let word = token.text;
        if token.has & WIDE == 0 {
            if classes & STOPS == 0 && word.len() > 2 {
                self.add_digest(token.digest(stem_length(word.as_bytes(), 6.min(word.len()))));
            }
            return;
        }
        let signs: Vec<(usize, char)> = word.char_indices().listed();
        if signs.iter().any(|(_, sign)| matches!(sign, '\u{3040}'..='\u{9fff}')) {
            for (place, (start, sign)) in signs.iter().enumerate() {
                let next = place.checked_add(1).and_then(|next| signs.get(next));
                let end = match (sign, next) {
                    ('\u{4e00}'..='\u{9fff}', _) if !STOP_SIGNS.chars().any(|stop| stop == *sign) => {
                        start.saturating_add(sign.len_utf8())
                    }
                    ('\u{30a0}'..='\u{30ff}', Some((at, other @ '\u{30a0}'..='\u{30ff}'))) => {
                        at.saturating_add(other.len_utf8())
                    }
                    _ => continue,
                };
                let sign = word.as_bytes().get(*start..end).unwrap_or_default();
                self.add_digest(digest(sign, sign.len()));
            }
            return;
        }
        let most = if signs.iter().any(|(_, sign)| matches!(sign, '\u{ac00}'..='\u{d7af}')) { 2 } else { 6 };
        let end = signs.get(most).map_or(word.len(), |(at, _)| *at);
        if most == 2 || (signs.len() > 2 && classes & STOPS == 0) {
            self.add_digest(token.digest(stem_length(word.as_bytes(), end)));
        }
    }

    fn add_digest(&mut self, stem: u32) {
        let bit = 1 << (stem & 63);
        // Most stems are new: then their bit is clear.
        if self.seen & bit == 0 || !self.stems.contains(&stem) {
            self.seen |= bit;
            self.stems.push(stem);
        }
    }
}

/// Returns the length of a word's stem, in bytes: `end` if the word is longer, else the word without its ending.
fn stem_length(word: &[u8], end: usize) -> usize {
    let short = match word {
        _ if end < word.len() => 0,
        [.., b'i' | b'I', b'n' | b'N', b'g' | b'G'] => 3,
        [.., b'e' | b'E', b's' | b'n' | b'd' | b'S' | b'N' | b'D'] => 2,
        [.., b's' | b'S'] => 1,
        _ => 0,
    };
    let left = end.saturating_sub(short);
    if left > 2 { left } else { end }
}

/// The maximum grade.
const MOST_GRADE: u8 = 30;
/// The worth of a value, in tenths.
const FACT: u8 = 20;

/// Words that do not show the subject of a sentence.
const STOP: &str = "the and for are was its this that these those with from you your our will would should can could please now \
    new not does did has had have but then than also just more most into out all any one let use set make sure keep der die das \
    und oder ein eine einen ist sind den dem des für mit von auf bitte jetzt neue nicht les une des est sont pour avec sur dans \
    los las una del son con por que para uma dos são unser unsere mein meine liegt bei wurde wird zur zum als auch noch wie our \
    their there here what when which who how get got mon notre nos leur mes ses été cette nuestro nuestra nosso nossa sua seu este \
    esta fue foi";

/// Chinese characters that do not show the subject of a sentence.
const STOP_SIGNS: &str = "我你他她它们的了是在和有不也就都这那个一上下为到把被让给要会能可以";

/// Digests of the stems of the words of a text.
pub(crate) fn stems_of(text: &str) -> Vec<u32> {
    let mut own = Statement::default();
    each_token(text, &mut |token| own.add_stems(ListedWord::of(token)));
    own.stems
}

/// A token, and the lists that hold it.
#[derive(Clone, Copy, Debug)]
struct ListedWord<'a> {
    token: Token<'a>,
    digest: u32,
    classes: u8,
}

const STOPS: u8 = 1;
const CURRENCIES: u8 = 1 << 1;
const DURATIONS: u8 = 1 << 2;
const DAYS: u8 = 1 << 3;
const COUNTS: u8 = 1 << 4;

/// A hash table of words: digests, and the lists that hold the word. The low bits of a digest give the first place to
/// look at. Free places are 0.
static CLASSES: LazyLock<Vec<(u32, u8)>> = LazyLock::new(|| {
    let mut classes = vec![(0, 0); PLACES];
    let lists = [(STOPS, STOP), (CURRENCIES, MONEY), (DURATIONS, TIMES), (DAYS, DATES), (COUNTS, NUMBERS)];
    for (class, words) in lists {
        for word in words.split(' ') {
            let digest = digest(word.as_bytes(), word.len());
            let place = place_of(&classes, digest);
            classes.get_mut(place).into_iter().for_each(|own| *own = (digest, own.1 | class));
        }
    }
    classes
});

/// A power of two, several times the number of words.
const PLACES: usize = 1 << 11;

/// Returns the place of a digest, or the free place for it.
#[inline(always)]
fn place_of(classes: &[(u32, u8)], digest: u32) -> usize {
    let mut place = usize::try_from(digest).unwrap_or(0) % PLACES;
    while classes.get(place).is_some_and(|(own, classes)| *own != digest && *classes != 0) {
        place = place.wrapping_add(1) % PLACES;
    }
    place
}

fn classes_of(digest: u32) -> u8 {
    let classes = &*CLASSES;
    classes.get(place_of(classes, digest)).map_or(0, |(_, classes)| *classes)
}

impl<'a> ListedWord<'a> {
    fn of(token: Token<'a>) -> Self {
        let digest = token.digest(token.text.len());
        Self { token, digest, classes: classes_of(digest) }
    }

    /// Returns the kind of the value, given the lists of the next word; `None` for a word without a value.
    fn kind(self, next: u8, is_first: bool) -> Option<ValueKind> {
        let Token { text, has, .. } = self.token;
        let bytes = text.as_bytes();
        let letters = has & LETTER != 0;
        if has & (DIGIT | SLASH | AT) == 0 {
            return self.kind_of_letters(next, is_first);
        }
        let inside = |sign: u8| {
            let is_between = |three: &[u8]| matches!(three, [a, s, b] if *s == sign && a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
            bytes.windows(3).any(is_between)
        };
        if letters && has & AT != 0 && inside(b'@') {
            return Some(ValueKind::Mail);
        }
        if letters && has & SLASH != 0 {
            return Some(ValueKind::Path);
        }
        if has & DIGIT == 0 {
            return self.kind_of_letters(next, is_first);
        }
        let holds =
            |list: &[&str]| has & (WIDE | SIGN) != 0 && list.iter().any(|word| find(text, word).is_some());
        if next & CURRENCIES != 0 || holds(&["$", "€", "£", "¥", "₹", "₽", "₩", "元", "円", "원"])
        {
            return Some(ValueKind::Money);
        }
        let is_iso = bytes.iter().filter(|byte| **byte == b'-').count() == 2;
        if is_iso || next & DAYS != 0 || inside(b'/') || holds(&["月", "월"]) {
            return Some(ValueKind::Date);
        }
        let unit = text.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        let is_time =
            next & DURATIONS != 0 || classes_of(digest(unit.as_bytes(), unit.len())) & DURATIONS != 0;
        if is_time || inside(b':') || holds(&["天", "小时", "時間", "시간", "分"]) {
            return Some(ValueKind::Time);
        }
        Some(if letters { ValueKind::Code } else { ValueKind::Number })
    }

    /// Returns the kind of a word without digits.
    fn kind_of_letters(self, next: u8, is_first: bool) -> Option<ValueKind> {
        let bytes = self.token.text.as_bytes();
        if self.classes & COUNTS != 0 {
            return Some(if next & CURRENCIES != 0 { ValueKind::Money } else { ValueKind::Number });
        }
        if self.classes & DAYS != 0 {
            return Some(ValueKind::Date);
        }
        let has_dot = self.token.has & (LETTER | EDGE) == LETTER | EDGE;
        let is_dotted = |three: &[u8]| matches!(three, [a, b'.', b] if a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric());
        if has_dot && bytes.windows(3).any(is_dotted) {
            return Some(ValueKind::Path);
        }
        let is_name = !is_first && matches!(bytes, [b'A'..=b'Z', b'a'..=b'z', ..]);
        is_name.then_some(ValueKind::Name)
    }
}

const MONEY: &str = "usd eur gbp dollar dollars euro euros pounds bucks grand reais rupees yen won руб рублей € रुपये دولار يورو";
const TIMES: &str = "ms s sec secs seconds min mins minute minutes h hour hours day days week weeks month months stunden tage tagen \
    wochen jours semaines heures días semanas horas dias часов дней дня दिन घंटे أيام ساعات";
const DATES: &str = "january february march april june july august september october november december monday tuesday wednesday \
    thursday friday saturday sunday januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août \
    septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre \
    janeiro fevereiro março maio junho julho setembro outubro novembro dezembro января февраля марта апреля мая июня июля августа \
    сентября октября ноября декабря";
const NUMBERS: &str = "one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy \
    eighty ninety hundred thousand million";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_kinds_and_words_have_stems() {
        for (sentence, wanted) in [
            ("The budget is $500 for us", vec![ValueKind::Money]),
            ("The budget is five hundred dollars", vec![ValueKind::Number, ValueKind::Money]),
            ("We ship on 2027-03-11 at 10:30", vec![ValueKind::Date, ValueKind::Time]),
            (
                "Ask ann@x.org about src/a.ts and W123",
                vec![ValueKind::Mail, ValueKind::Path, ValueKind::Code],
            ),
            ("预算是300元", vec![ValueKind::Money]),
            ("Retry 5 times within 30 minutes", vec![ValueKind::Number, ValueKind::Time]),
            ("please ask Greta Novak", vec![ValueKind::Name, ValueKind::Name]),
        ] {
            let kinds: Vec<ValueKind> =
                Statement::of(sentence).values.iter().map(|(kind, _)| *kind).collect();
            assert_eq!(kinds, wanted, "{sentence}");
        }
        let [one, other] =
            ["the spending budgets", "a budget that we spend"].map(|text| Statement::of(text).stems);
        assert!(one.iter().filter(|stem| other.contains(stem)).count() >= 1);
        assert!(Statement::of("Is it so?").asks && Statement::of("it is now five").updates);
    }
}
