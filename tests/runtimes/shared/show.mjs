/** Leaves an answer on the page, or what kept it from coming. */
export function show(asked) {
  asked.then(
    (answer) => (globalThis.answer = answer),
    (error) => (globalThis.trouble = `${error}\n${error?.stack}`),
  );
}
