// A proxy on loopback that cuts connections, and delays what it passes on.

import { connect, createServer } from "node:net";

/**
 * @typedef {object} Proxy
 * @property {number} port
 * @property {() => void} cut ends all connections at once, wherever a message is
 * @property {(milliseconds: number) => void} delay each message, either way, from now on
 * @property {() => Promise<void>} close
 */

/** @param {number} port of the server @returns {Promise<Proxy>} */
export async function proxyTo(port) {
  const sockets = new Set();
  let wait = 0;
  const pass = (from, to) => {
    // Timers of one length run in their order.
    from.on("data", (chunk) => (wait === 0 ? to.write(chunk) : setTimeout(() => to.writable && to.write(chunk), wait)));
    from.on("close", () => to.destroy());
    from.on("error", () => to.destroy());
    sockets.add(from);
    from.on("close", () => sockets.delete(from));
  };
  const server = createServer((client) => {
    const upstream = connect(port, "127.0.0.1");
    pass(client, upstream);
    pass(upstream, client);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: server.address().port,
    cut,
    delay: (milliseconds) => (wait = milliseconds),
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
