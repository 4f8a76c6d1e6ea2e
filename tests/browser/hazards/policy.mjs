// Uses the package in a page, and shows the outcome on it, whatever the policy.

const said = document.getElementById("said");
const inWorker = new URLSearchParams(location.search).has("worker");

/** The request, or the error. */
async function outcome() {
  if (inWorker) {
    const worker = new Worker("policy-worker.mjs", { type: "module" });
    return new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data)));
  }
  const { tried } = await import("./policy-tried.mjs");
  return tried();
}

said.textContent = JSON.stringify(await outcome());
