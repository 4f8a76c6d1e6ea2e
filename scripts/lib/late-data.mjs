// The data of CommonJS files, which is in modules, so that it exists once.

/**
 * Makes a CommonJS file require its data, which is a module, when it is first used. Where a module cannot be required, as in older releases of
 * Node and in Jest, it reads the file's text.
 */
export function requiringLate(code) {
  const late = (file) => `((data) => {
    const read = () => {
      const text = require("node:fs").readFileSync(__dirname + "/${file}", "utf8");
      return Object.fromEntries(
        [...text.matchAll(/^export const (\\w+) = (.*);$/gm)].map(([, name, value]) => [name, JSON.parse(value)]),
      );
    };
    const load = () => {
      try {
        return require("./${file}");
      } catch {
        return read();
      }
    };
    return new Proxy({}, { get: (_, name) => (data ??= load())[name] });
  })()`;
  return code.replaceAll(/(?<== )require\("\.\/([\w.]+\.mjs)"\)/g, (_, file) => late(file));
}
