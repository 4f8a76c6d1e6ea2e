// The fastest way to write a request body in plain JavaScript: each message is encoded once, and its bytes are copied into every request.

const encoder = new TextEncoder();
const COMMA = 0x2c;

/** Messages of one provider, kept as bytes. */
export class ByteArena {
  #messages;
  #fragments = [];
  #length = 0;
  #buffer = new Uint8Array(0);

  constructor(messages) {
    this.#messages = [...messages];
  }

  push(...messages) {
    this.#messages.push(...messages);
  }

  get count() {
    return this.#messages.length;
  }

  /** Drops the oldest messages. */
  dropFirst(count) {
    for (const fragment of this.#fragments.splice(0, count)) this.#length -= fragment.length + 1;
    this.#messages.splice(0, count);
  }

  /** Returns the body in a buffer of its own. */
  copy(params) {
    const head = this.#prepare(params);
    return this.#gather(head, new Uint8Array(this.#total(head)));
  }

  /** Returns the body in a buffer that the next call overwrites. */
  view(params) {
    const head = this.#prepare(params);
    const total = this.#total(head);
    if (this.#buffer.length < total) this.#buffer = new Uint8Array(total * 2);
    return this.#gather(head, this.#buffer).subarray(0, total);
  }

  /** Encodes the new messages, and the head of the body. */
  #prepare(params) {
    for (const message of this.#messages.slice(this.#fragments.length)) {
      const fragment = encoder.encode(JSON.stringify(message));
      this.#length += fragment.length + 1;
      this.#fragments.push(fragment);
    }
    return encoder.encode(`${JSON.stringify(params).slice(0, -1)},"messages":[`);
  }

  #total(head) {
    return head.length + Math.max(this.#length - 1, 0) + 2;
  }

  #gather(head, body) {
    body.set(head);
    let at = head.length;
    for (const [index, fragment] of this.#fragments.entries()) {
      if (index > 0) body[at++] = COMMA;
      body.set(fragment, at);
      at += fragment.length;
    }
    body.set([0x5d, 0x7d], at);
    return body;
  }
}
