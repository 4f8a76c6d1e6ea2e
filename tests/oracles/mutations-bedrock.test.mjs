import { testBrokenHistories } from "./mutations.mjs";

testBrokenHistories("bedrock");
