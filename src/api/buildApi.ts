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
  const app = createApp(deps);
  await app.register(cookie);
  const parts = { routes: buildRoutes({ ...deps, ...limitTakenValues(deps) }), callerOf: openCallers(deps) };
  registerEncryption(app, deps, parts.callerOf);
  await registerCompression(app);
  registerRoutes(app, parts.routes, sessionAdmission(deps, parts.callerOf));
  registerHealth(app, deps);
  await registerConsole(app, deps, parts);
  return app;
}
