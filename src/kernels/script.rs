//! Tokens from the bytes alone, by a finite automaton with fitted weights.

mod weights;

use std::sync::OnceLock;

use weights::{CLASS, CLAUDE, CLAUDE47, FEATURES, MODELS, O200K, STATES, STEPS, TEKKEN, UNITS_PER_TOKEN};

/// A vocabulary whose tokens are estimated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vocabulary {
    /// OpenAI's, since GPT-4o.
    O200k,
    /// Claude's, up to 4.6.
    Claude,
    /// Claude's, since Opus 4.7.
    Claude47,
    /// Mistral's.
    Tekken,
}

impl Vocabulary {
    /// Returns the steps with the costs of this vocabulary. They are built at first use, because four tables of steps
    /// would be larger than the tables that they are built from.
    fn steps(self) -> &'static Steps {
        static MADE_O200K: OnceLock<Box<Steps>> = OnceLock::new();
        static MADE_CLAUDE: OnceLock<Box<Steps>> = OnceLock::new();
        static MADE_CLAUDE47: OnceLock<Box<Steps>> = OnceLock::new();
        static MADE_TEKKEN: OnceLock<Box<Steps>> = OnceLock::new();
        match self {
            Self::O200k => MADE_O200K.get_or_init(|| joined(&O200K, &[])),
            Self::Claude => MADE_CLAUDE.get_or_init(|| joined(&CLAUDE, &[])),
            Self::Claude47 => MADE_CLAUDE47.get_or_init(|| joined(&CLAUDE, &CLAUDE47)),
            Self::Tekken => MADE_TEKKEN.get_or_init(|| joined(&O200K, &TEKKEN)),
        }
    }
}

/// Steps by state and class, a row of 64 classes for each state. Padded to the number of places of `PLACE_BITS` bits,
/// so that the compiler drops the bounds check.
type Steps = [u32; 1 << PLACE_BITS];

/// Number of low bits of a step that hold the start of the next row. The bits above them hold the cost.
const PLACE_BITS: u32 = 14;
const PLACE: u32 = (1 << PLACE_BITS) - 1;

/// Number of bits of a class.
const CLASS_BITS: u32 = 6;

/// Kinds of a step's next state or feature: as in the model of its state, a new one, as in the step to the left. All
/// other kinds are stored in separate lists.
const AS_MODEL: u8 = 0;
const NEW: u8 = 1;
const AS_LEFT: u8 = 2;

/// Unpacks the steps, and joins them with the weights of their features. `benches/estimator/pack.mjs` packs them.
/// Half of the vocabularies are stored as differences from another. Both forms make the tables compress well.
fn joined(weights: &[u8], differences: &[u8]) -> Box<Steps> {
    let byte = |table: &[u8], at: usize| table.get(at).copied().unwrap_or(0);
    let cost_of = |feature: u16| {
        let at = usize::from(feature);
        u32::from(byte(weights, at).wrapping_add(byte(differences, at))) << PLACE_BITS
    };
    let mut steps = Box::new([0; 1 << PLACE_BITS]);
    let (mut states, mut features) = (STATES.iter().copied(), FEATURES.iter().copied());
    let (mut newest_place, mut newest_feature, mut here, mut left) = (0, 0, 0, 0_u32);
    for (state, (kinds, &distance)) in STEPS.chunks_exact(1 << CLASS_BITS).zip(&MODELS).enumerate() {
        let there = here - (u32::from(distance) << CLASS_BITS);
        let model_row = (state - usize::from(distance)) << CLASS_BITS;
        for (class, &kinds) in kinds.iter().enumerate() {
            let model = steps.get(model_row + class).copied().unwrap_or(0);
            let place = match kinds >> 2 {
                // If the model's step stays in the model's state, this step stays in its own state.
                AS_MODEL if model & PLACE == there => here,
                AS_MODEL => model & PLACE,
                NEW => {
                    newest_place += 1 << CLASS_BITS;
                    newest_place
                }
                AS_LEFT => left & PLACE,
                _ => u32::from(states.next().unwrap_or(0)) << CLASS_BITS,
            };
            let cost = match kinds & 3 {
                AS_MODEL => model & !PLACE,
                NEW => {
                    newest_feature += 1;
                    cost_of(newest_feature)
                }
                AS_LEFT => left & !PLACE,
                _ => cost_of(features.next().unwrap_or(0)),
            };
            left = cost | place;
            if let Some(step) = steps.get_mut((state << CLASS_BITS) + class) {
                *step = left;
            }
        }
        here += 1 << CLASS_BITS;
    }
    steps
}

/// Estimates the tokens of `text` in a vocabulary, in thousandths of a token so that sums are rounded once.
///
/// Makes one pass over the UTF-8 bytes with an automaton that splits as the regular expression of o200k does: words
/// with the mark or space before them, digits, runs of marks and of white space, and runs of each script with the
/// position inside them. Every step costs the weight of a feature. The automaton is the same for all vocabularies, the
/// weights are fitted for each: against `tiktoken` for o200k, against the tokenizer of `mistral-common` for Tekken, and
/// for Claude, whose tokenizers are not public, against their reconstruction in `ctok`.
///
/// A word with an accent, and words that end in vowels, show that the words after them are not English. These words
/// have other prices until the line ends. For common languages without either, such as Indonesian, this is only a
/// guess.
///
/// On texts of 500 to 2,000 characters that the fit did not use, the mean absolute error is 4.2 % over 29 languages in
/// o200k (3.6 and 3.5 % in Claude's vocabularies, 4.0 % in Tekken) and 2.9 % over seventeen kinds of text such as code,
/// JSON and output in terminals (3.6, 3.9 and 3.4 %). At worst a language is off by 6.8 %, a kind by 6.5 %, but emoji
/// in Tekken by 10.8 %. Texts of one to three sentences are off by 7.5 to 9.3 % in the mean, because few words do not
/// average out; ten of them together are off by 2.8 to 3.3 %. Of transcripts of 5,000 tokens or more, one of a hundred
/// is estimated too low by more than 2.9 % in o200k, 3.8 and 5.1 % in Claude's, and 5.3 % in Tekken.
///
/// Characters that no text of the fit has, such as cuneiform, are priced by their bytes, so that no block of Unicode
/// is estimated far too low. Rare characters of common scripts, and languages that the fit did not use, have larger
/// errors. So the estimate is not an upper bound: leave a margin before a hard limit, or count exactly.
///
/// `benches/estimator/report.mjs` prints these numbers, `benches/estimator/fit.mjs` makes the weights.
#[must_use]
pub fn estimate(vocabulary: Vocabulary, text: &str) -> u64 {
    thousandths(units(vocabulary.steps(), text.as_bytes()))
}

fn thousandths(units: u64) -> u64 {
    units * 1_000 / UNITS_PER_TOKEN
}

/// Number of walks at the same time. A step waits for the step before it, which leaves most of the processor idle; four
/// independent walks use it.
const LANES: usize = 4;

/// Shortest lane in bytes. In shorter lanes, the warm-up costs more than the parallel walks gain.
const SHORTEST_LANE: usize = 16;

/// Number of bytes before its lane at which a walk starts, without counting costs, so that it enters the lane in the
/// state of one long walk. In a word that is longer, the position may be wrong, which costs a fraction of a token for
/// each lane.
const WARM_UP: usize = 8;

fn units(steps: &Steps, bytes: &[u8]) -> u64 {
    let mut lanes = bytes.chunks_exact((bytes.len() / LANES).max(SHORTEST_LANE));
    let (Some(first), Some(second), Some(third), Some(fourth)) =
        (lanes.next(), lanes.next(), lanes.next(), lanes.next())
    else {
        return walk(steps, START, bytes).1;
    };
    let (mut a, mut b, mut c, mut d) =
        (START, warmed(steps, first), warmed(steps, second), warmed(steps, third));
    let mut sum = 0;
    for (((&in_a, &in_b), &in_c), &in_d) in first.iter().zip(second).zip(third).zip(fourth) {
        (a, b, c, d) =
            (after(steps, a, in_a), after(steps, b, in_b), after(steps, c, in_c), after(steps, d, in_d));
        // Four costs of 8 bits: the sum cannot overflow.
        sum += u64::from(cost(a) + cost(b) + cost(c) + cost(d));
    }
    sum + walk(steps, d, lanes.remainder()).1
}

/// The state at the start of a text, the same as at the start of a line.
const START: u32 = 0;

/// Returns the last step, and the cost of all steps.
fn walk(steps: &Steps, start: u32, bytes: &[u8]) -> (u32, u64) {
    bytes.iter().fold((start, 0), |(last, sum), &byte| {
        let step = after(steps, last, byte);
        (step, sum + u64::from(cost(step)))
    })
}

fn warmed(steps: &Steps, before: &[u8]) -> u32 {
    before.last_chunk::<WARM_UP>().map_or(START, |bytes| walk(steps, START, bytes).0)
}

/// The step for `byte` after the step `last`. Rows start at multiples of 64, so the class of the byte fits into the low
/// bits.
#[inline]
fn after(steps: &Steps, last: u32, byte: u8) -> u32 {
    let class = CLASS.get(usize::from(byte)).copied().unwrap_or(0);
    let place = usize::try_from((last | u32::from(class)) & PLACE).unwrap_or(0);
    steps.get(place).copied().unwrap_or(START)
}

#[inline]
fn cost(step: u32) -> u32 {
    step >> PLACE_BITS
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROSE: &str = "The quick brown fox jumps over the lazy dog, and then 1,234 more did. \
        fn main() { let total_count = items.iter().map(|x| x * 2).sum::<u64>(); } {\"id\":42,\"ok\":true}\n\
        안녕하세요, 오늘 날씨가 좋네요. 今日はいい天気ですね。 今天天气很好。 Привет, как дела? สวัสดีครับ วันนี้ อากาศดี \
        नमस्ते, आज मौसम अच्छा है। مرحبا، الطقس جميل اليوم. שלום, מזג האוויר יפה היום. Élève à l'école 😀👍\n";

    const VOCABULARIES: [Vocabulary; 4] =
        [Vocabulary::O200k, Vocabulary::Claude, Vocabulary::Claude47, Vocabulary::Tekken];

    #[test]
    fn fixed_texts_have_fixed_estimates() {
        let estimates = EXAMPLES.map(|(text, tokens, _)| {
            (text, tokens, VOCABULARIES.map(|vocabulary| estimate(vocabulary, text)))
        });
        assert_eq!(estimates, EXAMPLES);
    }

    /// A text, its tokens in each vocabulary, and the estimates in thousandths.
    #[rustfmt::skip]
    const EXAMPLES: [(&str, [u64; 4], [u64; 4]); 17] = [
        ("", [0, 1, 0, 0], [0, 0, 0, 0]),
        ("a", [1, 1, 1, 1], [700, 900, 900, 700]),
        ("Hello, world!", [4, 4, 6, 4], [4050, 5000, 7100, 4200]),
        ("The quick brown fox jumps over the lazy dog.", [10, 11, 18, 10], [11_050, 12_300, 14_950, 11_650]),
        ("1234567890", [4, 5, 4, 10], [4000, 4000, 4000, 10_000]),
        ("let x = items.len();\n", [6, 7, 7, 6], [5850, 8100, 9200, 6300]),
        (r#"{"id":42,"name":"read_file"}"#, [10, 11, 15, 11], [10_650, 11_150, 15_150, 12_450]),
        ("안녕하세요, 만나서 반갑습니다.", [9, 20, 19, 11], [8800, 17_900, 18_050, 9700]),
        ("今日はいい天気ですね。", [6, 12, 11, 7], [8800, 10_600, 10_600, 8400]),
        ("今天天气很好。", [5, 8, 7, 5], [5550, 7900, 7850, 6900]),
        ("Привет, как дела?", [6, 8, 8, 6], [7750, 8750, 8800, 7600]),
        ("😀👍🏽", [4, 8, 7, 12], [4700, 5100, 4400, 6750]),
        ("Vorrei prenotare una camera per due notti.", [12, 13, 17, 12], [8700, 11_900, 17_100, 9650]),
        ("Hyvää päivää, mitä kuuluu tänään?", [11, 17, 21, 13], [17_050, 17_400, 18_500, 17_850]),
        (r#"{"content":"function add(left, right) {\n\t\tconst sum = left + right;\n\t\treturn sum;\n\t}"}"#, [30, 38, 46, 30], [29_750, 34_800, 42_850, 30_350]),
        ("src\n├── engine\n│   ├── mod.rs\n│   └── rows.rs\n└── lib.rs\n", [28, 28, 35, 25], [27_300, 29_600, 35_050, 22_600]),
        ("     9\tfn main() {\n    10\t    let total = 0;\n    11→        --------------------\n", [24, 25, 28, 27], [24_225, 26_900, 31_100, 27_525]),
    ];

    #[test]
    fn scripts_that_no_text_of_the_fit_has_are_not_far_under() {
        for (name, text, counts) in RARE {
            for (vocabulary, tokens) in VOCABULARIES.into_iter().zip(counts) {
                let estimate = estimate(vocabulary, text);
                assert!(estimate >= tokens * 900, "{name}: {estimate} for {tokens} in {vocabulary:?}");
            }
        }
    }

    /// Characters of a block of Unicode, and their tokens in each vocabulary.
    #[rustfmt::skip]
    const RARE: [(&str, &str, [u64; 4]); 23] = [
        ("Ethiopic", "አንቀጽ፡፱፤ ማንም፡ሰው፡ያለፍርድ፡ተይዞ፡እንዲታሰር፡ወይም፡በግዛት፡እንዲኖር፡አይደረግም።", [107, 83, 83, 159]),
        ("Tibetan", "མཉམ་ས\u{fa6}\u{fb2}\u{f7a}ལ་ར\u{f92}\u{fb1}ལ་ཚ\u{f7c}གས་ཀ\u{fb1}\u{f72}་མ", [39, 39, 39, 60]),
        ("Thaana", "\u{782}\u{7aa}\u{780}\u{7a6}\u{782}\u{7aa} \u{784}\u{7ad}\u{782}\u{7aa}\u{782}\u{7b0} \u{78c}\u{7ac}\u{783}\u{7a8} \u{786}\u{7a6}\u{789}\u{7a6}\u{786}\u{7a6}\u{781}\u{7b0}\u{788}\u{7a9}\u{780}\u{7a8}\u{782}\u{78b}\u{7aa}\u{61b} \u{78b}\u{7ac}\u{782}\u{7b0}\u{78a}\u{7a6}\u{780}\u{7ac}\u{60c} \u{78b}\u{7ad}\u{78b}\u{7ad} \u{7a4}\u{7a6}\u{787}\u{7aa}\u{789}\u{7aa}\u{78c}\u{7a6}\u{786}\u{7aa}\u{78e}\u{7ac} \u{789}\u{7ac}\u{78b}\u{7aa}\u{78e}\u{7a6}\u{787}", [133, 77, 77, 133]),
        ("Armenian", "սոցիալական առաջընթացին ու կյանքի պայմանների բարելավմանը․ Քանզի անդամ պետո", [22, 46, 46, 23]),
        ("Canadian syllabics", "ᐱᔪᓐᓇᐅᑎᖃᕐᓂᒃᑯᑦ ᐊᖕᒍᑎᑦ ᐊᒻᒪᓗ ᐊᕐᓇᐃᑦ ᐊᒻᒪᓗ ᐃᓱᒪᒋᑦᑎᐊᕐᓗᒋᑦ ᓂᕐᓱᐊᕆᓗᒋᑦ ᐃᓅᓯᖕᒋᑦ ᐱᐅᓯᕙᒻᓕᐊᓂᖕ", [200, 210, 210, 192]),
        ("Georgian", "და კაცებისა და ქალების თანასწორუფლებიანობისადმი და გადაწყვიტეს ხელი", [21, 43, 43, 30]),
        ("Khmer", "ហ\u{17be}យប\u{17d2}ដ\u{17c1}ជ\u{17d2}ញ\u{17b6}ល\u{17be}កស\u{17d2}ទ\u{17bd}យវឌ\u{17d2}ឍនភ\u{17b6}ពសង\u{17d2}គម ន\u{17b7}ងកម\u{17d2}រ\u{17b7}តជ\u{17b8}វភ\u{17b6}", [35, 54, 54, 136]),
        ("Lao", "ນຜ\u{eb9}\u{ec9}ຈະເລ\u{eb5}ນພ\u{ecd}ແລ\u{ec9}ວທ\u{eb5}\u{ec8}ຈະຊ\u{ec8}ວຍສະໜ\u{eb1}ບສະໜ\u{eb9}ນຄວາມກ\u{ec9}າວໜ\u{ec9}າທາງດ\u{ec9}ານສ\u{eb1}ງຄ\u{ebb}ມປະລະຈະຈ\u{eb1}ດຕ\u{eb1}\u{ec9}ງມາດຕະຖານ", [148, 110, 110, 240]),
        ("Myanmar", "န\u{102d}\u{102f}င\u{103a}င\u{1036} အခ\u{103b}င\u{103a}\u{1038}ခ\u{103b}င\u{103a}\u{1038} ခ\u{103b}စ\u{103a}ခင\u{103a}ရင\u{103a}\u{1038}န\u{103e}\u{102e}\u{1038}စ\u{103d}\u{102c} ဆက\u{103a}ဆ\u{1036}ရ\u{1031}\u{1038}က\u{102d}\u{102f} ပ\u{102d}\u{102f}မ\u{102d}\u{102f}တ\u{102d}\u{102f}\u{1038}တက\u{103a}စ\u{1031}ရန\u{103a} က\u{103c}", [37, 77, 77, 37]),
        ("Syriac", "\u{717}\u{721}\u{72b}\u{710} \u{720}\u{710}\u{717}\u{710} \u{725}\u{718}\u{72c}\u{715}\u{710} \u{718}\u{713}\u{330}\u{72a}\u{712}\u{71d} \u{720}\u{721}\u{729}\u{72a}\u{71d}\u{72c}\u{710} \u{718}\u{721}\u{720}\u{726}\u{72c}\u{710} \u{718}\u{720}\u{721}\u{72a}\u{718}\u{71a}\u{72c}\u{710} \u{710}\u{71d}\u{729}\u{72a}\u{710} \u{729}\u{710} \u{710}\u{722}\u{710} \u{719}\u{715}\u{729}\u{710} \u{718}\u{71a}\u{710}\u{72a}\u{718}\u{72c}\u{710} \u{712}\u{71d}\u{715}", [140, 156, 156, 140]),
        ("Hangul letters", "ᄆᅇᄗᅠᅩᄱᄰᄴᅊᄻᄥᄙᄽᄀᄙᅱᄠᅽᅡᄊᅑᅱᅇᅺᅤᅚᄧᅹᄫᅅᅕᄽᅓᄋᄎᄃᅕᅎᅆᅩ", [120, 122, 122, 119]),
        ("Arrows", "↹↡↤⇔⇋⇒⇠↩⇁↨⇮↞⇬↡↟⇫⇹↾⇔⇿⇍⇞⇿↙⇽⇸⇀⇵⇏ↂↅ↵↿ↁ⇅⇳↪↵↕⇤", [79, 107, 106, 116]),
        ("Mathematical operators", "∘≳∜≎∑∼≯∯≏≓∰≎≑∎∫∳≬∇≅∗≈∘≋≏≂∛≍∧∂∾∲≯∹≺∵∘∸∖∡∯", [79, 81, 80, 79]),
        ("Braille", "⡴⠣⠵⡉⠜⡧⡩⡄⡭⠱⠡⡦⠹⡒⠁⠙⠒⡥⠪⡥⡉⡥⠆⡶⡣⡋⠥⠄⡲⠬⠌⡂⠲⠨⡰⠱⠝⡑⠚⠜", [119, 121, 120, 119]),
        ("Ideographs A", "㭃㣈㪊㫇㦗㣍㩽㒋㦔㡺㚦㒟㤞㒬㙦㘰㧟㧾㤂㡽㜾㫃㧺㙵㙞㧗㦬㣣㫴㠚㪔㐤㡮㑲㦯㭳㐧㣝㐝㫳", [119, 121, 120, 119]),
        ("Yi", "ꁱꀃꀛꁍꀢꁬꀢꁜꁪꁓꁵꁧꁖꁳꀉꀵꁜꁇꀇꀱꁿꀎꁞꁁꁩꁬꀔꀩꁱꁴꁲꀉꀼꁚꁒꀏꀆꁂꁉꁪ", [120, 122, 122, 118]),
        ("Javanese", "ꦣꦅ꧔ꦬꧪꦒ꧗\u{a9bd}ꦮꦡ\u{a9e5}\u{a9b3}꧘ꦍ꧇ꦦꦞ꧒꧌\u{a9be}\u{a9b4}ꦬ꧇꧊\u{a982}ꧽꧠ꧷ꦠ꧵꧐\u{a9b3}ꧻ꧄꧁꧓꧗\u{a9ba}ꦟ꧈", [116, 140, 140, 120]),
        ("Private use", "\u{e06f}\u{e03a}\u{e043}\u{e071}\u{e049}\u{e07f}\u{e047}\u{e023}\u{e028}\u{e03f}\u{e073}\u{e045}\u{e04b}\u{e078}\u{e027}\u{e06a}\u{e012}\u{e02c}\u{e00d}\u{e016}\u{e00e}\u{e01b}\u{e069}\u{e05e}\u{e05a}\u{e025}\u{e007}\u{e04f}\u{e05c}\u{e01c}\u{e000}\u{e012}\u{e078}\u{e075}\u{e024}\u{e05c}\u{e00a}\u{e04a}\u{e01a}\u{e050}", [101, 1, 0, 120]),
        ("Linear B", "𐀐𐀒𐁑𐀮𐀤𐁒𐀔𐀬𐀢𐁙𐀠𐀖𐀦𐀫𐀫𐁍𐁕𐀽𐀰𐀭𐁖𐀨𐀄𐀉𐁙𐀆𐀇𐀣𐀘𐀑𐁔𐁈𐀸𐀡𐀋𐀠𐀐𐁔𐀲𐀞", [160, 161, 160, 160]),
        ("Cuneiform", "𒁜𒁰𒀙𒁳𒁔𒀖𒁟𒁼𒁸𒁽𒁮𒀊𒀧𒁰𒁌𒀛𒁠𒀨𒁚𒁸𒀉𒀤𒀏𒁺𒀜𒀄𒁢𒁲𒀼𒀃𒀇𒀆𒀎𒀙𒀃𒀟𒀡𒀮𒀼𒁳", [160, 161, 160, 160]),
        ("Hieroglyphs", "𓁚𓁗𓀳𓁸𓁒𓀹𓁎𓀵𓀠𓁂𓁐𓁶𓁛𓁄𓁗𓀲𓁍𓁜𓁴𓀠𓀻𓁐𓁣𓀕𓀐𓀮𓁧𓀍𓀆𓀴𓁣𓀊𓁐𓀑𓁉𓁄𓀊𓀬𓀍𓁝", [160, 161, 160, 160]),
        ("Mathematical letters", "𝑧𝐹𝑦𝐿𝐡𝐄𝐊𝐡𝐩𝐿𝐝𝐋𝐅𝑨𝐿𝑰𝑛𝐐𝑁𝐆𝑩𝐏𝐡𝑷𝐢𝐘𝐌𝐥𝐅𝑰𝐄𝑷𝐮𝐮𝐺𝐻𝑲𝐾𝑽𝐪", [92, 161, 160, 159]),
        ("Ideographs B", "𠗹𠛮𠇅𠚟𠙡𠈥𠕘𠃐𠑣𠘼𠋖𠇕𠚋𠎍𠂌𠏾𠍛𠙈𠑭𠎠𠀖𠊜𠌜𠔁𠞐𠅯𠅸𠜛𠙋𠇓𠎍𠅖𠛠𠈖𠙗𠜊𠊉𠅐𠜺𠝑", [159, 161, 160, 160]),
    ];

    #[test]
    fn digits_cost_a_token_for_every_three_or_one_each() {
        for (digits, tokens) in [("7", 1), ("42", 1), ("365", 1), ("1024", 2), ("123456", 2), ("1234567", 3)]
        {
            for vocabulary in [Vocabulary::O200k, Vocabulary::Claude, Vocabulary::Claude47] {
                assert_eq!(estimate(vocabulary, digits), tokens * 1000, "{digits}");
            }
        }
        assert_eq!(estimate(Vocabulary::Tekken, "1234567"), 7000);
    }

    #[test]
    fn every_character_has_a_price() {
        let all: String = (char::MIN..=char::MAX).collect();
        for vocabulary in VOCABULARIES {
            for character in char::MIN..=char::MAX {
                let price = estimate(vocabulary, character.encode_utf8(&mut [0; 4]));
                assert!(price <= 12_000, "{character:?} costs {price}");
            }
            assert!(estimate(vocabulary, &all) > 0);
        }
    }

    #[test]
    fn lanes_cost_what_one_walk_costs_within_a_token_a_seam() {
        for vocabulary in VOCABULARIES {
            for (length, _) in PROSE.char_indices() {
                let text = PROSE.split_at(length).0.repeat(3);
                let single = thousandths(walk(vocabulary.steps(), START, text.as_bytes()).1);
                let apart = single.abs_diff(estimate(vocabulary, &text));
                assert!(apart <= 3_000, "{length} bytes: {apart} apart");
            }
        }
    }

    #[test]
    fn splitting_at_a_space_moves_the_sum_by_few_tokens() {
        let whole = |text| estimate(Vocabulary::O200k, text);
        for (at, _) in PROSE.match_indices(' ') {
            let (left, right) = PROSE.split_at(at);
            let apart = (whole(left) + whole(right)).abs_diff(whole(PROSE));
            assert!(apart <= 4_000, "split at byte {at}: {apart} apart");
        }
    }

    #[test]
    fn grows_in_proportion_to_the_length() {
        for vocabulary in VOCABULARIES {
            let one = estimate(vocabulary, &PROSE.repeat(10));
            let ten = estimate(vocabulary, &PROSE.repeat(100));
            assert!((10 * one).abs_diff(ten) <= 30_000, "{one} for ten, {ten} for a hundred");
        }
    }
}
