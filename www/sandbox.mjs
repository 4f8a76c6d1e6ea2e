// Runs in a sandboxed frame: starts a worker for each call of a person's code, and ends it when its time is over. The time begins when the
// worker runs: a slow machine may need longer to start it than the code to run.

const LIMIT_MS = 2_000;

addEventListener("message", ({ data: { id, code, args }, source }) => {
  if (source !== parent) return;
  const program = `postMessage({ hasBegun: true });\nconst given = ${JSON.stringify(args)};\nconst reduce = (${code}\n);\nPromise.resolve(reduce(given)).then((kept) => postMessage({ kept }), (error) => postMessage({ error: String(error) }));`;
  const url = URL.createObjectURL(new Blob([program], { type: "text/javascript" }));
  const worker = new Worker(url);
  const end = (answer) => {
    clearTimeout(timer);
    worker.terminate();
    URL.revokeObjectURL(url);
    parent.postMessage({ id, ...answer }, "*");
  };
  let timer;
  worker.onmessage = ({ data }) => {
    if (data?.hasBegun !== true) return end(data);
    timer ??= setTimeout(() => end({ error: `The code took more than ${LIMIT_MS / 1_000} seconds, and was ended.` }), LIMIT_MS);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    end({ error: event.message ?? "The code cannot be read." });
  };
});

parent.postMessage({ isReady: true }, "*");
