// A conversation as a store needs it.

import { Method } from "../../../build/method.js";
import { isOurs } from "../input/check.js";
import { ConversationError } from "../input/errors.js";
import type { Engine } from "../wasm/engine.js";
import type { Journal, StorableConversation, StoreHost } from "../types/store.js";
import { whole } from "../input/message.js";
import type { Settings } from "./settings.js";
import { keptOf, restore } from "./snapshot.js";

/** The host of a conversation, which keeps its own options. Calls `resumeRun` after its state was replaced. */
export function hostOf(conversation: StorableConversation, engine: Engine, settings: Settings, resumeRun: () => void): StoreHost {
  const { threshold, transcript, cacheTtl } = settings;
  const own = { ...(threshold !== null && { threshold }), ...(!transcript && { transcript }), ...(cacheTtl !== null && { cacheTtl }) };
  return {
    conversation,
    hold: (threadId) => {
      const { thread } = engine;
      if (thread !== null) {
        const message = `The conversation is saved as the thread ${JSON.stringify(thread)} already. Close that one first, or persist a copy: \`conversation.fork()\`.`;
        throw new ConversationError("already-persisted", message, { details: { threadId: thread } });
      }
      engine.thread = threadId;
      return () => (engine.thread = null);
    },
    append: (message) => void engine.append(whole(message)),
    journal: (isWhole) => {
      const kept = JSON.stringify(keptOf(settings));
      return engine.json(Method.Journal, [kept, isWhole]) as Journal;
    },
    become: (snapshot) =>
      engine.batch(() => {
        Object.assign(settings, restore(engine, snapshot, settings.estimator, settings.margin), own);
        engine.setLimits(settings.limits);
        engine.call(Method.KeepTranscript, [settings.transcript]);
        resumeRun();
      }),
    continueJournal: (keys, nextKey) => engine.call(Method.ContinueJournal, [nextKey, ...keys]) > 0,
    suspend: (suspension) => {
      const json = JSON.stringify(suspension);
      try {
        engine.call(Method.Suspend, [json]);
        return true;
      } catch (error) {
        if (isOurs(error) && (error.code === "nothing-pending" || error.code === "awaiting-approval")) return false;
        throw error;
      }
    },
  };
}
