/** Puts the answer on the page, or the error. */
export function show(asked) {
  asked.then(
    (answer) => (globalThis.answer = answer),
    (error) => (globalThis.trouble = `${error}\n${error?.stack}`),
  );
}
