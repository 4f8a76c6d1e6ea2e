// A provider of the family of chat completions: its folder in the core with the rules that such servers share, and its judge.

import { readFileSync } from "node:fs";
import { at } from "../lib/paths.mjs";
import { StepError } from "../lib/run.mjs";
import { catalogues } from "./rule.mjs";

/** The rules of OpenAI that most servers of the family have, in the order of their new numbers. */
const SHARED = ["OC0", "OC1", "OC2", "OC3", "OC4", "OC5", "OC6", "OC7", "OC7b", "OC7c", "OC8", "OC9", "OC12"];
const OPENAI = "src/format/openai_chat";

/** The reason why a rule of which no error message is known is one. */
const EVIDENCE = "OpenAI's rule, by the provider's claim of compatibility";

const MOD = ({ title, variant, constant, id }) => `//! ${title}'s chat completions.

mod dialect;
mod rules;

pub(super) use super::contract::text_block::NO_WORDS as WORDS;
pub(super) use super::models::NO_MODELS as MODELS;
pub(super) use super::sizes::NO_SIZES as SIZES;

use super::chat::{Chat, ChatForm, read_part};
use super::contract::clues::Clues;
use crate::message::Format;

/// Nothing but the name of a model tells its bodies from OpenAI's.
pub(super) const CLUES: Clues = Clues::NONE;

/// ${title}'s chat completions.
pub static ${constant}: Chat = Chat { form: &FORM, dialect: &dialect::DIALECT, client: None };

static FORM: ChatForm = ChatForm {
    role_rule: Some(&rules::${id("OC1")}),
    has_developer: true,
    content_rule: Some(&rules::${id("OC5")}),
    part_rule: Some(&rules::${id("OC0")}),
    idle_calls_rule: Some(&rules::${id("OC7b")}),
    null_name_rule: Some(&rules::${id("OC7c")}),
    arguments_rule: Some(&rules::${id("OC6")}),
    ..ChatForm::of(Format::${variant}, |node| read_part(Format::${variant}, node))
};
`;

const DIALECT = ({ title, variant, id }) => `//! Demands of ${title}'s chat completions.

use super::rules;
use crate::format::chat::{is_picture, is_reachable, sound};
use crate::format::contract::shared_fields::is_shared;
use crate::message::{Format, Message, Part, PartKind, Role};
use crate::sanitize::{
    CallRules, ContentRules, Dialect, FieldPlace, FieldRules, Hooks, Letters, MediaRules, Pattern,
    ReasoningRules, Refusal, RequestFields, RequestOptions, ResultRules, SystemRules, TurnRules, UnitState,
    kind_of,
};

/// Parts that only the user's messages hold.
const MEDIA_PARTS: [&str; 3] = ["image_url", "input_audio", "file"];

/// The form of names.
const NAME: Pattern =
    Pattern { rule: Some(&rules::${id("OC4")}), shortest: 1, longest: 64, letters: Letters::Plain };

pub(super) static DIALECT: Dialect = Dialect {
    format: Format::${variant},
    catalogue: &rules::CATALOGUE,
    form_rule: Some(&rules::${id("OC0")}),
    of_request: |_| None,
    request: RequestFields { empty_tools_rule: Some(&rules::${id("OC7b")}), ..RequestFields::DEFAULT },
    turns: TurnRules { empty_rule: Some(&rules::${id("OC7")}), ..TurnRules::DEFAULT },
    system: SystemRules::DEFAULT,
    calls: CallRules {
        id: Pattern { rule: Some(&rules::${id("OC3")}), shortest: 1, longest: 64, letters: Letters::Any },
        duplicate_rule: Some(&rules::${id("OC9")}),
        name: NAME,
        arguments_rule: Some(&rules::${id("OC6")}),
        ..CallRules::DEFAULT
    },
    results: ResultRules {
        missing_rule: Some(&rules::${id("OC2")}),
        orphan_rule: Some(&rules::${id("OC1")}),
        moved_rule: Some(&rules::${id("OC1")}),
        duplicate_rule: Some(&rules::${id("OC9")}),
        ..ResultRules::DEFAULT
    },
    content: ContentRules {
        absent_rule: Some(&rules::${id("OC5")}),
        no_parts_rule: Some(&rules::${id("OC7")}),
        ..ContentRules::filled(crate::format::text_blocks::read_text_block)
    },
    media: MediaRules {
        place_rule: Some(&rules::${id("OC8")}),
        source_rule: Some(&rules::${id("OC12")}),
        text_files_as_text: true,
        unnamed_file: Some("document"),
        ..MediaRules::of(takes_part, is_writable)
    },
    fields: FieldRules {
        refuses: |_, _, _| true,
        speaker_name: Some(Pattern { rule: Some(&rules::${id("OC7c")}), ..NAME }),
        named_roles: &[Role::System, Role::User, Role::Assistant, Role::Tool],
        ..FieldRules::only(fields, is_shared)
    },
    reasoning: ReasoningRules::judged_by(refusal),
    hooks: Hooks::NONE,
};

fn takes_part(role: Role, part: &PartKind) -> bool {
    match part {
        PartKind::Text(_) => true,
        PartKind::Other { json, .. } => role == Role::User || !MEDIA_PARTS.contains(&kind_of(json).as_str()),
        PartKind::Image(_) | PartKind::Audio(_) | PartKind::File(_) => role == Role::User,
        PartKind::Refusal(_) | PartKind::Reasoning(_) => role == Role::Assistant,
    }
}

/// A picture is a URL or bytes of a known type, a sound is wav or mp3, a document is bytes.
fn is_writable(part: &PartKind) -> bool {
    match part {
        PartKind::Image(media) => {
            media.url.as_deref().is_some_and(is_reachable) || (media.is_base64() && is_picture(media))
        }
        PartKind::Audio(media) => media.data.is_some() && sound(media).is_some(),
        PartKind::File(media) => media.is_base64(),
        PartKind::Text(_) | PartKind::Reasoning(_) | PartKind::Refusal(_) | PartKind::Other { .. } => true,
    }
}

fn fields(place: FieldPlace) -> &'static [&'static str] {
    match place {
        // Instructions may have the role of developers.
        FieldPlace::Message(Role::System) => &["role"],
        FieldPlace::Message(Role::User | Role::Assistant | Role::Tool)
        | FieldPlace::Text
        | FieldPlace::Media
        | FieldPlace::Reasoning
        | FieldPlace::Call => &[],
    }
}

fn refusal(part: &Part, _: &Message, _: &RequestOptions, _: &UnitState) -> Option<Refusal> {
    part.as_reasoning().map(|_| (&rules::${id("OC0")}, "the provider does not take it back"))
}
`;

const RULES = ({ title, variant, ids }) => `//! Rules of ${title}. The file of each is in \`rules\`, under its id.

use crate::message::Format;
use crate::rules::rules;

rules! { Format::${variant};
    ${ids.join(", ")},
}
`;

const ACCEPTED = ({ title }) => `{
  "rule": "accepted",
  "title": "${title}",
  "because": "OpenAI answers such requests",
  "accepted": [
    { "id": "neighbours", "what": "several messages of one role in a row" }
  ],
  "cases": [
    {
      "name": "the user speaks twice, and so does the assistant",
      "accepts": "neighbours",
      "given": {
        "model": "m",
        "messages": [
          { "role": "user", "content": "Hello." },
          { "role": "user", "content": "Time?" },
          { "role": "assistant", "content": "Well." },
          { "role": "assistant", "content": "Noon." },
          { "role": "user", "content": "Thanks." }
        ]
      },
      "repairs": []
    }
  ]
}
`;

const JUDGE = ({ title, map }) => `import { openAIOptions } from "../options.js";
import { contentHasParts, contentIsPresent, partsAreSupported, toolContentIsText } from "../openai-chat/content.js";
import { contextIsLargeEnough } from "../openai-chat/context-window.js";
import { callArgumentsAreStrings, callNamesMatch, idsAreShort, messageNamesMatch } from "../openai-chat/identifiers.js";
import { imagesAreReadable } from "../openai-chat/images.js";
import { callsAreAnswered, idsAreUnique, resultsAnswerCalls } from "../openai-chat/pairing.js";
import { messagesAreThere, schemaHolds } from "../openai-chat/schema.js";
import { choiceHasTools, toolCallsAreNotEmpty, toolListFits } from "../openai-chat/tools.js";
import { firstRefusal } from "../refusal.js";

/** The rules that ${title} shares with OpenAI, by OpenAI's ids. */
const IDS = {
${Object.entries(map)
  .map(([openAI, own]) => `  ${openAI}: "${own}",`)
  .join("\n")}
};

/** The rules in the order of judgement: later rules rely on earlier ones. */
const RULES = [
  messagesAreThere,
  schemaHolds,
  toolListFits,
  choiceHasTools,
  toolCallsAreNotEmpty,
  messageNamesMatch,
  idsAreShort,
  callNamesMatch,
  callArgumentsAreStrings,
  contentIsPresent,
  contentHasParts,
  partsAreSupported,
  toolContentIsText,
  imagesAreReadable,
  idsAreUnique,
  resultsAnswerCalls,
  callsAreAnswered,
  contextIsLargeEnough,
];

/**
 * Judges the body of a request as ${title} does.
 *
 * @param {unknown} body
 * @param {Partial<import("../options.js").OpenAIOptions>} [options]
 * @returns {import("../types.js").StrictRefusal | null} null when it is accepted
 */
export function judge(body, options) {
  const refusal = firstRefusal(RULES, body, openAIOptions(options));
  return refusal && { ...refusal, rule: IDS[refusal.rule] ?? refusal.rule };
}
`;

const CLUES = ({ name, title }) => `// Clues of ${title}.

import { isArray } from "../../input/check.js";
import { type Clue, SURE } from "../../doctor/clue.js";

export const CLUES: readonly Clue[] = [
  {
    formats: ["${name}"],
    points: SURE,
    why: "Its model is one of ${title}.",
    is: ({ model, body }) => model.startsWith("${name}") && isArray(body.messages),
  },
];
`;

/** The file of a rule that is OpenAI's, too: without OpenAI's words, and with the cases that are of these rules alone. */
function shared(openAI, id) {
  const { demands, repaired, in: places, refused, cases } = JSON.parse(readFileSync(at(OPENAI, "rules", `${openAI}.json`), "utf8"));
  // Free-form tools and refusals are OpenAI's own.
  const isShared = ({ given, options = {}, provider, repairs = [], refusedBy = openAI }) =>
    Object.keys(options).every((name) => name === "openCalls" || name === "interruptedText") &&
    provider === undefined &&
    !/"(?:custom|refusal)"/.test(JSON.stringify(given)) &&
    [...repairs.map(({ rule = openAI }) => rule), refusedBy].every((rule) => SHARED.includes(rule) || rule === "OC-schema");
  const own = cases.filter(isShared).map((one) => ({
    ...one,
    ...(one.refusedBy !== undefined && { refusedBy: SHARED.includes(one.refusedBy) ? id(one.refusedBy) : one.refusedBy }),
    ...(one.repairs !== undefined && {
      repairs: one.repairs.map((repair) => ({ ...repair, ...(repair.rule && { rule: id(repair.rule) }) })),
    }),
  }));
  const file = { rule: id(openAI), demands, evidence: EVIDENCE, repaired, in: places, refused, cases: own };
  return `${JSON.stringify(file, null, 2).replaceAll(/\b(OpenAI)'s reference/g, "the provider's reference")}\n`;
}

/** @returns {import("../new.mjs").Addition} */
export function provider(name = "", prefix = "") {
  if (!/^[a-z]+(-[a-z]+)*$/.test(name))
    throw new StepError(`\`${name}\` is no name of a provider`, {
      advice: "give small letters and hyphens, and two capitals for the rules: acme AC",
    });
  if (!/^[A-Z]{2}$/.test(prefix) || Object.hasOwn(catalogues(), prefix))
    throw new StepError(`\`${prefix}\` cannot begin the ids of its rules`, {
      advice: `give two capitals other than ${Object.keys(catalogues()).join(", ")}`,
    });
  const words = name.split("-").map((word) => word[0].toUpperCase() + word.slice(1));
  const camel = name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
  const folder = name.replaceAll("-", "_");
  const id = (openAI) => `${prefix}${SHARED.indexOf(openAI)}`;
  const about = {
    name,
    folder,
    id,
    title: words.join(" "),
    variant: words.join(""),
    constant: folder.toUpperCase(),
    ids: SHARED.map(id),
    map: Object.fromEntries(SHARED.map((openAI) => [openAI, id(openAI)])),
  };
  const home = `src/format/${folder}`;
  return {
    files: {
      [`${home}/mod.rs`]: MOD(about),
      [`${home}/dialect.rs`]: DIALECT(about),
      [`${home}/rules.rs`]: RULES(about),
      ...Object.fromEntries(SHARED.map((openAI) => [`${home}/rules/${id(openAI)}.json`, shared(openAI, id)])),
      [`${home}/rules/accepted.json`]: ACCEPTED(about),
      [`pkg-template/src/strict-provider/${name}/judge.js`]: JUDGE(about),
      [`pkg-template/src/providers/${name}/clues.ts`]: CLUES(about),
    },
    lines: [
      [
        "src/message/format_name.rs",
        /^ {8}\}\n {4}\};\n\}\npub\(crate\) use providers;/m,
        `            ${about.variant}, "${name}", ${folder}::${about.constant};\n`,
      ],
      [
        "pkg-template/src/providers/registry/clues.ts",
        /^import \{ CLUES as openaiChat/m,
        `import { CLUES as ${camel} } from "../${name}/clues.js";\n`,
      ],
      ["pkg-template/src/providers/registry/clues.ts", /^ {2}\.\.\.mistral,/m, `  ...${camel},\n`],
      [
        "pkg-template/src/strict-provider/judges.js",
        /^import \{ judge as mistral/m,
        `import { judge as ${camel} } from "./${name}/judge.js";\n`,
      ],
      ["pkg-template/src/strict-provider/judges.js", /^ {2}mistral,/m, `  ${name === camel ? camel : `"${name}": ${camel}`},\n`],
      ["src/format/mod.rs", /^mod params;/m, `pub mod ${folder};\n`],
    ],
    steps: [
      "cargo fmt, and BLESS=1 cargo test --no-fail-fast --test rules --test corpus, which writes the lists that name each provider.",
      `Write the demands that differ from OpenAI's in ${home}/dialect.rs. Correct the files of these rules: their sentences and cases, and the expected bodies of others that they change.`,
      "Put the provider's own error messages and their source into `words` and `source` of each rule, in place of `evidence`.",
      `Where a demand differs, replace its generator in the judge, pkg-template/src/strict-provider/${name}/judge.js; mistral/ is an example.`,
      "Remove the rules that the provider has not, in rules.rs, rules, and the judge. npm run new -- rule ID adds one.",
      `Correct the names of its models in pkg-template/src/providers/${name}/clues.ts. npm test -- build pack`,
      "BLESS=1 node --test tests/js/requests/targets.test.mjs",
      "Name it in scripts/site/refusals/providers.mjs, and give the pages of its rules titles, in labels.mjs, and what to do, in actions.mjs there.",
      "npm test -- rust types node, and npm run size -- --bless",
      "src/format/mod.rs says what a provider needs that differs from the family, and which documents name it.",
    ],
  };
}
