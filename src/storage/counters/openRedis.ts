import { setTimeout as pauseFor } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { RedisConnection } from './redisChannel.ts';

/** How long a connection and a reply are waited for. */
const maxRetryMs = 2000;

/** Opens a connection for a redis: or rediss: URL. It connects with the first command, and again after each loss. */
export function openRedis(url: string): RedisConnection {
  const client = createClient({
    url,
    // What waits for a server that is away fails soon: whoever sent it tries again.
    disableOfflineQueue: true,
    commandOptions: { timeout: maxRetryMs },
    socket: {
      connectTimeout: maxRetryMs,
      reconnectStrategy: (retries) => Math.min(maxRetryMs, 50 * 2 ** Math.min(retries, 6)),
    },
  });
  // Commands tell of faults; without a listener a lost connection would end the process as well.
  client.on('error', () => undefined);
  let connecting: Promise<unknown> | undefined;
  return {
    async sendCommand(args) {
      connecting ??= client.connect().catch(() => undefined);
      if (!client.isReady) await Promise.race([connecting, pauseFor(maxRetryMs, undefined, { ref: false })]);
      return client.sendCommand(args);
    },
    async close() {
      if (client.isOpen) client.destroy();
    },
  };
}
