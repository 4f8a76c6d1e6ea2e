import { testBrokenHistories } from "./mutations.mjs";

testBrokenHistories("mistral");
