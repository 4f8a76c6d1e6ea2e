import { testReplay } from "./replay.mjs";

testReplay("gemini");
