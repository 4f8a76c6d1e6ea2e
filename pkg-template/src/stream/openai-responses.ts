// Streams of OpenAI Responses. The final event holds the whole response; the deltas serve until then.

import { Assembler, type CallPart, type Fields, type GrowingPart, UNFINISHED, callArguments, fieldsOf, isFields, leaveCall, leaveReasoning, listOf, textOf } from "./assembler.js";

/** An item as it grows, and the parts of the live view that hold its texts. */
type Item = { fields: Fields; parts: Map<string, GrowingPart>; isClosed: boolean };

/** The place of a text in an item, by the event that adds to it. */
const LISTS: Readonly<Record<string, { list: string; type: string; field: string }>> = {
  "response.output_text": { list: "content", type: "output_text", field: "text" },
  "response.refusal": { list: "content", type: "refusal", field: "refusal" },
  "response.reasoning_text": { list: "content", type: "reasoning_text", field: "text" },
  "response.reasoning_summary_text": { list: "summary", type: "summary_text", field: "text" },
};
const FIELDS: Readonly<Record<string, string>> = {
  "response.function_call_arguments": "arguments",
  "response.custom_tool_call_input": "input",
  "response.mcp_call_arguments": "arguments",
  "response.code_interpreter_call_code": "code",
};

export class ResponsesAssembler extends Assembler {
  #response: Fields | null = null;
  readonly #items: Item[] = [];

  push(event: Fields): void {
    const type = textOf(event.type);
    if (isFields(event.response)) this.#takeResponse(type, event.response);
    if (type === "error") this.failure = event.error ?? event;
    if (type === "response.output_item.added") this.#add(event, fieldsOf(event.item));
    const item = this.#items[Number(event.output_index)];
    if (item === undefined) return;
    if (type === "response.output_item.done") this.#close(item, fieldsOf(event.item));
    else if (type === "response.output_text.annotation.added") this.#annotate(item, event);
    else if (/_part\.(added|done)$/.test(type)) this.#takePart(item, event);
    else this.#takeText(item, type, event);
  }

  #takeResponse(type: string, response: Fields): void {
    this.#response = response;
    if (isFields(response.usage)) this.usage = response.usage;
    if (type === "response.completed" || type === "response.incomplete") this.isComplete = true;
    if (type === "response.failed") this.failure = response.error ?? response;
  }

  #add({ output_index: index }: Fields, fields: Fields): void {
    const item: Item = { fields: { ...fields }, parts: new Map(), isClosed: false };
    for (const name of ["content", "summary"]) if (Array.isArray(fields[name])) item.fields[name] = fields[name].map((part: unknown) => ({ ...fieldsOf(part) }));
    if (/_call$/.test(textOf(fields.type)) && textOf(fields.call_id) !== "") {
      item.parts.set("call", this.add({ type: "call", id: textOf(fields.call_id), name: textOf(fields.name), arguments: textOf(fields.arguments ?? fields.input) }));
    }
    this.#items[Number(index)] = item;
  }

  #close(item: Item, fields: Fields): void {
    item.fields = fields;
    item.isClosed = true;
    const call = item.parts.get("call");
    if (call?.type === "call") call.arguments = textOf(fields.arguments ?? fields.input) || call.arguments;
    if (fields.type !== "reasoning" || typeof fields.encrypted_content !== "string") return;
    let last = [...item.parts.values()].at(-1);
    if (last === undefined) item.parts.set("reasoning", (last = this.add({ type: "reasoning", text: "" })));
    if (last.type === "reasoning") last.signature = fields.encrypted_content;
  }

  #takePart(item: Item, { type, part, content_index, summary_index }: Fields): void {
    const isSummary = /summary/.test(textOf(type));
    const parts = listIn(item, isSummary ? "summary" : "content");
    // The text of a part that is done was streamed already; its other fields were not.
    parts[Number((isSummary ? summary_index : content_index) ?? 0)] = { ...fieldsOf(part) };
  }

  #annotate(item: Item, { content_index, annotation }: Fields): void {
    const part = listIn(item, "content")[Number(content_index ?? 0)];
    if (part !== undefined) part.annotations = [...((part.annotations as unknown[] | undefined) ?? []), annotation];
  }

  #takeText(item: Item, type: string, event: Fields): void {
    const dot = type.lastIndexOf(".");
    const [name, isDelta] = [type.slice(0, dot), type.endsWith(".delta")];
    const place = LISTS[name];
    if (place !== undefined) {
      const index = Number((place.list === "summary" ? event.summary_index : event.content_index) ?? 0);
      const part = (listIn(item, place.list)[index] ??= { type: place.type });
      const text = isDelta ? textOf(part[place.field]) + textOf(event.delta) : textOf(event[place.field]);
      part[place.field] = text;
      this.#show(item, `${place.list}${index}`, place.type, text);
    }
    const field = FIELDS[name];
    if (field === undefined) return;
    const text = isDelta ? textOf(item.fields[field]) + textOf(event.delta) : textOf(event[field]);
    item.fields[field] = text;
    const call = item.parts.get("call");
    if (call?.type === "call") call.arguments = text;
  }

  #show(item: Item, place: string, type: string, text: string): void {
    const isReasoning = type === "reasoning_text" || type === "summary_text";
    const part = item.parts.get(place) ?? this.add<GrowingPart>({ type: isReasoning ? "reasoning" : "text", text: "" });
    item.parts.set(place, part);
    if (part.type !== "call") part.text = text;
  }

  finish(): Fields | null {
    const response = this.#response;
    if (response === null && this.#items.length === 0) return null;
    const final = this.isComplete || this.failure !== undefined ? listOf(response?.output) : [];
    // Some servers leave the list of the final event empty.
    const items = final.length > 0 ? final.map((fields) => ({ fields, isClosed: fields.status !== "incomplete" && fields.status !== "in_progress" })) : this.#items.filter((item) => item !== undefined);
    const output = items.map((item) => this.#write(item)).filter((item) => item !== null);
    // A failed response would be refused as one; the error is told beside it.
    const cut = this.isComplete ? {} : { status: "incomplete", error: null };
    return { object: "response", ...response, ...cut, output, ...(this.usage && { usage: this.usage }) };
  }

  /** Returns the item, or null when it is left out. */
  #write({ fields, isClosed }: Pick<Item, "fields" | "isClosed">): Fields | null {
    if (isClosed) return fields.type === "function_call" && fields.arguments === "" ? { ...fields, arguments: "{}" } : fields;
    if (fields.type === "message") {
      const content = listOf(fields.content).filter((part) => textOf(part.text ?? part.refusal) !== "");
      return content.length === 0 ? null : { ...fields, status: "incomplete", content };
    }
    if (fields.type === "function_call" && callArguments(textOf(fields.arguments), false) !== undefined) return { ...fields, status: "completed" };
    if (typeof fields.call_id === "string") leaveCall(this.leftOut, callOf(fields));
    else if (fields.type === "reasoning") leaveReasoning(this.leftOut, fields);
    else this.leftOut.push({ type: "part", ...(typeof fields.id === "string" && { id: fields.id }), why: UNFINISHED, content: fields });
    return null;
  }
}

function callOf(fields: Fields): Omit<CallPart, "type"> {
  return { id: textOf(fields.call_id), name: textOf(fields.name), arguments: textOf(fields.arguments ?? fields.input) };
}

/** Returns the list of an item, as an array that belongs to the assembler. */
function listIn({ fields }: Item, name: string): Fields[] {
  return (fields[name] ??= []) as Fields[];
}
