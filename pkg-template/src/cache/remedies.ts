// The remedy for each cause.

import type { CacheMissCause } from "./types.js";

export const REMEDIES: Readonly<Record<CacheMissCause, string>> = {
  "model-changed": "Stay with one model for a conversation; each model has a cache of its own.",
  "account-changed": "Send the requests of a conversation with the same account; caches are not shared.",
  "endpoint-changed": "Send the requests of a conversation to the same endpoint; caches are not shared.",
  "lifetime-passed": "Choose a longer lifetime, or send the next request sooner.",
  "below-minimum": "Nothing needs a change: the provider caches no prompt that is as short.",
  "parameter-changed": "Set the parameter once, and keep it for the whole conversation.",
  "tools-added": "Declare all tools from the first request on, or give new ones by a message where the provider allows it.",
  "tools-removed": "Keep the declarations of tools that you no longer want to be called, and forbid their calls in words.",
  "tools-reordered": "Sort the tools, for example by name, before you send them.",
  "tool-changed": "Keep the declaration of a tool unchanged for the whole conversation.",
  "system-changed": "Keep the system prompt unchanged, and say what is new in the newest message.",
  "key-order-changed": "Write JSON with its keys in a fixed order, and keep arguments as the model wrote them.",
  "changing-value": "Take the value out of the prefix, or say it in the newest message only.",
  "images-changed": "Expect this once: from now on, keep an image in every request.",
  "message-edited": "Leave earlier messages as they were sent, and add the correction as a new message.",
  "message-inserted": "Add messages at the end only.",
  "message-removed": "Reduce the history rarely and by much, so that the cache is lost seldom.",
  "result-shortened": "Shorten a result before it is first sent, or many results in one go.",
  "result-cleared": "Clear many results in one go, and seldom.",
  "reasoning-left-out": "Send reasoning back as it came, or leave it out from the first request on.",
  "breakpoint-missing": "Set a breakpoint in each request, at the end of the newest input.",
  "breakpoint-moved": "Set a breakpoint at the end of the newest input, or behind it, and never before the last one.",
  "breakpoint-too-far": "Set one more breakpoint, where the last one of the previous request stood.",
};
