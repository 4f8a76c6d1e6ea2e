// Refusals that name nothing: a class of errors, or that something is invalid.

import { isAmong } from "../../parameters/types.js";

/** All words of refusals that name nothing. */
const VAGUE =
  "a again an and api argument arguments bad badrequest body call chat check client code contains data details documentation entity error exception failed format from has have http illegal in incorrect input invalid is it json llm malformed message messages more no not occurred of one or parameter parameters params please provider received request requests responded response returned server setting some specified status the this to tokenization try unknown unprocessable upstream valid validation was were with wrong you your are 参数 参数错误 请求参数错误 调用参数有误 参数有误 参数非法 请检查文档 请检查后重试";

/** Words above which a message says something. */
const MOST_WORDS = 25;

/** Reports whether a message names nothing. */
export function isVague(message: string): boolean {
  const words = message
    .slice(0, MOST_LENGTH)
    .replace(/^(?:upstream )?error from [\w ()-]{1,40}: /i, "")
    .replace(/request[ _-]?id:? ?[\w-]{1,80}/gi, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== "");
  return (
    !/'\w/.test(message) &&
    message.length < MOST_LENGTH &&
    words.length > 0 &&
    words.length <= MOST_WORDS &&
    words.every((word) => isAmong(VAGUE, word))
  );
}

/** Characters of a message that may name nothing. */
const MOST_LENGTH = 300;
