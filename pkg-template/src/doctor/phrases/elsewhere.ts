// Phrases of refusals that are not about the form of the request: account, model, filter, output, server.

import type { Phrase } from "./phrase.js";

/** Before all others: these words leave no doubt. */
export const ELSEWHERE: readonly Phrase[] = [
  // A key or a login.
  ["not-ours", /tier capacity|out of capacity|extra usage|for this subscription|terms acceptance|need to subscribe|key expired/i],
  ["not-ours", /disconnected before|models\/\S{1,80} is not found/i],
  ["not-ours", /(?:invalid|incorrect|missing|expired|wrong|unknown|no|your) (?:x-)?(?:\w+ )?(?:api|access)[ _-]?key/i],
  ["not-ours", /api[ _-]?key.{0,20} (?:is|was|has|not|must) |\bunauthori[sz]ed|authentication|authenticate/i],
  ["not-ours", /not authori[sz]ed/i],
  [
    "not-ours",
    /(?:invalid|expired|missing|incorrect) (?:access |auth\w* |bearer |security |session |jwt |id )?(?:token|credentials?)\b(?! count)/i,
  ],
  ["not-ours", /security token|credentials|please log ?in|only authorized|unauthenticated|log in again|oauth|令牌|鉴权|身份验证/i],
  // Money and quotas.
  ["not-ours", /quota|insufficient (?:account )?(?:credit|balance|fund)|credit balance/i],
  ["not-ours", /(?:out of|more|enough|remaining) credits|balance (?:is )?(?:too low|insufficient|not enough)|\bbilling/i],
  ["not-ours", /payment|top[ -]?up|can only afford|spend(?:ing)? limit|usage limit|free tier|paid (?:account|plan|tier)/i],
  ["not-ours", /overdue|arrear|good standing|余额|欠费|额度/i],
  // Access.
  ["not-ours", /(?:currently|is|are) only available (?:for|to)\b|coding agents/i],
  // Rates.
  ["not-ours", /rate[ _-]?limit|too many (?:concurrent )?requests|throttl/i],
  ["not-ours", /(?:requests|tokens) per (?:second|min|hour|day)|concurren(?:cy|t) (?:limit|request)|overloaded/i],
  ["not-ours", /high demand|over capacity|at capacity|try again (?:later|in \d|shortly)|slow down|限流|频繁/i],
  // Filters.
  ["not-ours", /content[ _]?(?:filter|management|moderation|policy|policies)|moderation/i],
  ["not-ours", /safety (?:system|filter|setting|check|reasons)|data_?inspection|inappropriate content|usage polic/i],
  ["not-ours", /violat\w+ .{0,40}(?:polic|terms|guidelines)|was flagged|flagged (?:as|by|for)|responsible ?ai/i],
  ["not-ours", /prohibited_?content|sensitive (?:content|words?|information)|(?:input|output|prompt|new)_?sensitive/i],
  ["not-ours", /guardrail (?:intervened|blocked)|content exists risk|blocked by|敏感/i],
  // The model's own output.
  ["not-ours", /failed_generation|failed to call a function/i],
  ["not-ours", /model (?:has )?(?:produced|generated|called|attempted|tried|emitted)/i],
  ["not-ours", /model(?:'s)? (?:output|response) (?:could not|can't|cannot|was|is|contains|had)/i],
  ["not-ours", /(?:error|failure|failed) (?:while )?parsing tool calls?|invalid tool generation/i],
  ["not-ours", /tool call validation failed|attempted to call (?:a )?tool|not in request\.tools/i],
  ["not-ours", /malformed[ _]function[ _]call|unexpected tokens? remaining/i],
  ["not-ours", /(?:failed|unable|could not) (?:to )?(?:parse|decode) (?:the )?(?:model|output|response|generated)/i],
  ["not-ours", /generated (?:output|json|text) .{0,40}(?:invalid|not|could)|failed to (?:generate|validate) json/i],
  ["not-ours", /(?:returned|received) (?:an )?(?:empty|no) (?:response|completion|stream|choices|output|content)/i],
  ["not-ours", /no candidates|repetitive|output_parse_failed/i],
  // How the server was started.
  ["not-ours", /requires? --|--enable-auto|--jinja|--tool-call-parser|--reasoning-parser|--mmproj/i],
  ["not-ours", /(?:start|started|launch|restart)\w* .{0,20}with .{0,20}--|rendering prompt with jinja/i],
  ["not-ours", /must provide a chat template|chat template .{0,40}(?:not|no longer|missing)/i],
  ["not-ours", /tokenizer (?:does not|doesn't) define|flag to be (?:set|enabled)/i],
];

/** After all others: their words also occur in refusals of a form. */
export const ELSEWHERE_LAST: readonly Phrase[] = [
  // Access.
  ["not-ours", /(?:not|n't) have (?:the )?(?:access|permission)|no access to/i],
  [
    "not-ours",
    /access (?:is |was |to .{0,60})?(?:denied|restricted|not granted)|permission (?:denied|error)|(?:lacks?|without|insufficient|required|missing|no) (?:\w{1,20} )?permissions?\b/i,
  ],
  ["not-ours", /^(?:\d{3} )?forbidden|not (?:allowed|permitted|entitled|eligible) to/i],
  [
    "not-ours",
    /not (?:available|supported|enabled) (?:in|for|on) (?:your|this) (?:region|country|location|account|plan|organi[sz]ation|subscription|project|tier)/i,
  ],
  ["not-ours", /location is not supported|(?:region|territory) (?:is )?not supported/i],
  ["not-ours", /(?:organi[sz]ation|account|workspace|project) (?:has been|is|was) (?:disabled|suspended|deactivated|not active|banned)/i],
  ["not-ours", /only available (?:on|in)|must be verified|your (?:organi[sz]ation|account|plan|subscription|project)/i],
  ["not-ours", /use case details|marketplace|data policy|upgrade to|ip address|whitelist|allowlist/i],
  // The name of the model.
  ["not-ours", /(?:unknown|unrecognized|no such|nonexistent|invalid|unsupported|not (?:a )?valid|wrong) model\b/i],
  [
    "not-ours",
    /model(?:[ _](?:name|id|identifier))?[ :=]{0,2}(?:'[^']{1,120}'|[\w./:@-]{1,120})? ?(?:is |was |has been |are )?(?:not (?:found|exist|a valid|valid|recognized|available|loaded|supported|allowed|deployed)|invalid|unavailable|unknown|deprecated|retired|decommissioned|does(?: not|n't) exist|no longer)/i,
  ],
  ["not-ours", /model_not_found|could not find (?:the )?model/i],
  [
    "not-ours",
    /no (?:allowed |available |healthy |suitable )*(?:model|deployment|endpoint|provider|channel|instance)s? (?:is |are |was |were )?(?:available|found|matching|for)/i,
  ],
  ["not-ours", /deployment .{0,60}(?:not exist|not found)|inference profile|throughput|is not a valid model/i],
  ["not-ours", /end of (?:its )?life|try pulling|model (?:was )?(?:unloaded|crashed|failed to load)|模型不存在|无可用渠道/i],
  ["not-ours", /(?:model|the) .{1,80} does(?: not|n't) exist or/i],
  // The server, or the way to it.
  ["not-ours", /internal (?:server )?error|internalservererror|server (?:had|encountered|is|was|error)|bad gateway/i],
  ["not-ours", /gateway time-?out|service (?:is )?(?:temporarily |currently )?unavailable|temporarily unavailable/i],
  ["not-ours", /no healthy|upstream (?:connect|request (?:failed|timeout))/i],
  ["not-ours", /connection (?:error|refused|reset|closed|aborted|timed)|econn\w+|etimedout|enotfound|tim(?:ed|e) ?-?out/i],
  ["not-ours", /socket hang up|fetch failed|network error|something went wrong|unexpected (?:server )?error/i],
  ["not-ours", /unknown error|out of memory|system memory|cuda|engine ?core|deadline exceeded|certificate|getaddrinfo/i],
  ["not-ours", /\bstream (?:ended|closed|error)|overloaded_error|load (?:the )?model/i],
];
