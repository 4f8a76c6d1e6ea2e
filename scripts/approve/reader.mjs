// Handles `npm run approve | head`, which closes the pipe early: the run stops printing, goes on to its end, and cleans up.

export function outliveReader() {
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
}
