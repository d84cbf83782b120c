import { setTimeout as pauseFor } from 'node:timers/promises';
import { createClient } from '@redis/client';
import type { RedisConnection } from './redisCounterTransport.ts';

/** Maximum wait for a connection or reply, in milliseconds. */
const maxRetryMs = 2000;

/** Opens a connection for a redis: or rediss: URL. Connects on the first command, and again after each loss. */
export function openRedis(url: string): RedisConnection {
  const client = createClient({
    url,
    // A command to an unavailable server fails soon; its sender retries.
    disableOfflineQueue: true,
    commandOptions: { timeout: maxRetryMs },
    socket: {
      connectTimeout: maxRetryMs,
      reconnectStrategy: (retries) => Math.min(maxRetryMs, 50 * 2 ** Math.min(retries, 6)),
    },
  });
  // Commands report errors; without a listener, a lost connection would also end the process.
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
