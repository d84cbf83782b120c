import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { openControlPlane, SilentControlPlane } from './controlPlane.ts';

test('a management API that accepts the connection and does not respond yet is not one that cannot be reached', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const plane = openControlPlane(`http://127.0.0.1:${port}`, 'ab'.repeat(32));
  const failure = await plane.post('/internal/x', {}, 50).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SilentControlPlane);
  expect((failure as Error).message).toBe('the management API has not responded within 0.05 s');
  await plane.close();
  server.close();
  const unreachable = openControlPlane('http://127.0.0.1:1', 'ab'.repeat(32));
  await expect(unreachable.ping()).rejects.toThrow('ECONNREFUSED');
  await unreachable.close();
});
