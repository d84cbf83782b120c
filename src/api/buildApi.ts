import cookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { createApp } from './createApp.ts';
import type { ApiDeps } from './deps.ts';
import { registerEncryption } from './encryption/registerEncryption.ts';
import { openFourEyes } from './fourEyes/openFourEyes.ts';
import { registerHealth } from './health.ts';
import { registerCompression } from './registerCompression.ts';
import { registerConsole } from './page/registerConsole.ts';
import { callCounter } from './rateLimits/callCounter.ts';
import { registerRoutes } from './registerRoutes.ts';
import type { Route } from './route.ts';
import { openCallers } from './session/callerOf.ts';
import { sessionAdmission } from './session/sessionAdmission.ts';

/** Builds the management API with these routes and the console's pages as one Fastify app, ready to listen. */
export async function buildApi(deps: ApiDeps, routes: readonly Route[]): Promise<FastifyInstance> {
  const app = createApp(deps);
  await app.register(cookie);
  const callerOf = openCallers(deps);
  registerEncryption(app, deps, callerOf);
  await registerCompression(app);
  registerRoutes(app, routes, {
    ...sessionAdmission(deps, callerOf),
    countCall: callCounter(deps.callLimiter, callerOf),
    fourEyes: openFourEyes(deps),
  });
  registerHealth(app, deps);
  await registerConsole(app, deps, { routes, callerOf });
  return app;
}
