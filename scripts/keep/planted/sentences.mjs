// Sentences that are planted, by language. The parts in <…> must survive together, within one message: the word that marks a rule, its object
// and its value. Names in {…} are values; the value of `{host2}` is another one than that of `{host}`.

/**
 * @typedef {object} Sentences of a user and an assistant
 * @property {Record<"coding" | "service", string>} goals first requests
 * @property {string[]} rules that the user states
 * @property {[before: string, after: string][]} facts that the user states, and their updates in other words
 * @property {string[]} decisions of the assistant, each with its reason
 * @property {string[]} questions that nobody answers
 * @property {[proposal: string, reply: string]} proposal of the assistant, and the user's short reply
 * @property {string[]} asides that stand before a rule in one message
 * @property {string[]} chat with the words of a rule, but without a rule
 * @property {string[]} answers that acknowledge
 * @property {string} later answer to a question for which there is no time
 * @property {string} on request to continue
 */

/** @type {Record<string, Sentences>} */
export const SENTENCES = {
  English: {
    goals: {
      coding:
        "We are getting <{name}> ready for the auditors: <limits> that nobody maintains any more have to become <options>, and the <release notes> must list every one of them.",
      service:
        "I am sorting out the things I bought for <{name}>: some are to be <exchanged>, and at the end I need a <summary> for our <bookkeeper>.",
    },
    rules: [
      "<Never> push anything to <{branch}> until I have looked at it.",
      "<Always> run <{command}> before you tell me that a step is finished.",
      "Please <don't> edit files under <{path}>, the mobile team owns them.",
      "A new file may have <at most> <{count} lines>.",
      "All of this must <not cost more than> <{money}>.",
      "I would <rather> get <one short paragraph> than a table.",
      "<Only {person}> can sign off a change to the <schedule>.",
      "Whatever leaves for <{host}> <has to> be <encrypted> first.",
      "You may <not> write to <{person}> before <{date}>.",
      "From today on, put <{code}> into <every> commit message.",
      "<Avoid> calls to <{host}> during <office hours>.",
      "When you give me amounts, use <euros> with <two decimals> and nothing else.",
      "<No> third-party packages in <{path}>, please.",
      "<Make sure> that nobody outside <{name}> sees the <figures>.",
    ],
    facts: [
      ["Our test database lives at <{host}>.", "Operations moved it: the test database answers at <{host2}> now."],
      ["I can spend <{money}> on this.", "I talked to my husband, and we can spend <{money2}> after all."],
      ["The launch is on <{date}>.", "The launch slipped, it is <{date2}> now."],
      ["<{person}> looks after our suppliers.", "From Monday on, <{person2}> looks after our suppliers."],
      ["Use build <{code}> for the trial.", "That one was broken, please use build <{code2}> for the trial."],
      ["Invoices go to <{mail}>.", "Our accountant has changed: send invoices to <{mail2}>."],
      ["Give up after <{count} attempts>.", "Let us be patient and give up after <{count2} attempts> instead."],
    ],
    decisions: [
      "I compared both, and I take <{name}> instead of <{name2}>, <because> the latter needs a licence for each seat.",
      "My choice is <{name}>; <{name2}> is out, <since> it cannot sort by date.",
    ],
    questions: [
      "Something else: who hears about it when <{name}> <stops at night>?",
      "By the way, is there a way to <undo an import> of <{name}>?",
    ],
    proposal: [
      "There are two open entries that I could clear up for you:\n1. <{code}> over <{money}>, which I would cancel today\n2. <{code2}> over <{money2}>, which can move to <{date}>\nShall I do both of them?",
      "Yes, both please.",
    ],
    asides: [
      "The coffee machine is broken again, so forgive my typing.",
      "This came up in our meeting this morning.",
      "I nearly forgot to tell you something.",
    ],
    chat: ["Never mind the typo in my last message.", "I have always wondered how you people do that."],
    answers: ["Understood.", "Good to know, I will.", "All right, noted."],
    later: "Let me first finish what I am doing.",
    on: "Fine, please carry on.",
  },
  German: {
    goals: {
      coding:
        "Wir machen <{name}> fertig für die Prüfer: alte <Grenzwerte> sollen zu <Optionen> werden, und die <Versionshinweise> müssen jede einzelne davon nennen.",
      service:
        "Ich räume bei den Bestellungen für <{name}> auf: einiges soll <umgetauscht> werden, und am Schluss brauche ich eine <Übersicht> für die <Buchhaltung>.",
    },
    rules: [
      "Ändere <nie> etwas unter <{path}>, bevor ich es gesehen habe.",
      "Lass <immer> erst <{command}> laufen, bevor du etwas für fertig erklärst.",
      "Eine neue Datei darf <höchstens> <{count} Zeilen> haben.",
      "Das Ganze soll <nicht mehr als> <{money}> kosten.",
      "Mir ist <ein kurzer Absatz> <lieber> als eine Tabelle.",
      "<Nur {person}> darf Änderungen am <Zeitplan> freigeben.",
      "Bitte <keine> Anfragen an <{host}> während der <Bürozeiten>.",
    ],
    facts: [
      ["Unsere Testdatenbank liegt auf <{host}>.", "Der Betrieb hat umgebaut: die Testdatenbank ist jetzt unter <{host2}> zu finden."],
      ["Ausgeben kann ich dafür <{money}>.", "Nach Rücksprache mit meiner Frau können wir doch <{money2}> dafür ausgeben."],
      ["Der Start ist am <{date}>.", "Der Start verschiebt sich auf <{date2}>."],
      ["Um die Lieferanten kümmert sich <{person}>.", "Ab Montag kümmert sich <{person2}> um die Lieferanten."],
    ],
    decisions: ["Ich habe beides verglichen und nehme <{name}> statt <{name2}>, <weil> letzteres für jeden Platz eine Lizenz braucht."],
    questions: ["Noch etwas: wer erfährt es eigentlich, wenn <{name}> <nachts stehen bleibt>?"],
    proposal: [
      "Zwei offene Posten könnte ich für Sie erledigen:\n1. <{code}> über <{money}>, den würde ich heute stornieren\n2. <{code2}> über <{money2}>, der lässt sich auf den <{date}> legen\nSoll ich beides tun?",
      "Ja, bitte beides.",
    ],
    asides: [
      "Die Kaffeemaschine ist schon wieder kaputt.",
      "Das kam heute früh in der Besprechung auf.",
      "Beinahe hätte ich etwas vergessen.",
    ],
    chat: ["Das habe ich ja noch nie erlebt.", "Immer mit der Ruhe."],
    answers: ["Verstanden.", "Gut zu wissen, mache ich.", "In Ordnung, ist notiert."],
    later: "Ich bringe erst zu Ende, woran ich gerade bin.",
    on: "Gut, mach bitte weiter.",
  },
  French: {
    goals: {
      coding:
        "Nous préparons <{name}> pour les auditeurs : les vieilles <limites> doivent devenir des <options>, et les <notes de version> doivent toutes les citer.",
      service:
        "Je fais le tri dans les commandes de <{name}> : certains articles sont à <échanger>, et à la fin il me faut un <récapitulatif> pour la <comptable>.",
    },
    rules: [
      "Ne touche <jamais> à <{path}> avant que j'aie relu.",
      "Exécute <toujours> <{command}> avant de dire qu'une étape est finie.",
      "Un nouveau fichier compte <au maximum> <{count} lignes>.",
      "Le tout ne doit <pas coûter plus de> <{money}>.",
      "J'aime mieux <un court paragraphe> <plutôt> qu'un tableau.",
      "<Seule {person}> peut valider un changement de <calendrier>.",
      "<Évite> les appels à <{host}> pendant les <heures de bureau>.",
    ],
    facts: [
      ["Notre base de test se trouve sur <{host}>.", "L'équipe a déménagé la base de test, elle répond désormais sur <{host2}>."],
      ["Je peux y consacrer <{money}>.", "J'en ai parlé avec mon mari, nous pouvons finalement y consacrer <{money2}>."],
      ["Le lancement est fixé au <{date}>.", "Le lancement glisse au <{date2}>."],
      ["C'est <{person}> qui suit nos fournisseurs.", "À partir de lundi, c'est <{person2}> qui suit nos fournisseurs."],
    ],
    decisions: ["J'ai comparé les deux et je prends <{name}> plutôt que <{name2}>, <car> ce dernier demande une licence par poste."],
    questions: ["Autre chose : qui est prévenu quand <{name}> <s'arrête la nuit> ?"],
    proposal: [
      "Je peux régler deux dossiers ouverts pour vous :\n1. <{code}> de <{money}>, que j'annulerais aujourd'hui\n2. <{code2}> de <{money2}>, que l'on peut reporter au <{date}>\nEst-ce que je fais les deux ?",
      "Oui, les deux s'il vous plaît.",
    ],
    asides: ["La machine à café est encore en panne.", "On en a parlé ce matin en réunion.", "J'allais oublier de vous dire une chose."],
    chat: ["Je n'avais jamais vu une chose pareille.", "C'est toujours un plaisir de vous lire."],
    answers: ["Compris.", "Bon à savoir, je le ferai.", "Entendu, c'est noté."],
    later: "Je termine d'abord ce que j'ai commencé.",
    on: "Très bien, continuez s'il vous plaît.",
  },
  Spanish: {
    goals: {
      coding:
        "Estamos preparando <{name}> para los auditores: los <límites> viejos tienen que pasar a ser <opciones>, y las <notas de la versión> deben nombrarlas todas.",
      service:
        "Estoy ordenando los pedidos de <{name}>: hay cosas que quiero <cambiar>, y al final necesito un <resumen> para la <contable>.",
    },
    rules: [
      "No toques <nunca> <{path}> hasta que yo lo haya visto.",
      "Ejecuta <siempre> <{command}> antes de dar un paso por terminado.",
      "Un archivo nuevo puede tener <como mucho> <{count} líneas>.",
      "Todo esto <no debe costar más de> <{money}>.",
      "<Prefiero> <un párrafo corto> a una tabla.",
      "<Solo {person}> puede aprobar un cambio en el <calendario>.",
      "<Evita> las llamadas a <{host}> en <horas de oficina>.",
    ],
    facts: [
      ["Nuestra base de pruebas está en <{host}>.", "La han trasladado: la base de pruebas responde ahora en <{host2}>."],
      ["Puedo gastar <{money}> en esto.", "Lo hablé con mi marido y al final podemos gastar <{money2}>."],
      ["El lanzamiento es el <{date}>.", "El lanzamiento se retrasa al <{date2}>."],
      ["De los proveedores se ocupa <{person}>.", "Desde el lunes se ocupa <{person2}> de los proveedores."],
    ],
    decisions: ["He comparado los dos y me quedo con <{name}> en vez de <{name2}>, <porque> este último pide una licencia por puesto."],
    questions: ["Otra cosa: ¿a quién avisan cuando <{name}> <se para de noche>?"],
    proposal: [
      "Hay dos partidas abiertas que podría resolver:\n1. <{code}> de <{money}>, que anularía hoy mismo\n2. <{code2}> de <{money2}>, que se puede pasar al <{date}>\n¿Hago las dos cosas?",
      "Sí, las dos, por favor.",
    ],
    asides: ["La cafetera se ha vuelto a estropear.", "Esto salió en la reunión de esta mañana.", "Casi se me olvida decirte algo."],
    chat: ["Nunca me había pasado algo así.", "Siempre es un gusto trabajar contigo."],
    answers: ["Entendido.", "Bueno es saberlo, así lo haré.", "De acuerdo, anotado."],
    later: "Primero termino lo que tengo entre manos.",
    on: "Bien, sigue, por favor.",
  },
  Chinese: {
    goals: {
      coding: "我们要让 <{name}> 通过审计：旧的<上限>要改成<选项>，<发布说明>里要逐条列出。",
      service: "我在整理给 <{name}> 买的东西：有些要<换货>，最后我需要一份<汇总>交给<会计>。",
    },
    rules: [
      "在我看过之前，<千万不要>改动 <{path}> 下的任何内容。",
      "说某一步完成之前，<一定要>先运行 <{command}>。",
      "新文件<最多>只能有 <{count} 行>。",
      "全部费用<不能超过> <{money}>。",
      "比起表格，我<更喜欢><一小段话>。",
      "<只有 {person}> 可以批准<日程>的改动。",
      "<上班时间><不要>访问 <{host}>。",
    ],
    facts: [
      ["我们的测试数据库在 <{host}>。", "运维搬了机器，测试数据库现在的地址是 <{host2}>。"],
      ["这件事我可以花 <{money}>。", "跟我先生商量过了，这件事可以花到 <{money2}>。"],
      ["发布日是 <{date}>。", "发布日推迟了，改到 <{date2}>。"],
      ["供应商由 <{person}> 负责。", "从周一起，供应商改由 <{person2}> 负责。"],
    ],
    decisions: ["我比较了两者，决定用 <{name}>，不用 <{name2}>，<因为>后者每个席位都要买许可。"],
    questions: ["另外，<{name}> <半夜停了>的话，谁会收到通知？"],
    proposal: [
      "有两笔未结的单子我可以替您处理：\n1. <{code}>，金额 <{money}>，今天就可以取消\n2. <{code2}>，金额 <{money2}>，可以改到 <{date}>\n两笔都办吗？",
      "好的，两笔都办。",
    ],
    asides: ["咖啡机又坏了。", "这是今天早上开会时提到的。", "差点忘了告诉你一件事。"],
    chat: ["我从没遇到过这种事。", "你总是这么快。"],
    answers: ["明白。", "知道了，我会照办。", "好的，已记下。"],
    later: "我先把手上的事做完。",
    on: "好，请继续。",
  },
  Japanese: {
    goals: {
      coding: "監査に向けて <{name}> を整えています。古い<上限>を<オプション>に変え、<リリースノート>にすべて載せてください。",
      service: "<{name}> のために買った品を整理しています。いくつか<交換>して、最後に<経理>へ渡す<一覧>が必要です。",
    },
    rules: [
      "私が確認するまで、<{path}> の中は<決して>変えないでください。",
      "作業が終わったと言う前に、<必ず> <{command}> を実行してください。",
      "新しいファイルは<最大> <{count} 行>までです。",
      "全部で <{money}> を<超えないように>してください。",
      "表よりも<短い段落><のほうが>好きです。",
      "<日程>の変更を承認できるのは <{person}> <だけ>です。",
      "<勤務時間>中は <{host}> を<呼ばないで>ください。",
    ],
    facts: [
      ["テスト用データベースは <{host}> にあります。", "運用が引っ越しをしました。テスト用データベースは今 <{host2}> です。"],
      ["これには <{money}> 使えます。", "夫と相談して、やはり <{money2}> まで使えることになりました。"],
      ["公開日は <{date}> です。", "公開日は <{date2}> に延びました。"],
      ["仕入れ先の担当は <{person}> です。", "月曜から仕入れ先の担当は <{person2}> になります。"],
    ],
    decisions: ["両方を比べて、<{name2}> ではなく <{name}> にします。<{name2}> は席ごとにライセンスが要る<から>です。"],
    questions: ["ところで、<{name}> が<夜中に止まったら>、誰に連絡が行きますか。"],
    proposal: [
      "未処理が二件あり、こちらで片づけられます。\n1. <{code}>、<{money}>、本日取り消し\n2. <{code2}>、<{money2}>、<{date}> へ変更\n両方とも進めますか。",
      "はい、両方お願いします。",
    ],
    asides: ["コーヒーメーカーがまた壊れました。", "今朝の会議で出た話です。", "一つ言い忘れるところでした。"],
    chat: ["こんなことは一度もありませんでした。", "いつもありがとうございます。"],
    answers: ["わかりました。", "そうします。", "了解、控えました。"],
    later: "まず今の作業を終わらせます。",
    on: "では続けてください。",
  },
  Italian: {
    goals: {
      coding:
        "Stiamo preparando <{name}> per i revisori: i vecchi <limiti> devono diventare <opzioni>, e le <note di rilascio> devono citarle tutte.",
      service:
        "Sto mettendo in ordine gli acquisti per <{name}>: alcune cose sono da <cambiare>, e alla fine mi serve un <riepilogo> per la <contabile>.",
    },
    rules: [
      "Non toccare <mai> <{path}> prima che io l'abbia visto.",
      "Esegui <sempre> <{command}> prima di dire che un passo è finito.",
      "Un file nuovo può avere <al massimo> <{count} righe>.",
      "Il tutto <non deve costare più di> <{money}>.",
      "<Preferisco> <un breve paragrafo> a una tabella.",
      "<Solo {person}> può approvare un cambio di <programma>.",
      "<Evita> le chiamate a <{host}> in <orario d'ufficio>.",
    ],
    facts: [
      ["Il nostro database di prova sta su <{host}>.", "L'hanno spostato: il database di prova ora risponde su <{host2}>."],
      ["Per questo posso spendere <{money}>.", "Ne ho parlato con mio marito, possiamo spendere <{money2}>."],
      ["Il lancio è il <{date}>.", "Il lancio slitta al <{date2}>."],
      ["Dei fornitori si occupa <{person}>.", "Da lunedì dei fornitori si occupa <{person2}>."],
    ],
    decisions: ["Ho confrontato i due e prendo <{name}> invece di <{name2}>, <perché> quest'ultimo chiede una licenza per postazione."],
    questions: ["Un'altra cosa: chi viene avvisato quando <{name}> <si ferma di notte>?"],
    proposal: [
      "Ci sono due partite aperte che potrei sistemare:\n1. <{code}> di <{money}>, che annullerei oggi\n2. <{code2}> di <{money2}>, che si può spostare al <{date}>\nFaccio entrambe le cose?",
      "Sì, entrambe, grazie.",
    ],
    asides: ["La macchina del caffè è di nuovo rotta.", "È saltato fuori stamattina in riunione.", "Stavo per dimenticare una cosa."],
    chat: ["Non mi era mai capitato.", "È sempre un piacere."],
    answers: ["Capito.", "Buono a sapersi, lo farò.", "Va bene, annotato."],
    later: "Prima finisco quello che sto facendo.",
    on: "Bene, continua pure.",
  },
  Turkish: {
    goals: {
      coding: "<{name}> projesini denetime hazırlıyoruz: eski <sınırlar> <seçenek> olmalı ve <sürüm notları> hepsini tek tek saymalı.",
      service: "<{name}> için aldıklarımı toparlıyorum: bazıları <değişecek>, sonunda da <muhasebeci> için bir <özet> gerekiyor.",
    },
    rules: [
      "Ben bakmadan <{path}> altında <asla> bir şey değiştirme.",
      "Bir adım bitti demeden önce <her zaman> <{command}> çalıştır.",
      "Yeni bir dosya <en fazla> <{count} satır> olabilir.",
      "Hepsi <{money}> tutarını <geçmesin>.",
      "Tablo yerine <kısa bir paragraf> <tercih ederim>.",
      "<Takvim> değişikliğini <yalnızca {person}> onaylayabilir.",
      "<Mesai saatlerinde> <{host}> adresine istek <gönderme>.",
    ],
    facts: [
      ["Deneme veritabanımız <{host}> üzerinde.", "Taşındı: deneme veritabanı artık <{host2}> adresinde."],
      ["Bunun için <{money}> harcayabilirim.", "Eşimle konuştum, <{money2}> harcayabiliriz."],
      ["Yayın tarihi <{date}>.", "Yayın ertelendi, yeni tarih <{date2}>."],
      ["Tedarikçilerle <{person}> ilgileniyor.", "Pazartesiden itibaren tedarikçilerle <{person2}> ilgilenecek."],
    ],
    decisions: ["İkisini karşılaştırdım ve <{name2}> yerine <{name}> kullanıyorum, <çünkü> öteki her koltuk için lisans istiyor."],
    questions: ["Bir de şu var: <{name}> <gece durursa> kime haber gidiyor?"],
    proposal: [
      "Sizin için kapatabileceğim iki açık kayıt var:\n1. <{code}>, <{money}>, bugün iptal ederim\n2. <{code2}>, <{money2}>, <{date}> gününe alınabilir\nİkisini de yapayım mı?",
      "Evet, ikisini de.",
    ],
    asides: ["Kahve makinesi yine bozuldu.", "Bu sabah toplantıda konuşuldu.", "Az kalsın bir şeyi unutuyordum."],
    chat: ["Böyle bir şey hiç başıma gelmemişti.", "Her zamanki gibi hızlısın."],
    answers: ["Anladım.", "İyi oldu, öyle yaparım.", "Tamam, not aldım."],
    later: "Önce elimdekini bitireyim.",
    on: "Güzel, lütfen devam et.",
  },
};

/** Languages without lists of words in the package. */
export const UNLISTED = ["Italian", "Turkish"];
