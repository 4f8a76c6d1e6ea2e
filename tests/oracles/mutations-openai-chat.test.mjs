import { testBrokenHistories } from "./mutations.mjs";

testBrokenHistories("openai-chat");
