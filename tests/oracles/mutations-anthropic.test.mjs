import { testBrokenHistories } from "./mutations.mjs";

testBrokenHistories("anthropic");
