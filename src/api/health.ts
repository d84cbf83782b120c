import type { FastifyInstance } from 'fastify';
import type { ApiDeps } from './deps.ts';

/** /healthz: this process answers. /readyz: so do the stores that it needs. */
export function registerHealth(app: FastifyInstance, { pings }: ApiDeps): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const stores: Record<string, 'ok' | 'away'> = {};
    await Promise.all(
      Object.entries(pings).map(async ([name, ping]) => {
        stores[name] = await ping().then(
          () => 'ok' as const,
          () => 'away' as const,
        );
      }),
    );
    const isReady = Object.values(stores).every((state) => state === 'ok');
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ok' : 'not ready', stores });
  });
}
