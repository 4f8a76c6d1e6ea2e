import { testReplay } from "./replay.mjs";

testReplay("anthropic");
