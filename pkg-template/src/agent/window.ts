// The window of a model, as an overflow shows it.

/**
 * The share of a refused request's size that counts as the window from then on. The refusal does not show how much smaller the window is,
 * and each further refusal costs a request.
 */
export const FULL = 0.9;
