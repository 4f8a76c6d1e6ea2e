// The makers whose own API a catalogue lists. What holds for a model elsewhere differs from host to host.

/** The names that the catalogue has for them. */
const MAKERS = ["anthropic", "deepseek", "google", "meta", "minimax", "mistral", "moonshotai", "openai", "xai", "xiaomi", "zai"];

/** Hosts of models of others, whose prices we have. */
const HOSTS = ["cerebras", "groq"];

/** Their models. @param {readonly import("./catalogue.mjs").Model[]} models */
export const ofMakers = (models) => models.filter(({ provider }) => MAKERS.includes(provider));

/** The models that we have prices of. @param {readonly import("./catalogue.mjs").Model[]} models */
export const ofSellers = (models) => models.filter(({ provider }) => MAKERS.includes(provider) || HOSTS.includes(provider));
