import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** A port that leads to a server of this machine. */
export interface Forwarder {
  port: number;
  /** Passes nothing on any more over the connections that are open now, and does not close them. */
  silence(): void;
  close(): Promise<void>;
}

/** Starts to forward the connections of a free port at `address` to a server. */
export async function startForwarder(address: string, target: NetConnectOpts): Promise<Forwarder> {
  const open = new Set<Socket>();
  const server = createServer((incoming) => {
    const outgoing = connect(target);
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      open.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });
  server.listen(0, address);
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : 0,
    silence() {
      for (const socket of open) {
        socket.unpipe();
        socket.pause();
      }
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}
