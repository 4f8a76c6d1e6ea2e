//! Statements of the user: the values of a sentence by kind, and the stems of its other words.

use super::lists::{UPDATE, grade};
use crate::text::find;

/// The content of a sentence.
#[derive(Clone, Debug, Default)]
pub(crate) struct Statement {
    /// Digests of its values, by kind.
    pub(crate) values: Vec<(Kind, u32)>,
    /// Digests of the stems of its other words, each once.
    pub(crate) stems: Vec<u32>,
    /// How much it is an instruction, in tenths.
    pub(crate) grade: u8,
    /// True if it is a question.
    pub(crate) asks: bool,
    /// True if it says that something changed.
    pub(crate) updates: bool,
    /// True if it is several sentences, which stay together.
    pub(crate) is_several: bool,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
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
        let lower = sentence.to_ascii_lowercase();
        let mut own = Self {
            grade: grade(&lower),
            asks: ["?", "？", "؟"].iter().any(|sign| find(sentence, sign).is_some()),
            updates: UPDATE.is_in(&lower),
            ..Self::default()
        };
        let tokens: Vec<&str> = tokens(sentence).collect();
        for (at, token) in tokens.iter().enumerate() {
            let next = at.checked_add(1).and_then(|at| tokens.get(at)).copied().unwrap_or_default();
            let kind = kind_of(token, next, at == 0);
            own.values.extend(kind.map(|kind| (kind, digest(&token.to_ascii_lowercase()))));
            // A name may be what the sentence is about, as nouns are in German.
            if kind.is_none_or(|kind| kind == Kind::Name) {
                own.add_stems(token);
            }
        }
        own
    }

    /// Joins the sentence behind it.
    pub(super) fn join(&mut self, other: Self) {
        self.values.extend(other.values);
        other.stems.into_iter().for_each(|stem| self.add_digest(stem));
        self.grade = self.grade.saturating_add(other.grade).min(MOST_GRADE);
        self.asks |= other.asks;
        self.updates |= other.updates;
        self.is_several = true;
    }

    /// Its worth for what it states, in tenths.
    pub(super) fn worth(&self) -> u8 {
        let has_fact = !self.asks && self.values.iter().any(|(kind, _)| *kind != Kind::Name);
        self.grade.saturating_add(if has_fact { FACT } else { 0 })
    }

    /// Adds the stems of a token: signs of Chinese, pairs of katakana, two syllables of Korean, six letters of others.
    fn add_stems(&mut self, token: &str) {
        let word = token.to_ascii_lowercase();
        let signs: Vec<(usize, char)> = word.char_indices().collect();
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
                self.add_stem(word.get(*start..end).unwrap_or_default());
            }
            return;
        }
        let most = if signs.iter().any(|(_, sign)| matches!(sign, '\u{ac00}'..='\u{d7af}')) { 2 } else { 6 };
        let end = signs.get(most).map_or(word.len(), |(at, _)| *at);
        let stem = word.get(..end).unwrap_or_default();
        if most == 2 || (signs.len() > 2 && !STOP.split(' ').any(|stop| stop == word)) {
            let short = ["ing", "es", "en", "ed", "s"].iter().find_map(|ending| stem.strip_suffix(ending));
            self.add_stem(if end < word.len() {
                stem
            } else {
                short.filter(|short| short.len() > 2).unwrap_or(stem)
            });
        }
    }

    fn add_stem(&mut self, stem: &str) {
        self.add_digest(digest(stem));
    }

    fn add_digest(&mut self, stem: u32) {
        if !self.stems.contains(&stem) {
            self.stems.push(stem);
        }
    }
}

/// The most that a grade is.
const MOST_GRADE: u8 = 30;
/// The worth of a value, in tenths.
const FACT: u8 = 15;

/// Words that say nothing of what a sentence is about.
const STOP: &str = "the and for are was its this that these those with from you your our will would should can could please now \
    new not does did has had have but then than also just more most into out all any one let use set make sure keep der die das \
    und oder ein eine einen ist sind den dem des für mit von auf bitte jetzt neue nicht les une des est sont pour avec sur dans \
    los las una del son con por que para uma dos são unser unsere mein meine liegt bei wurde wird zur zum als auch noch wie our \
    their there here what when which who how get got mon notre nos leur mes ses été cette nuestro nuestra nosso nossa sua seu este \
    esta fue foi";

/// Signs of Chinese that say nothing of what a sentence is about.
const STOP_SIGNS: &str = "我你他她它们的了是在和有不也就都这那个一上下为到把被让给要会能可以";

/// Digests of the stems of the words of a text.
pub(crate) fn stems_of(text: &str) -> Vec<u32> {
    let mut own = Statement::default();
    tokens(text).for_each(|token| own.add_stems(token));
    own.stems
}

/// The tokens of a sentence: what stands between white space and signs.
fn tokens(sentence: &str) -> impl Iterator<Item = &str> {
    let is_between = |sign: char| {
        sign.is_ascii_whitespace()
            || matches!(
                sign,
                ',' | ';'
                    | '('
                    | ')'
                    | '"'
                    | '!'
                    | '?'
                    | '['
                    | ']'
                    | '{'
                    | '}'
                    | '`'
                    | '*'
                    | '<'
                    | '>'
                    | '\''
            )
            || matches!(sign, '\u{3000}'..='\u{303f}' | '\u{2000}'..='\u{206f}' | '\u{ff00}'..='\u{ff0f}' | '\u{ff1a}'..='\u{ff1f}' | '؟' | '،')
    };
    sentence
        .split(is_between)
        .map(|token| token.trim_matches(['.', ':', '-']))
        .filter(|token| !token.is_empty())
}

/// The kind of a token, of which `next` is the one behind it; `None` for a word.
fn kind_of(token: &str, next: &str, is_first: bool) -> Option<Kind> {
    let bytes = token.as_bytes();
    let has = |wanted: fn(&u8) -> bool| bytes.iter().any(wanted);
    let (digits, letters) = (has(u8::is_ascii_digit), has(u8::is_ascii_alphabetic));
    let holds = |list: &[&str]| list.iter().any(|word| find(token, word).is_some());
    let is_one = |word: &str, list: &str| list.split(' ').any(|own| own.eq_ignore_ascii_case(word));
    let inside = |sign: u8| {
        bytes.windows(3).any(|three| matches!(three, [a, s, b] if *s == sign && a.is_ascii_alphanumeric() && b.is_ascii_alphanumeric()))
    };
    if letters && inside(b'@') {
        return Some(Kind::Mail);
    }
    if has(|byte| *byte == b'/') && letters {
        return Some(Kind::Path);
    }
    if digits {
        if holds(&["$", "€", "£", "¥", "₹", "₽", "₩", "元", "円", "원"]) || is_one(next, MONEY) {
            return Some(Kind::Money);
        }
        if holds(&["月", "월"])
            || inside(b'/')
            || bytes.iter().filter(|byte| **byte == b'-').count() == 2
            || is_one(next, DATES)
        {
            return Some(Kind::Date);
        }
        let unit = token.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.');
        if inside(b':')
            || is_one(unit, TIMES)
            || is_one(next, TIMES)
            || holds(&["天", "小时", "時間", "시간", "分"])
        {
            return Some(Kind::Time);
        }
        return Some(if letters { Kind::Code } else { Kind::Number });
    }
    if is_one(token, NUMBERS) {
        return Some(if is_one(next, MONEY) { Kind::Money } else { Kind::Number });
    }
    if is_one(token, DATES) {
        return Some(Kind::Date);
    }
    if letters && inside(b'.') && !token.contains(' ') {
        return Some(Kind::Path);
    }
    let is_name = !is_first && matches!(bytes, [b'A'..=b'Z', b'a'..=b'z', ..]);
    is_name.then_some(Kind::Name)
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

/// FNV-1a.
fn digest(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_kinds_and_words_have_stems() {
        for (sentence, wanted) in [
            ("The budget is $500 for us", vec![Kind::Money]),
            ("The budget is five hundred dollars", vec![Kind::Number, Kind::Money]),
            ("We ship on 2027-03-11 at 10:30", vec![Kind::Date, Kind::Time]),
            ("Ask ann@x.org about src/a.ts and W123", vec![Kind::Mail, Kind::Path, Kind::Code]),
            ("预算是300元", vec![Kind::Money]),
            ("Retry 5 times within 30 minutes", vec![Kind::Number, Kind::Time]),
            ("please ask Greta Novak", vec![Kind::Name, Kind::Name]),
        ] {
            let kinds: Vec<Kind> = Statement::of(sentence).values.iter().map(|(kind, _)| *kind).collect();
            assert_eq!(kinds, wanted, "{sentence}");
        }
        let [one, other] =
            ["the spending budgets", "a budget that we spend"].map(|text| Statement::of(text).stems);
        assert!(one.iter().filter(|stem| other.contains(stem)).count() >= 1);
        assert!(Statement::of("Is it so?").asks && Statement::of("it is now five").updates);
    }
}
