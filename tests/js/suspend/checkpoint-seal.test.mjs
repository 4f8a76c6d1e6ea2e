// Sealed checkpoints: every changed byte is detected.

import assert from "node:assert/strict";
import { webcrypto } from "node:crypto";
import { describe, test } from "node:test";
import { runInNewContext } from "node:vm";
import { Checkpoint } from "backscroll";
import { call, checkpointOn } from "../../support/suspend/checkpoints.mjs";
import { refusal } from "../../support/basics.mjs";

const key = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
const checkpoint = checkpointOn([call()], { threadId: "t-1", originalInput: "Grüße, 東京 \u{1f600} \u0000 \ufeff" });
const sealed = await checkpoint.seal(key);

const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

async function tampered(text, what = text) {
  const error = await refusal(() => Checkpoint.open(text, key), "checkpoint-tampered");
  assert.ok(!error.message.includes("undefined"), `${what}: ${error.message}`);
}

describe("round trip", () => {
  test("every sealed checkpoint can be opened", async () => {
    assert.deepEqual(await Checkpoint.open(sealed, key), checkpoint);
  });

  test("the text is one line, safe in a URL, and deterministic", async () => {
    assert.match(sealed, /^backscroll-checkpoint-1\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
    assert.equal(await checkpoint.seal(key), sealed);
  });

  test("large checkpoints can be sealed", async () => {
    const large = checkpointOn([call("c1", { arguments: { text: "é\u{1f600}".repeat(200_000) } })]);
    assert.deepEqual(await Checkpoint.open(await large.seal(key), key), large);
  });

  const keys = {
    "of 32 bytes": () => key,
    "of 33 and of 1,000 bytes": () => new Uint8Array(1_000).fill(3),
    "a Buffer in the pool": () => Buffer.from(key),
    "of another realm": () => runInNewContext(`Uint8Array.from([${key}])`),
    "in shared memory": () => new Uint8Array(new SharedArrayBuffer(32)),
    "a Buffer in shared memory": () => Buffer.from(new SharedArrayBuffer(32)),
    "a view in the middle": () => new Uint8Array(100).fill(9).subarray(10, 50),
    "a subclass": () => new (class Key extends Uint8Array {})(32),
  };
  for (const [name, make] of Object.entries(keys)) {
    test(`a key ${name}`, async () => {
      assert.deepEqual(await Checkpoint.open(await checkpoint.seal(make()), make()), checkpoint);
    });
  }

  test("a key may be overwritten as soon as `seal` or `open` was called", async () => {
    for (const own of [Uint8Array.from(key), Buffer.from(key)]) {
      const sealing = checkpoint.seal(own);
      own.fill(0);
      assert.equal(await sealing, sealed);
    }
    const own = Uint8Array.from(key);
    const opening = Checkpoint.open(sealed, own);
    own.fill(0);
    assert.deepEqual(await opening, checkpoint);
  });

  test("the signature is HMAC-SHA-256 of everything before it", async () => {
    const [prefix, payload, signature] = sealed.split(".");
    const imported = await webcrypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const expected = await webcrypto.subtle.sign("HMAC", imported, new TextEncoder().encode(`${prefix}.${payload}`));
    assert.equal(Buffer.from(expected).toString("base64url"), signature);
    assert.deepEqual(JSON.parse(Buffer.from(payload, "base64url").toString()), checkpoint.toJSON());
  });
});

describe("every change is detected", () => {
  test("every character, in every place, by its neighbour in base64url, a space, a dot, and one of two bytes", async () => {
    for (let at = 0; at < sealed.length; at += 1) {
      const own = sealed[at];
      const next = BASE64URL[(BASE64URL.indexOf(own) + 1) % 64];
      for (const other of [next, " ", ".", "é", "="]) {
        if (other === own) continue;
        const text = sealed.slice(0, at) + other + sealed.slice(at + 1);
        await tampered(text, `${other} at ${at}`);
      }
    }
  });

  test("every character of the signature, by every other of base64url", async () => {
    const start = sealed.lastIndexOf(".") + 1;
    for (let at = start; at < sealed.length; at += 1) {
      for (const other of BASE64URL) {
        if (other !== sealed[at]) await tampered(sealed.slice(0, at) + other + sealed.slice(at + 1), `${other} at ${at}`);
      }
    }
  });

  test("other base64 spellings of the same bytes: unused bits, padding, the other alphabet, white space", async () => {
    const [prefix, payload, signature] = sealed.split(".");
    // 32 bytes take 43 characters. The last character has two unused bits.
    const last = BASE64URL.indexOf(signature.at(-1));
    const spellings = [1, 2, 3].map((bits) => signature.slice(0, -1) + BASE64URL[(last & ~3) | bits]);
    for (const spelling of spellings) assert.deepEqual(Buffer.from(spelling, "base64url"), Buffer.from(signature, "base64url"));
    for (const spelling of [...spellings, `${signature}=`, ` ${signature}`, `${signature}\n`]) await tampered(`${prefix}.${payload}.${spelling}`);
    for (const spelling of [`${payload}=`, `${payload}==`, `${payload.slice(0, 9)}\n${payload.slice(9)}`]) await tampered(`${prefix}.${spelling}.${signature}`);
    const standard = signature.replaceAll("-", "+").replaceAll("_", "/");
    if (standard !== signature) await tampered(`${prefix}.${payload}.${standard}`);
  });

  test("every prefix and every suffix", async () => {
    for (let at = 0; at < sealed.length; at += 1) {
      await tampered(sealed.slice(0, at), `the first ${at}`);
      if (at > 0) await tampered(sealed.slice(at), `without the first ${at}`);
    }
  });

  test("additions, and parts in another order", async () => {
    const [prefix, payload, signature] = sealed.split(".");
    const texts = [`${sealed}A`, `A${sealed}`, `${sealed}.`, `${sealed}.A`, `.${sealed}`, `${sealed}\0`, `${sealed} `, `${payload}.${prefix}.${signature}`];
    for (const text of [...texts, `${prefix}.${signature}.${payload}`, `${prefix}..${signature}`, `${prefix}.${payload}.`, `backscroll-checkpoint-2.${payload}.${signature}`]) await tampered(text);
  });

  test("one payload with another's signature", async () => {
    const other = await checkpointOn().seal(key);
    const [[prefix, payload], signature] = [sealed.split("."), other.split(".")[2]];
    await tampered(`${prefix}.${payload}.${signature}`);
  });

  test("another key, and a key that differs in one bit", async () => {
    for (const at of [0, 13, 31]) {
      const other = Uint8Array.from(key);
      other[at] ^= 1;
      await refusal(() => Checkpoint.open(sealed, other), "checkpoint-tampered");
    }
    await refusal(() => Checkpoint.open(sealed, Uint8Array.from([...key, 1])), "checkpoint-tampered");
  });

  test("text signed with the same key for another purpose", async () => {
    const imported = await webcrypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const payload = sealed.split(".")[1];
    for (const signed of [payload, `session-1.${payload}`]) {
      const signature = Buffer.from(await webcrypto.subtle.sign("HMAC", imported, new TextEncoder().encode(signed))).toString("base64url");
      await tampered(`backscroll-checkpoint-1.${payload}.${signature}`);
      await tampered(`${signed}.${signature}`);
    }
  });
});

describe("arguments", () => {
  const detached = () => {
    const own = new Uint8Array(32);
    structuredClone(own.buffer, { transfer: [own.buffer] });
    return own;
  };
  const revoked = () => {
    const { proxy, revoke } = Proxy.revocable(new Uint8Array(32), {});
    revoke();
    return proxy;
  };
  const keys = {
    "nothing": () => undefined, "null": () => null, "text": () => "k".repeat(32), "a list": () => [...key], "a buffer": () => key.buffer, "31 bytes": () => key.subarray(1),
    "no bytes": () => new Uint8Array(), "bytes that were taken away": detached, "words": () => new Uint16Array(32), "a view": () => new DataView(new ArrayBuffer(32)),
    "one that only says so": () => ({ [Symbol.toStringTag]: "Uint8Array", byteLength: 32, length: 32, slice: () => key }), "a revoked proxy": revoked, "a proxy": () => new Proxy(key, {}),
  };
  for (const [name, make] of Object.entries(keys)) {
    test(`seal and open refuse a key that is ${name}`, async () => {
      for (const run of [() => checkpoint.seal(make()), () => Checkpoint.open(sealed, make())]) {
        const error = await refusal(run, "invalid-argument");
        assert.match(error.message, /`key`/);
        assert.ok(!error.message.includes(String(key)), "the key itself is not told");
      }
    });
  }

  for (const given of [undefined, null, 5, {}, checkpoint, new TextEncoder().encode(sealed)]) {
    test(`${given === null ? "null" : typeof given} is no sealed text`, () => refusal(() => Checkpoint.open(given, key), "invalid-argument"));
  }

  test("a correctly sealed text that is no checkpoint is invalid-checkpoint", async () => {
    const imported = await webcrypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const signed = `backscroll-checkpoint-1.${Buffer.from("{}").toString("base64url")}`;
    const signature = Buffer.from(await webcrypto.subtle.sign("HMAC", imported, new TextEncoder().encode(signed))).toString("base64url");
    await refusal(() => Checkpoint.open(`${signed}.${signature}`, key), "invalid-checkpoint");
  });
});

describe("without WebCrypto", () => {
  const own = Object.getOwnPropertyDescriptor(globalThis, "crypto");
  for (const [name, crypto] of [["no `crypto`", undefined], ["no `crypto.subtle`", { getRandomValues: () => undefined }]]) {
    test(`${name}: crypto-unavailable`, async (t) => {
      Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true, writable: true });
      t.after(() => Object.defineProperty(globalThis, "crypto", own));
      for (const run of [() => checkpoint.seal(key), () => Checkpoint.open(sealed, key)]) await refusal(run, "crypto-unavailable");
    });
  }
});

describe("keys with names", () => {
  const [old, current] = ["2026-11", "2026-12"].map((id, at) => ({ id, key: key.map((byte) => byte + at) }));

  test("the text holds the name, and the name picks the key", async () => {
    const named = await checkpoint.seal(current);
    assert.match(named, /^backscroll-checkpoint-2\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{43}$/);
    assert.equal(atob(named.split(".")[1]), "2026-12");
    for (const keys of [current, [current], [old, current], [current, old], [key, current]]) assert.deepEqual(await Checkpoint.open(named, keys), checkpoint);
  });

  for (const [name, seal, keys] of [
    ["its key is not given", current, [old]],
    ["no key is given", current, []],
    ["its key has another name", current, [{ id: "2026-11", key: current.key }]],
    ["another key has its name", current, [{ id: "2026-12", key: old.key }]],
    ["it has a name, and the key has none", current, current.key],
    ["it has no name, and the key is another", key, [current]],
  ])
    test(`a text is refused if ${name}`, async () => refusal(async () => Checkpoint.open(await checkpoint.seal(seal), keys), "checkpoint-tampered"));

  test("a text without a name is opened by any of the keys", async () => {
    assert.deepEqual(await Checkpoint.open(sealed, [current, old]), checkpoint);
  });

  test("of two keys with one name, either opens", async () => {
    assert.deepEqual(await Checkpoint.open(await checkpoint.seal(current), [{ id: current.id, key: old.key }, current]), checkpoint);
  });

  test("every changed character is noticed, also in the name", async () => {
    const named = await checkpoint.seal(current);
    for (let at = 0; at < named.length; at += at < 60 ? 1 : 97) {
      const other = named[at] === "A" ? "B" : "A";
      await refusal(() => Checkpoint.open(`${named.slice(0, at)}${other}${named.slice(at + 1)}`, [old, current]), "checkpoint-tampered");
    }
    const [prefix, , payload, signature] = named.split(".");
    await refusal(() => Checkpoint.open([prefix, btoa("2026-11"), payload, signature].join("."), [{ ...current, id: "2026-11" }]), "checkpoint-tampered");
    await refusal(() => Checkpoint.open([prefix, payload, signature].join("."), [current]), "checkpoint-tampered");
    await refusal(() => Checkpoint.open(["backscroll-checkpoint-1", payload, signature].join("."), [current]), "checkpoint-tampered");
  });

  for (const [name, given] of [
    ["no name", { key }],
    ["an empty name", { id: "", key }],
    ["a name that is no text", { id: 5, key }],
    ["no key", { id: "a" }],
    ["a short key", { id: "a", key: key.slice(1) }],
  ])
    test(`seal and open refuse ${name}`, async () => {
      await refusal(() => checkpoint.seal(given), "invalid-argument");
      await refusal(() => Checkpoint.open(sealed, [given]), "invalid-argument");
    });
});
