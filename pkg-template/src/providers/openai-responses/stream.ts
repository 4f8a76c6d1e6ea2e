// Streams of OpenAI Responses. The final event holds the whole response; the deltas serve until then.

import { Arguments } from "../../stream/arguments.js";
import {
  Assembler,
  type CallPart,
  type Fields,
  type GrowingPart,
  type TextPart,
  UNFINISHED,
  UNTYPED,
  append,
  callArguments,
  fieldsOf,
  isFields,
  leaveCall,
  leaveReasoning,
  listOf,
  textOf,
} from "../../stream/assembler.js";
import { Indexed, nameOf } from "../../stream/indexed.js";

/**
 * An item as it grows. `isImplied` is true until an event announces it. `views` are the parts of the live view that hold its texts, and
 * `replaced` are texts that gave way to others.
 */
type Item = {
  fields: Fields;
  lists: Record<List, Indexed<Text>>;
  field: string;
  json: Arguments;
  views: GrowingPart[];
  replaced: string[];
  isImplied: boolean;
  isClosed: boolean;
};
/** The lists of an item that hold texts. */
type List = "content" | "summary";
/** A part of a list. */
type Text = { fields: Fields; view: GrowingPart | null; isImplied: boolean };

/** The place of a text, by the event that adds to it: the type of the item, its list, the type of the part and its field. */
const LISTS = new Map<string, { item: string; list: List; type: string; field: string }>([
  ["response.output_text", { item: "message", list: "content", type: "output_text", field: "text" }],
  ["response.refusal", { item: "message", list: "content", type: "refusal", field: "refusal" }],
  ["response.reasoning_text", { item: "reasoning", list: "content", type: "reasoning_text", field: "text" }],
  ["response.reasoning_summary_text", { item: "reasoning", list: "summary", type: "summary_text", field: "text" }],
]);
/** The type of an item that holds a text in a field of its own, and the field. */
const FIELDS = new Map<string, { item: string; field: string }>([
  ["response.function_call_arguments", { item: "function_call", field: "arguments" }],
  ["response.custom_tool_call_input", { item: "custom_tool_call", field: "input" }],
  ["response.mcp_call_arguments", { item: "mcp_call", field: "arguments" }],
  ["response.code_interpreter_call_code", { item: "code_interpreter_call", field: "code" }],
]);
/** The types of items whose texts are known. An item of another type takes any. */
const KNOWN = new Set([...LISTS.values(), ...FIELDS.values()].map(({ item }) => item));

export class ResponsesAssembler extends Assembler {
  static isEvent({ type, object }: Fields): boolean {
    return /^response\./.test(textOf(type)) || object === "response";
  }

  #response: Fields | null = null;
  /** True for a response whose items are whole, whatever they say of themselves. */
  #isWhole = false;
  readonly #items = new Indexed<Item>();
  /** The newest item of each id, its own or that of its call. */
  readonly #named = new Map<string, Item>();

  protected take(event: Fields): void {
    const type = textOf(event.type);
    if (isFields(event.response)) this.#takeResponse(type, event.response);
    // A server that does not stream.
    else if (event.object === "response") this.#takeResponse("response." + (textOf(event.status) || "completed"), event);
    else if (type === "error") this.failure ??= event;
    else if (type === "response.output_item.added") this.#announce(event.output_index, fieldsOf(event.item));
    else if (type === "response.output_item.done") this.#close(event.output_index, fieldsOf(event.item));
    else if (type === "response.output_text.annotation.added") this.#annotate(event);
    else if (/_part\.(added|done)$/.test(type)) this.#takePart(type, event);
    else this.#takeText(type, event);
  }

  get #hasEnded(): boolean {
    return this.isComplete || this.failure !== undefined;
  }

  #takeResponse(type: string, response: Fields): void {
    if (isFields(response.usage)) this.usage = response.usage;
    const hasFailed = type === "response.failed" || (type === "response.completed" && response.status === "failed");
    const isComplete = (type === "response.completed" || type === "response.incomplete") && !hasFailed;
    const ends = isComplete || hasFailed;
    // An older event may come late.
    if (this.#hasEnded && !ends) return;
    this.#response = response;
    this.#isWhole = type === "response.completed" && !/^(incomplete|failed|cancelled)$/.test(textOf(response.status));
    this.isComplete ||= isComplete;
    if (hasFailed) this.failure = response.error ?? response;
    if (ends && this.#items.all.length === 0) listOf(response.output).forEach((item, index) => this.#add(index, item));
  }

  #announce(index: unknown, fields: Fields): void {
    const known = this.#items.at(index);
    if (known?.isImplied !== true || known.fields.type !== fields.type) {
      this.#add(index, fields);
      return;
    }
    Object.assign(known.fields, fields);
    known.isImplied = false;
    this.#name(known);
  }

  /** Records the ids of an item, and shows the name of a call. */
  #name(item: Item): void {
    if (item.views[0]?.type === "call") Object.assign(item.views[0], namesOf(item.fields));
    for (const id of [item.fields.id, item.fields.call_id]) if (typeof id === "string" && id !== "") this.#named.set(id, item);
  }

  #add(index: unknown, fields: Fields, isImplied = false): Item {
    const type = textOf(fields.type);
    const isCall = type === "function_call" || type === "custom_tool_call" || (/_call$/.test(type) && textOf(fields.call_id) !== "");
    const views = isCall ? [this.add<CallPart>({ type: "call", id: "", name: "", arguments: "" })] : [];
    const field = [...FIELDS.values()].find(({ item }) => item === type)?.field ?? ("input" in fields ? "input" : "arguments");
    const item: Item = {
      fields: { ...fields },
      lists: { content: new Indexed(), summary: new Indexed() },
      field,
      json: new Arguments(views[0] ?? null),
      views,
      replaced: [],
      isImplied,
      isClosed: false,
    };
    item.json.push(textOf(fields[field]));
    this.#showLists(item);
    this.#name(item);
    return this.#items.add(index, item);
  }

  /** Shows the texts that an item already has. */
  #showLists(item: Item): void {
    for (const list of ["content", "summary"] as const)
      listOf(item.fields[list]).forEach((part, index) => this.#addText(item, list, index, part));
  }

  #close(index: unknown, fields: Fields): void {
    // The ids of items differ between events at some servers; those of calls do not.
    const known = this.#named.get(textOf(fields.call_id)) ?? this.#find(index, fields.id);
    const isKnown =
      known?.isClosed === false && known.fields.type === fields.type && (known.isImplied || known.fields.call_id === fields.call_id);
    const item = isKnown ? known : this.#add(index, fields);
    const text = textOf(fields[item.field]);
    item.fields = { ...fields };
    item.isClosed = fields.status !== "incomplete";
    item.isImplied = false;
    if (text !== "") this.#setField(item, text);
    if (item.lists.content.all.length + item.lists.summary.all.length === 0) this.#showLists(item);
    if (fields.type !== "reasoning" || typeof fields.encrypted_content !== "string") return;
    const last = item.views.at(-1) ?? this.#view(item, { type: "reasoning", text: "" });
    if (last.type === "reasoning") last.signature = fields.encrypted_content;
  }

  #setField(item: Item, text: string): void {
    replace(item, item.json.text, text);
    item.json = new Arguments(item.json.part);
    item.json.push(text);
  }

  /** Finds an item by its index, or by its id if no item has the index. */
  #find(index: unknown, id: unknown): Item | undefined {
    const named = this.#named.get(textOf(id));
    return nameOf(index) === "" ? (named ?? this.#items.at(index)) : (this.#items.at(index) ?? named);
  }

  /** Finds the item of a text, or begins it. */
  #itemFor({ output_index: index, item_id: id, arguments: whole }: Fields, type: string): Item {
    const known = this.#find(index, id);
    if (known !== undefined && (known.fields.type === type || !KNOWN.has(textOf(known.fields.type)))) return known;
    // Some servers count the pieces of the arguments, and not the items.
    const newest = this.#items.all.at(-1);
    const isMore =
      type === "function_call" && known === undefined && newest?.fields.type === type && !newest.isClosed && !newest.json.isWhole;
    if (isMore && (whole === undefined || textOf(whole).startsWith(newest.json.text))) return newest;
    return this.#add(
      index,
      {
        type,
        ...(textOf(id) !== "" && { id }),
        ...(type === "message" && { role: "assistant" }),
        ...(type === "reasoning" && { summary: [] }),
      },
      true,
    );
  }

  #takePart(type: string, event: Fields): void {
    const part = fieldsOf(event.part);
    const place = [...LISTS.values()].find((each) => each.type === part.type);
    const list = /summary/.test(type) ? "summary" : "content";
    const item = this.#itemFor(event, place?.item ?? "message");
    const index = event[`${list}_index`];
    const known = item.lists[list].at(index);
    const isMore = known?.fields.type === part.type && (known?.isImplied || type.endsWith("done"));
    if (known === undefined || !isMore) {
      this.#addText(item, list, index, part);
      return;
    }
    // The text of a part that is done was streamed already; its other fields were not.
    const text = textIn(part) || textIn(known.fields);
    replace(item, textIn(known.fields), text);
    Object.assign(known.fields, ownPart(part), { [fieldOf(part)]: text });
    known.isImplied = false;
    this.#show(item, known);
  }

  #annotate({ output_index, item_id, content_index, annotation }: Fields): void {
    const part = this.#find(output_index, item_id)?.lists.content.at(content_index);
    if (part !== undefined) append(part.fields, "annotations", [annotation]);
  }

  #takeText(type: string, event: Fields): void {
    const dot = type.lastIndexOf(".");
    const [name, isDelta] = [type.slice(0, dot), type.endsWith(".delta")];
    const place = LISTS.get(name);
    if (place !== undefined) {
      const item = this.#itemFor(event, place.item);
      const index = event[`${place.list}_index`];
      const known = item.lists[place.list].at(index);
      const part = known?.fields.type === place.type ? known : this.#addText(item, place.list, index, { type: place.type }, true);
      const old = textIn(part.fields);
      const text = isDelta ? old + textOf(event.delta) : textOf(event[place.field]) || old;
      if (!isDelta) replace(item, old, text);
      part.fields[place.field] = text;
      this.#show(item, part);
    }
    const own = FIELDS.get(name);
    if (own === undefined) return;
    const item = this.#itemFor(event, own.item);
    item.field = own.field;
    if (isDelta) item.json.push(textOf(event.delta));
    else if (textOf(event[own.field]) !== "") this.#setField(item, textOf(event[own.field]));
  }

  #addText(item: Item, list: List, index: unknown, part: Fields, isImplied = false): Text {
    const text: Text = { fields: ownPart(part), view: null, isImplied };
    item.lists[list].add(index, text);
    this.#show(item, text);
    return text;
  }

  #show(item: Item, part: Text): void {
    const text = textIn(part.fields);
    if (text === "" && part.view === null) return;
    part.view ??= this.#view(item, { type: /^(reasoning|summary)_text$/.test(textOf(part.fields.type)) ? "reasoning" : "text", text });
    if (part.view.type !== "call") part.view.text = text;
  }

  #view(item: Item, part: GrowingPart): GrowingPart {
    item.views.push(part);
    return this.add(part);
  }

  finish(): Fields | null {
    const items = this.#items.all;
    if (this.#response === null && items.length === 0) return null;
    const { output: last, usage: _, ...response } = this.#response ?? {};
    const listed = listOf(last);
    // Some servers leave the list of the final event empty.
    const isListed = listed.length > 0 && (this.#hasEnded || items.length === 0);
    const written = isListed
      ? listed.map((fields) => this.#write(fields, this.#isWhole || isDone(fields)))
      : items.map((item) => this.#write(fieldsIn(item), item.isClosed));
    const output = written.filter((item) => item !== null);
    this.#leaveLost(output);
    // A failed response would be refused as one; the error is told beside it.
    const isWhole = this.isComplete && this.failure === undefined && response.status !== "failed";
    const cut = isWhole ? {} : { status: "incomplete", error: null };
    return { object: "response", ...response, ...cut, output, ...(this.usage && { usage: this.usage }) };
  }

  /** Returns the item, or null when it is left out. */
  #write(fields: Fields, isClosed: boolean): Fields | null {
    const hasEnded = isClosed || this.#isWhole;
    const { type } = fields;
    if (textOf(type) === "" && textOf(fields.role) === "") {
      this.leftOut.push({ type: "part", why: UNTYPED, content: fields });
      return null;
    }
    if (type === "function_call" || type === "custom_tool_call") return this.#writeCall(fields, isClosed);
    if (hasEnded) return this.#isWhole && fields.status === "in_progress" ? { ...fields, status: "completed" } : fields;
    if (type === "message") {
      const content = listOf(fields.content).filter((part) => textIn(part) !== "");
      return content.length === 0 ? null : { ...fields, status: "incomplete", content };
    }
    if (typeof fields.call_id === "string") leaveCall(this.leftOut, callOf(fields));
    else if (type === "reasoning") leaveReasoning(this.leftOut, fields);
    else this.leftOut.push({ type: "part", ...(typeof fields.id === "string" && { id: fields.id }), why: UNFINISHED, content: fields });
    return null;
  }

  /** A whole response may hold arguments that are no JSON: the model wrote them, and an error result can say so. */
  #writeCall(fields: Fields, isClosed: boolean): Fields | null {
    const call = callOf(fields);
    const isJson = fields.type === "function_call";
    const isWhole = isJson
      ? callArguments(call.arguments, isClosed || this.#isWhole) !== undefined || (isClosed && this.#isWhole)
      : isClosed || this.#isWhole;
    if (call.name === "" || !isWhole) {
      leaveCall(this.leftOut, call);
      return null;
    }
    const isOpen = !isClosed && (!this.#isWhole || fields.status === "in_progress");
    return { ...fields, ...(isJson && call.arguments.trim() === "" && { arguments: "{}" }), ...(isOpen && { status: "completed" }) };
  }

  /** Records streamed texts that the final form of their items lacks. */
  #leaveLost(output: readonly Fields[]): void {
    const kept = textsIn([output, this.leftOut]);
    for (const { fields, views, replaced } of this.#items.all) {
      for (const view of [...views, ...replaced.map((text): TextPart => ({ type: "text", text }))]) {
        const text = (view.type === "call" ? view.id : view.text).trim();
        if (text === "" || kept.has(text)) continue;
        this.leftOut.push({
          type: view.type === "text" ? "part" : view.type,
          ...(typeof fields.id === "string" && { id: fields.id }),
          why: LOST,
          content: view.type === "call" ? view.arguments : view.text,
        });
      }
    }
  }
}

/** Notes a text that gives way to another, unless that one begins with it. */
function replace({ replaced }: Item, old: string, text: string): void {
  if (!text.startsWith(old.trimEnd())) replaced.push(old);
}

const LOST = "the response at the end of the stream lacks it";

/** Reports whether an item of a list is done. Calls have to say so. */
const isDone = ({ status, type }: Fields): boolean =>
  status === "completed" || (status !== "incomplete" && status !== "in_progress" && !/_call$/.test(textOf(type)));

/** Returns the item with the texts that it has so far. */
function fieldsIn({ fields, lists, field, json, isClosed }: Item): Fields {
  const whole = { ...fields, ...(json.text !== "" && { [field]: json.text }) };
  for (const list of ["content", "summary"] as const) {
    const streamed = lists[list].all;
    const isKept = streamed.length === 0 || (isClosed && listOf(fields[list]).length > 0);
    if (!isKept) whole[list] = streamed.map((part) => part.fields);
  }
  return whole;
}

function namesOf(fields: Fields): Pick<CallPart, "id" | "name"> {
  return { id: textOf(fields.call_id), name: textOf(fields.name) };
}

function callOf(fields: Fields): Omit<CallPart, "type"> {
  return { ...namesOf(fields), arguments: textOf(fields.arguments ?? fields.input) };
}

/** Returns a part that belongs to the assembler. */
const ownPart = (part: Fields): Fields => ({
  ...part,
  ...(Array.isArray(part.annotations) && { annotations: [...(part.annotations as unknown[])] }),
});

/** Returns the name of the field that holds the text of a part. */
const fieldOf = ({ type }: Fields): string => (type === "refusal" ? "refusal" : "text");

const textIn = (part: Fields): string => textOf(part[fieldOf(part)]);

/** Returns all texts in a value. */
function textsIn(value: object): Set<string> {
  const texts = new Set<string>();
  const open = [value];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    for (const inner of Object.values(each) as unknown[]) {
      if (typeof inner === "string") texts.add(inner.trim());
      else if (typeof inner === "object" && inner !== null) open.push(inner);
    }
  }
  return texts;
}
