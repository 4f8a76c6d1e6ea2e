// Runs a person's code in a frame of an origin of its own, which can reach neither the page nor a network.

/** The frame limits the code of each call to two seconds. This is for a frame that does not answer at all, or cannot start the code. */
const LIMIT_MS = 20_000;

export class Sandbox {
  #frame = document.createElement("iframe");
  #loaded;
  #count = 0;

  constructor() {
    this.#frame.setAttribute("sandbox", "allow-scripts");
    this.#frame.src = "sandbox.html";
    this.#frame.title = "Sandbox of reduce";
    this.#frame.hidden = true;
    this.#loaded = new Promise((resolve) => this.#frame.addEventListener("load", resolve, { once: true }));
    document.body.append(this.#frame);
  }

  /** Returns the messages that stay. @throws with the fault of the code */
  async run(code, args) {
    await this.#loaded;
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
