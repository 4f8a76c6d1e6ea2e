import { testReplay } from "./replay.mjs";

testReplay("mistral");
