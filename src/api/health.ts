import type { FastifyInstance } from 'fastify';
import { productVersion } from '#runtime/productVersion.ts';
import { createReadiness } from '#runtime/readiness.ts';
import type { ApiDeps } from './deps.ts';

/** Paths of registerHealth, by GET. */
export const healthPaths = ['/healthz', '/readyz'] as const;

/** /healthz: this process responds, with its version. /readyz: so do the stores that it needs, with all tables. */
export function registerHealth(app: FastifyInstance, { checks }: Pick<ApiDeps, 'checks'>): void {
  const readiness = createReadiness(checks);
  const version = productVersion();
  app.get('/healthz', async () => ({ status: 'ok', version }));
  app.get('/readyz', async (_request, reply) => {
    const results = await readiness();
    const isReady = Object.values(results).every((state) => state === 'ok');
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready', checks: results });
  });
}
