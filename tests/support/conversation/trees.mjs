// A tree of messages in plain JavaScript, and random programs that edit, reduce and undo a conversation beside it.

import { ConversationManager } from "backscroll";
import { random } from "../random.mjs";
import { Transcript, optionsOf, prepared, settingsOf } from "../reduce/loops.mjs";

/** The messages of all paths: each has a parent, and one path is active. */
export class Tree {
  constructor() {
    this.parents = new Map();
    this.path = [];
    /** The paths that were left, the last one at the end. */
    this.left = [];
  }

  add(message) {
    this.parents.set(message.id, this.path.at(-1)?.id ?? null);
    this.path.push(message);
  }

  /** Goes back to the first `count` messages. */
  cut(count) {
    const old = this.path;
    this.path = old.slice(0, count);
    this.#leave(old);
  }

  select(id) {
    if (this.path.some((message) => message.id === id)) return;
    const at = this.left.findLastIndex((path) => path.some((message) => message.id === id));
    const old = this.path;
    [this.path] = this.left.splice(at, 1);
    this.#leave(old);
  }

  /** A path that is the beginning of another is no path of its own. */
  #leave(old) {
    const last = old.at(-1);
    if (last !== undefined && ![this.path, ...this.left].some((path) => path.includes(last))) this.left.push(old);
  }

  siblings(id) {
    const reachable = new Set([this.path, ...this.left].flat().map((message) => message.id));
    return [...this.parents].filter(([other, parent]) => parent === this.parents.get(id) && reachable.has(other)).map(([other]) => other);
  }
}

/** A conversation, the tree of what was said in it, and a source of chance. */
export class Program {
  constructor(seed) {
    this.settings = settingsOf(seed);
    this.chance = random(seed * 7 + 1);
    this.talk = new Transcript(seed * 7 + 2);
    this.tree = new Tree();
    this.conversation = new ConversationManager(optionsOf(this.settings));
    this.#note();
  }

  /** Adds to the tree what the conversation has beyond it. */
  #note() {
    const said = this.conversation.transcript.map(({ message }) => message);
    for (const message of said.slice(this.tree.path.length)) this.tree.add(message);
  }

  say(rows) {
    for (const row of rows) this.conversation.addMessage(row);
    this.#note();
  }

  /** Does one thing at random. Returns its name. */
  async step() {
    const { pick } = this.chance;
    const name = pick(["ask", "ask", "ask", "reply", "reply", "reply", "prepare", "prepare", "prepare", "truncate", "undo", "undoAll", "edit", "regenerate", "rewind", "select", "restore", "fork"]);
    await this[name]();
    return name;
  }

  ask() {
    this.say([this.talk.question()]);
  }

  reply() {
    const { chance } = this.chance;
    const rows = this.talk.answer(200);
    // Results that a strategy shortens.
    this.say(rows.map((row) => (row.role === "tool" && chance(0.6) ? { ...row, content: this.talk.words(900) } : row)));
  }

  async prepare() {
    await prepared(this.conversation, this.settings);
  }

  truncate() {
    this.conversation.truncate({ keepRecent: this.chance.below(6) });
  }

  undo() {
    this.conversation.undo();
  }

  undoAll() {
    this.conversation.undoAll();
  }

  #pick(role) {
    const { path } = this.tree;
    const messages = path.filter((message) => role === undefined || message.role === role);
    return messages.length === 0 ? null : this.chance.pick(messages);
  }

  edit() {
    const message = this.#pick(this.chance.pick(["user", "assistant"]));
    if (message === null) return;
    this.conversation.edit(message.id, this.talk.words(30));
    this.tree.cut(this.tree.path.indexOf(message));
    this.#note();
  }

  regenerate() {
    const message = this.#pick("assistant");
    if (message === null || this.tree.path[0] === message) return;
    this.conversation.regenerate(message.id);
    this.tree.cut(this.tree.path.indexOf(message));
  }

  rewind() {
    const message = this.#pick();
    if (message === null) return;
    this.conversation.rewind(message.id);
    this.tree.cut(this.tree.path.indexOf(message) + 1);
  }

  select() {
    const message = this.#pick();
    if (message === null) return;
    const id = this.chance.pick(this.tree.siblings(message.id));
    this.conversation.select(id);
    this.tree.select(id);
  }

  /** Goes on with a conversation that was restored. */
  restore() {
    const snapshot = JSON.stringify(this.conversation);
    const { reduce, estimator } = optionsOf(this.settings);
    this.conversation.dispose();
    this.conversation = ConversationManager.fromJSON(snapshot, { ...(reduce && { reduce }), ...(typeof estimator === "function" && { estimator }) });
  }

  fork() {
    const fork = this.conversation.fork();
    fork.addMessage("user", "Only in the fork.");
    fork.dispose();
  }
}
