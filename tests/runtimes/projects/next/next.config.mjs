import { fileURLToPath } from "node:url";

// Next looks for lock files further up, and would take the folder of the first for the project's.
const root = fileURLToPath(new URL(".", import.meta.url));

export default { outputFileTracingRoot: root, turbopack: { root } };
