import { fileURLToPath } from "node:url";

// Next searches for lock files in parent folders, and would use the folder of the first as the root of the project.
const root = fileURLToPath(new URL(".", import.meta.url));

export default { outputFileTracingRoot: root, turbopack: { root } };
