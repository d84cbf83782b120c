import { createClient } from '@redis/client';
import { withTimeout } from '#runtime/withTimeout.ts';
import type { RedisConnection } from './redisCounterTransport.ts';

/** Maximum wait for a connection or reply, in milliseconds. */
const maxWaitMs = 2000;

/**
 * Opens a connection for a redis: or rediss: URL. Connects on the first command, and again after each loss. A
 * connection on which a reply is missing is replaced: the server may be frozen, or the network may drop packets.
 */
export function openRedis(url: string): RedisConnection {
  let client: Client | null = null;
  /** The first connection: until it is made, commands wait for it. */
  let connecting: Promise<unknown> | undefined;
  let isClosed = false;
  const connect = (): Client => {
    const opened = createRedis(url);
    // Commands report errors; without a listener, a lost connection would also end the process.
    opened.on('error', () => undefined);
    let greeting: NodeJS.Timeout | undefined;
    opened.on('connect', () => {
      greeting = setTimeout(() => replace(opened), maxWaitMs).unref();
    });
    opened.on('ready', () => clearTimeout(greeting));
    const connected = opened.connect().catch(() => undefined);
    connecting ??= connected;
    client = opened;
    return opened;
  };
  const replace = (silent: Client) => {
    if (silent !== client || isClosed) return;
    if (silent.isOpen) silent.destroy();
    connect();
  };
  return {
    async sendCommand(args) {
      const used = client ?? connect();
      if (connecting && !used.isReady) await withTimeout(maxWaitMs, connecting);
      const sent = used.sendCommand(args).then((value) => ({ value }));
      const reply = await withTimeout(maxWaitMs, sent);
      if (reply) return reply.value;
      replace(used);
      throw new Error('Redis does not respond');
    },
    async close() {
      isClosed = true;
      if (client?.isOpen) client.destroy();
    },
  };
}

type Client = ReturnType<typeof createRedis>;

function createRedis(url: string) {
  return createClient({
    url,
    // A command to an unavailable server fails soon; its sender retries.
    disableOfflineQueue: true,
    // For commands that cannot be sent. For the reply to one that is sent, the client waits without limit.
    commandOptions: { timeout: maxWaitMs },
    socket: {
      connectTimeout: maxWaitMs,
      reconnectStrategy: (retries) => Math.min(maxWaitMs, 50 * 2 ** Math.min(retries, 6)),
    },
  });
}
