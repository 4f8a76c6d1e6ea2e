//! Words by which a sentence orders, forbids, limits, prefers, changes or decides, in eleven languages. The lists
//! only rank text: without them, each token of the user has the same worth.
//!
//! A Russian word lacks its first letter if the letter may be a capital.

use super::patterns::Patterns;
use super::tokens::{LETTER, WIDE};
use std::ops::Range;
use std::sync::LazyLock;

/// The lists with a pattern in the sentence: one bit for each list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(u16);

const FORBIDS: u16 = 1;
const OBLIGES: u16 = 1 << 1;
const LIMITS: u16 = 1 << 2;
const PREFERS: u16 = 1 << 3;
const UPDATES: u16 = 1 << 4;
const DECIDES: u16 = 1 << 5;
const REASONS: u16 = 1 << 6;
const CHATS: u16 = 1 << 7;
const CONTRASTS: u16 = 1 << 8;

/// The lists, with patterns separated by `|`.
const LISTS: [(u16, &str); 9] = [
    (FORBIDS, FORBID),
    (OBLIGES, OBLIGE),
    (LIMITS, LIMIT),
    (PREFERS, PREFER),
    (UPDATES, UPDATE),
    (DECIDES, DECIDE),
    (REASONS, REASON),
    (CHATS, CHAT),
    (CONTRASTS, CONTRAST),
];

const FORBID: &str = "never|don't|don’t|do not|must not|mustn't|should not|shouldn't|may not|cannot|can't|avoid*|refrain|forbid*|prohibit*|\
     not allowed|no longer|off limits|off-limits|without asking|without my|nobody|no one|stop|alone|hands off|skip|\
     out of scope|ignore*|disregard*|scratch that|forget|nie|niemals|nicht|kein*|vermeid*|verboten|unterlass*|ohne|\
     ignorier*|vergiss|jamais|oublie*|ne |n'|interdi*|évite|sans|aucun*|nunca|jamás|prohib*|evit*|olvida|no debe*|sin |não|\
     proib*|sem |esqueça|不要|不得|不能|不可|不许|不准|禁止|别|切勿|请勿|绝不|从不|避免|严禁|忽略|忘掉|ないで|ないこと|決して|絶対に|てはいけ|てはなら|避けて|控えて|無視|忘れて|지 마|지 말|\
     지마|금지|절대|안 됩|안 돼|피하|피해|무시|잊어|कभी नहीं|मत |नहीं|न करें|मना|बिना |भूल जा|لا ت|لا ي|ممنوع|أبد|تجنب|دون |تجاهل|икогда|\
     не надо|не нужно|ельзя|апрещ|збега|ез разреш|ез моего|е используй|е трогай|е меняй|гнориру|абудь";
const OBLIGE: &str = "always|must|has to|have to|need to|needs to|required|make sure|ensure|only|every time|each time|from now on|from here on|\
     going forward|remember|keep in mind|whenever|unless|before you|shall|mandatory|important|rule*|constraint*|requirement*|\
     approval|please|immer|muss*|müssen|soll*|stets|unbedingt|nur|ausschließlich|ab jetzt|ab sofort|künftig|achte|bevor|regel*|\
     wichtig|bitte|toujours|dois|doit|devez|il faut|chaque fois|uniquement|seulement|désormais|veille*|avant de|obligatoire|\
     règle*|siempre|debe*|tienes que|hay que|cada vez|solo|sólo|únicamente|a partir de|recuerda|asegúrate|antes de|obligatori*|\
     regla*|sempre|deve*|tem que|tem de|somente|apenas|só|lembre*|regra*|必须|一定|务必|总是|始终|只能|只用|仅|每次|从现在|今后|\
     以后|记住|确保|请先|规则|要求|请|必ず|常に|いつも|すること|してください|のみ|だけ|今後|これから|以降|毎回|ルール|항상|반드시|꼭|\
     언제나|해야|오직|앞으로|이제부터|매번|기억|규칙|주세요|हमेशा|ज़रूर|जरूर|अवश्य|केवल|सिर्फ|हर बार|अब से|याद रख|सुनिश्चित|चाहिए|नियम|\
     कृपया|دائم|يجب|لا بد|فقط|كل مرة|من الآن|تذكر|تأكد|قبل أن|قاعدة|من فضلك|сегда|олжен|олжны|олжна|бязательно|ужно|\
     адо|еобходимо|олько|аждый раз|предь|апомни|бедись|режде чем|равил|ожалуйста";
const LIMIT: &str = "at most|at least|max*|min|minimum|no more than|not more than|no later than|limit*|cap|capped|budget*|ceiling|exceed*|up to|\
     within|under|below|deadline|höchstens|mindestens|grenze|obergrenze|überschreit|bis zu|frist|spätestens|au plus|au moins|\
     limite*|plafond|dépass|jusqu*|délai|pas plus|como máximo|al menos|máximo|mínimo|límite|tope|presupuesto|superar|plazo|no \
     máximo|pelo menos|teto|orçamento|ultrapass*|até|prazo|最多|至少|超过|上限|下限|预算|限制|截止|以内|以下|まで|予算|超え|締切|期限|\
     최대|최소|이내|이하|까지|한도|예산|초과|넘지|마감|अधिकतम|न्यूनतम|कम से कम|से अधिक|सीमा|बजट| तक|كحد أقصى|على الأكثر|على الأقل|الحد|\
     ميزانية|تجاوز|الموعد|е более|е больше|е менее|аксимум|инимум|имит|редел|юджет|ревыша|рок ";
const PREFER: &str = "prefer*|rather|i'd like|i would like|i like|i want|i need|instead of|call me|my name is|style|tone|format|bevorzug*|lieber|\
     am liebsten|ich möchte|ich will|statt|nenn*|préf*|plutôt|je voudrais|j'aimerais|je veux|au lieu|appelle*|prefier*|mejor|me \
     gusta|quiero|en lugar|llámame|prefir*|prefer*|melhor|gostaria|quero|em vez|喜欢|偏好|更愿意|宁可|希望|想要|而不是|叫我|好み|\
     好き|ほうがいい|方がいい|お願い|ではなく|선호|좋아|더 좋|원해|부탁|대신|말고|पसंद|चाहता|चाहती|के बजाय|बेहतर|أفض|أريد|أرغب|بدل|\
     редпочита|учше|очу|место|рав";
const UPDATE: &str = "actually|instead|chang*|updat*|now|new|correct*|scratch that|forget|no longer|moved|revis*|raised|lowered|increas*|switch*|\
     replac*|sorry|wait|on second thought|turns out|make it|as of|bumped|pushed|extended|renamed|rotated|took over|takes over|\
     becomes|became|adjust*|set to|latest|final answer|doch|stattdessen|geänder*|änder*|neue*|jetzt|korrektur|korrigier*|vergiss|\
     nicht mehr|verschob*|erhöht|gesenkt|aktualis*|umbenannt|inzwischen|finalement|en fait|chang*|nouve*|maintenant|oublie*|\
     reporté|augment*|mis à jour|à la place|passe à|en realidad|al final|cambi*|nuev*|ahora|corrección|olvida|ya no|aplaza*|\
     aument*|actualiz*|na verdade|afinal|mud*|alter*|nov*|agora|correção|esqueça|já não|adia*|atualiz*|passou|改|更新|新的|现在|更正|\
     其实|不再|换成|推迟|提前|增加到|调整|変更|変わ|新しい|今は|訂正|やっぱり|実は|延期|変え|변경|바뀌|바꿔|바꾸|업데이트|새로|이제|정정|\
     사실|더 이상|연기|올렸|बदल|नया|नई|नए|अब |सुधार|दरअसल|बढ़ा|घटा|تغي|جديد|الآن|تصحيح|في الواقع|لم يعد|تأجل|تأجيل|رفع|تحديث|а самом \
     деле|змен|овый|овая|овое|еперь|справ|забудь|ольше не|еренес|велич|бнов";
const DECIDE: &str = "decid*|decision|chose*|choose|choice|go with|going with|settle*|opt|opted|pick*|we'll use|we will use|i use|i take|agreed|\
     locked in|the plan is|entschied*|entschloss*|entscheid*|nehme*|wähle*|verwende*|bleiben wir|bleibe bei|setze auf|setzen auf|décid|\
     choisi*|retien*|opte|optons|je prends|on prend|nous prenons|je garde|decidi*|eleg*|elijo|opto|optamos|me quedo|nos quedamos|uso|\
     usaremos|escolh*|fico com|ficamos com|usarei|决定|选择|选用|采用|選|決め|決定|採用|にします|にしました|결정|선택|하겠습니다|निर्णय|चुन|तय |\
     قرر|اختر|اخترت|سنستخدم|سأستخدم|еши|ешен|ыбра|ыбира|ерем|еру|спользу";
const REASON: &str = "because|since|so that|due to|reason|otherwise|weil|denn|damit|wegen|sonst|parce que|car|afin|sinon|puisque|porque|ya que|\
     debido|pues|pois|para que|já que|因为|由于|所以|否则|ため|ので|から|때문|위해|므로|क्योंकि|ताकि|इसलिए|لأن|بسبب|отому что|ак как|тобы|наче|оскольку";
/// Words that contrast two things.
const CONTRAST: &str = "instead of|rather than|over|not|drop*|statt|anstatt|anstelle|plutôt|au lieu|en vez|en lugar|em vez|ao invés|而不是|不用|ではなく|\
     代わりに|대신|아니라|के बजाय|की जगह|بدل|место|а не";
/// Phrases that contain a word of prohibition but forbid nothing.
const CHAT: &str = "never mind|nevermind|don't worry|don't know|don't think|don't remember|don't understand|i have never|i've never|can't wait|\
     can't find|can't see|no problem|do not know|cannot find|why don't|didn't|doesn't|isn't";

static PATTERNS: LazyLock<Patterns> = LazyLock::new(|| Patterns::new(&LISTS));

/// The lists that mark a decision.
static DECISIONS: LazyLock<Patterns> =
    LazyLock::new(|| Patterns::new(&[(DECIDES, DECIDE), (REASONS, REASON), (CONTRASTS, CONTRAST)]));

impl Marks {
    /// Adds the marks that begin in a token of a sentence. `has` holds the kinds of the token's bytes.
    pub(super) fn add(&mut self, sentence: &[u8], token: Range<usize>, has: u8) {
        // A pattern may begin with the space before a word. No pattern begins inside a word.
        let start = token.start.saturating_sub(usize::from(has & WIDE != 0));
        let end = if has == LETTER { token.start.saturating_add(1) } else { token.end };
        PATTERNS.each_from(sentence, start, end, &mut |hit| self.0 |= hit.list);
    }

    fn has(self, list: u16) -> bool {
        self.0 & list != 0
    }

    /// True if the sentence says that something changed.
    pub(super) fn updates(self) -> bool {
        self.has(UPDATES)
    }

    /// Grades the sentence as an instruction, in tenths: 0 to 30.
    pub(super) fn grade(self) -> u8 {
        let forbids = self.has(FORBIDS) && !self.has(CHATS);
        let tenths = [(OBLIGES, 10), (LIMITS, 8), (PREFERS, 8), (DECIDES, 8), (UPDATES, 7)];
        let others: u8 = tenths.iter().filter(|(list, _)| self.has(*list)).map(|(_, tenths)| *tenths).sum();
        others.saturating_add(if forbids { 12 } else { 0 }).min(30)
    }

    /// Grades a model's sentence as a decision with a reason, in tenths.
    pub(super) fn decision(sentence: &str) -> u8 {
        let mut own = Self::default();
        DECISIONS.each(sentence.as_bytes(), &mut |hit| own.0 |= hit.list);
        match (own.has(DECIDES), own.has(REASONS)) {
            (true, true) => 90,
            (false, true) if own.has(CONTRASTS) => 36,
            (true, false) => 18,
            (false, true) => 12,
            (false, false) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::each_token;
    use super::*;

    fn marks_of(sentence: &str) -> Marks {
        let mut marks = Marks::default();
        each_token(sentence, &mut |token| marks.add(sentence.as_bytes(), token.range(sentence), token.has));
        let mut all = Marks::default();
        PATTERNS.each(sentence.as_bytes(), &mut |hit| all.0 |= hit.list);
        assert_eq!(marks, all, "{sentence}");
        marks
    }

    #[test]
    fn sentences_with_rules_have_a_grade_in_eleven_languages() {
        for sentence in [
            "never touch the folder legacy",
            "bitte ändere niemals die datei",
            "ne change jamais ce fichier",
            "nunca toques ese archivo",
            "nunca altere o arquivo",
            "不要修改这个文件",
            "このファイルは変更しないでください",
            "이 파일은 절대 수정하지 마세요",
            "इस फ़ाइल को कभी नहीं बदलें",
            "لا تغير هذا الملف",
            "никогда не меняй этот файл",
        ] {
            assert!(marks_of(sentence).grade() >= 12, "{sentence}: {:?}", marks_of(sentence));
        }
        for sentence in ["the sky was blue over the sea", "i have never seen that", "es regnet heute"] {
            assert!(marks_of(sentence).grade() < 8, "{sentence}: {:?}", marks_of(sentence));
        }
    }
}
