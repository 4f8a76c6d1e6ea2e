// The window of a model, as an overflow shows it.

/**
 * A request of this share of one that was refused as too long counts as full from then on. Where the window ends below the refused size is not
 * known, and each further refusal costs a request.
 */
export const FULL = 0.9;
