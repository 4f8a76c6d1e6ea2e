import { testBrokenHistories } from "../../support/mutations/broken-histories.mjs";

testBrokenHistories("mistral");
