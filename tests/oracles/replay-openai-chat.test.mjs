import { testReplay } from "./replay.mjs";

testReplay("openai-chat");
