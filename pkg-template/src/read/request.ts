// A request in a pasted text, with its places and its edits.

import type { Detected } from "../doctor/types.js";
import type { FoundRequest } from "./look.js";
import { Place } from "./place.js";
import type { PastedRange, PastedRequest, TextEdit } from "./types.js";

/** A request. Its places are found when they are needed. */
export class Request implements PastedRequest {
  readonly value: unknown;
  readonly detected: Detected | null;
  readonly place: string;
  readonly isInText: boolean;
  readonly url: string | null;
  readonly headers: string[];
  readonly refusal: string | null;
  readonly #place: Place;
  readonly #length: number;

  constructor(found: FoundRequest, place: string, length: number) {
    this.value = found.value;
    this.detected = found.detected;
    this.place = place;
    this.isInText = found.place !== null;
    this.url = found.url;
    this.headers = [...found.headers];
    this.refusal = found.refusal;
    this.#place = found.place ?? Place.printed(found.value);
    this.#length = length;
  }

  get from(): number {
    return this.isInText ? this.#place.rangeOf("").from : 0;
  }

  get to(): number {
    return this.isInText ? this.#place.rangeOf("").to : this.#length;
  }

  rangeOf(path: string): PastedRange {
    return this.#place.rangeOf(path);
  }

  editsTo(after: unknown): TextEdit[] | null {
    return this.#place.editsTo(after);
  }
}
