import { testBrokenHistories } from "./sanitize-mutations-support.mjs";

testBrokenHistories("gemini");
