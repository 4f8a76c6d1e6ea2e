// Bugs that the simulation must find: one for each kind of fault. Each is a change of the published text, or a client that misleads its
// store.

/**
 * @typedef {object} Plant
 * @property {string} name
 * @property {string} fault the kind of fault that shows it
 * @property {string} what
 * @property {RegExp} [module] the file of the package that is changed
 * @property {[RegExp, string]} [patch]
 * @property {object} [database] the options of `Database`
 */

/** @type {Plant[]} */
export const PLANTS = [
  {
    name: "no-sync",
    fault: "disk",
    what: "the store of files publishes a file that it has not synced",
    module: /\/store-file\.mjs$/,
    patch: [/(await [\w$]+\.writeFile\([\w$]+\));await [\w$]+\.sync\(\)/, "$1"],
  },
  {
    name: "second-append",
    fault: "network",
    what: "a list whose answer was lost is appended to again, without a look at what is stored",
    module: /\/store\.mjs$/,
    patch: [/if\(([\w$]+\.length>0)&&await this\.#[\w$]+\([\w$]+\)\)return/, "if($1&&!1)return"],
  },
  {
    name: "client-clock",
    fault: "clock",
    what: "a lease is judged by the clock of the client",
    database: { isJudgedByClients: true },
  },
  {
    name: "no-compare",
    fault: "scheduler",
    what: "the store of files replaces a file that another process has just created",
    module: /\/store-file\.mjs$/,
    patch: [/\blink as ([\w$]+)/, "rename as $1"],
  },
  {
    name: "early-answer",
    fault: "crash",
    what: "a save is acknowledged before its entry is written",
    module: /\/store-\w+\.mjs$/,
    patch: [/await (this\.#[\w$]+\.append\(this\.threadId,this\.revision,[\w$]+\))/, "$1.catch(()=>{})"],
  },
];
