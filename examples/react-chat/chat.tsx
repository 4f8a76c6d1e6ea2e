// A chat in React: it streams, stops, edits, regenerates, goes back to earlier versions, and survives a reload.

import { ConversationManager, type Message, type TranscriptMessage } from "backscroll";
import { useConversation } from "backscroll/react";
import { addStream } from "backscroll/stream";
import { type FormEvent, memo, useCallback, useRef, useState } from "react";
import { createRoot } from "react-dom/client";

// The address of your server, which asks the model. Only for trying the page out, one on this machine may be named in the address.
const named = new URLSearchParams(location.search).get("provider");
const url = named !== null && new URL(named).hostname === "127.0.0.1" ? named : location.origin;
const saved = localStorage.getItem("chat");
const conversation = saved === null ? new ConversationManager({ systemPrompt: "Be brief." }) : ConversationManager.fromJSON(saved);
conversation.subscribe(() => localStorage.setItem("chat", JSON.stringify(conversation)));

/** Asks the model, and gives the text so far while it grows. */
function useModel() {
  const [partial, setPartial] = useState("");
  const stopping = useRef<AbortController>(null);
  const ask = useCallback(async () => {
    const { signal } = (stopping.current = new AbortController());
    setPartial("");
    try {
      const { body } = await conversation.prepare("openai-chat", { model: "m", stream: true });
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        signal,
      });
      await addStream(conversation, "openai-chat", response, { signal, onUpdate: ({ text }) => setPartial(text) }).result();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }, []);
  const stop = useCallback(() => stopping.current?.abort(), []);
  return { partial, ask, stop };
}

function Chat() {
  const { transcript, busy } = useConversation(conversation);
  const { partial, ask, stop } = useModel();
  const say = (text: string) => {
    conversation.addMessage("user", text);
    ask();
  };
  return (
    <>
      <ol>
        {transcript
          .filter(({ message }) => message.role !== "system")
          .map((entry) => (
            <Row key={entry.message.id} entry={entry} busy={busy} ask={ask} />
          ))}
        {busy && <li className="assistant partial">{partial}</li>}
      </ol>
      {busy ? (
        <button type="button" onClick={stop}>
          Stop
        </button>
      ) : (
        <Line label="Message" action="Send" onLine={say} />
      )}
    </>
  );
}

const Row = memo(function Row({ entry, busy, ask }: { entry: TranscriptMessage; busy: boolean; ask: () => void }) {
  const { message, siblings = [message.id] } = entry;
  const [isEditing, setEditing] = useState(false);
  const place = siblings.indexOf(message.id);
  const edit = (text: string) => {
    conversation.edit(message.id, text);
    ask();
  };
  const regenerate = () => {
    conversation.regenerate(message.id);
    ask();
  };
  const go = (step: number) => {
    const other = siblings[place + step];
    return (
      <button
        type="button"
        aria-label={step < 0 ? "Previous" : "Next"}
        disabled={busy || other === undefined}
        onClick={() => other !== undefined && conversation.select(other)}
      >
        {step < 0 ? "‹" : "›"}
      </button>
    );
  };
  return (
    <li className={message.role}>
      {isEditing ? <Line label="Edited message" action="Save" text={textOf(message)} onLine={edit} /> : <p>{textOf(message)}</p>}
      {siblings.length > 1 && (
        <span className="versions">
          {go(-1)} {place + 1} / {siblings.length} {go(1)}
        </span>
      )}
      {message.role === "user" ? (
        <button type="button" disabled={busy} onClick={() => setEditing(!isEditing)}>
          Edit
        </button>
      ) : (
        <button type="button" disabled={busy} onClick={regenerate}>
          Regenerate
        </button>
      )}
    </li>
  );
});

/** A line of text to fill in. */
function Line({ label, action, text = "", onLine }: { label: string; action: string; text?: string; onLine: (text: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const said = `${new FormData(event.currentTarget).get("text")}`.trim();
    if (said !== "") onLine(said);
  };
  return (
    <form onSubmit={submit}>
      {/* biome-ignore lint/a11y/noAutofocus: the person has just asked to write here */}
      <input name="text" aria-label={label} defaultValue={text} autoFocus />
      <button type="submit">{action}</button>
    </form>
  );
}

const textOf = ({ content }: Message) =>
  typeof content === "string" ? content : (content ?? []).map((part) => (part.type === "text" ? part.text : "")).join("");

createRoot(document.getElementById("chat") as HTMLElement).render(<Chat />);
