import { testReplay } from "./replay.mjs";

testReplay("bedrock");
