import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { createApp } from './createApp.ts';
import type { ApiDeps } from './deps.ts';
import { registerEncryption } from './encryption/registerEncryption.ts';
import { limitTakenValues } from './entities/limitTakenValues.ts';
import { registerHealth } from './health.ts';
import { registerCompression } from './registerCompression.ts';
import { registerConsole } from './page/registerConsole.ts';
import { registerRoutes } from './registerRoutes.ts';
import { buildRoutes } from './routes.ts';
import { openCallers } from './session/callerOf.ts';
import { sessionAdmission } from './session/sessionAdmission.ts';

/** Builds the management API and the console's pages as one Fastify app, ready to listen. */
export async function buildApi(deps: ApiDeps): Promise<FastifyInstance> {
  const { config } = deps;
  const app = createApp(deps);
  const isHttps = config.CONSOLE_URL?.startsWith('https:') ?? false;
  app.addHook('onRequest', async (_request, reply) => {
    if (isHttps) void reply.header('strict-transport-security', 'max-age=31536000');
    void reply
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin')
      .header('cross-origin-resource-policy', 'same-origin');
  });
  await app.register(cookie);
  const parts = { routes: buildRoutes({ ...deps, ...limitTakenValues(deps) }), callerOf: openCallers(deps) };
  registerEncryption(app, deps, parts.callerOf);
  await registerCompression(app);
  registerRoutes(app, parts.routes, sessionAdmission(deps, parts.callerOf));
  registerHealth(app, deps);
  await registerConsole(app, deps, parts);
  return app;
}
