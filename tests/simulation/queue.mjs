// A queue of events in the order of their times. Events of one time come in the order that the seed picks.

export class Queue {
  #heap = [];

  get size() {
    return this.#heap.length;
  }

  /** @param {{ at: number, tie: number }} event */
  add(event) {
    const heap = this.#heap;
    let place = heap.push(event) - 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(event, heap[parent])) break;
      heap[place] = heap[parent];
      place = parent;
    }
    heap[place] = event;
  }

  /** Removes and returns the first event; undefined when there is none. */
  next() {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (heap.length === 0) return first;
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
      if (!isBefore(heap[child], last)) break;
      heap[place] = heap[child];
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

function isBefore(one, other) {
  return one.at < other.at || (one.at === other.at && one.tie < other.tie);
}
