// Runs a person's code in a frame of an origin of its own, which can reach neither the page nor a network.

/** The frame limits the code of each call to two seconds. This is for a frame that does not answer at all, or cannot start the code. */
const LIMIT_MS = 20_000;

/** A frame that says nothing for so long did not load its script, and is replaced. */
const LOADING_MS = 4_000;
const MOST_FRAMES = 4;

export class Sandbox {
  #frame = null;
  #ready = null;
  #count = 0;

  /** Opens a frame, and waits until its script runs. */
  async #opened() {
    for (let frames = 0; frames < MOST_FRAMES; frames += 1) {
      this.#frame?.remove();
      this.#frame = document.createElement("iframe");
      this.#frame.setAttribute("sandbox", "allow-scripts");
      this.#frame.src = "sandbox.html";
      this.#frame.title = "Sandbox of reduce";
      this.#frame.hidden = true;
      const isReady = this.#said();
      document.body.append(this.#frame);
      if (await isReady) return;
    }
    this.#ready = null;
    throw new Error("The sandbox cannot be opened.");
  }

  /** Resolves with true when the frame says that its script runs. */
  #said() {
    const frame = this.#frame;
    return new Promise((resolve) => {
      const end = (isReady) => {
        clearTimeout(timer);
        removeEventListener("message", listen);
        resolve(isReady);
      };
      const listen = ({ source, data }) => source === frame.contentWindow && data.isReady === true && end(true);
      const timer = setTimeout(() => end(false), LOADING_MS);
      addEventListener("message", listen);
    });
  }

  /** Returns the messages that stay. @throws with the fault of the code */
  async run(code, args) {
    this.#ready ??= this.#opened();
    await this.#ready;
    this.#count += 1;
    const id = this.#count;
    const answer = await new Promise((resolve) => {
      const timer = setTimeout(() => end({ error: "The sandbox does not answer." }), LIMIT_MS);
      const end = (data) => {
        clearTimeout(timer);
        removeEventListener("message", listen);
        resolve(data);
      };
      const listen = ({ source, data }) => source === this.#frame.contentWindow && data.id === id && end(data);
      addEventListener("message", listen);
      this.#frame.contentWindow.postMessage({ id, code, args }, "*");
    });
    if (answer.error !== undefined) throw new Error(answer.error);
    if (!Array.isArray(answer.kept)) throw new Error("The function returns no list of messages.");
    return answer.kept;
  }
}
