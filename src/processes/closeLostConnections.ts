import type { ChildProcess } from 'node:child_process';

/** A connection that the parent passes on, as node:cluster sends it. */
interface Connection {
  close(): void;
}

/** The messages of node:cluster by which connections are passed on and taken. */
interface ClusterMessage {
  cmd?: unknown;
  act?: unknown;
  seq?: unknown;
  ack?: unknown;
}

/** Milliseconds until the last messages of a process that exited have been read. */
const lastMessagesMs = 100;

/**
 * Closes the connections that a serving process had not taken when it died. node:cluster does not close
 * them, so their clients would wait for a response until their own timeout.
 */
export function closeLostConnections(child: ChildProcess): void {
  /** Connections on their way to the process, by the number of their message. */
  const passing = new Map<unknown, Connection>();
  const send = child.send.bind(child) as (...args: unknown[]) => boolean;
  child.send = (...args: unknown[]) => {
    const [message, connection] = args as [ClusterMessage, Connection | undefined];
    if (message.cmd === 'NODE_CLUSTER' && message.act === 'newconn' && connection) passing.set(message.seq, connection);
    return send(...args);
  };
  child.on('internalMessage', ({ ack }: ClusterMessage) => passing.delete(ack));
  child.on('exit', () => {
    setTimeout(() => {
      for (const connection of passing.values()) connection.close();
      passing.clear();
    }, lastMessagesMs);
  });
}
