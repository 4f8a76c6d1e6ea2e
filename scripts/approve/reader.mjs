// `npm run approve | head` ends the pipe before we are done. There is nobody left to tell, but the run goes on to its end, and tidies up.

export function outliveReader() {
  process.stdout.on("error", (error) => {
    if (error.code !== "EPIPE") throw error;
  });
}
