import { testBrokenHistories } from "./mutations.mjs";

testBrokenHistories("gemini");
